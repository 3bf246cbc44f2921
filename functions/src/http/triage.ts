import { assignTriage, triageHome } from '../lib/chat/inbound/assign-triage.ts'
import { markSpam, spamMark } from '../lib/chat/inbound/mark-spam.ts'
import { dismissTriage, restoreTriage } from '../lib/chat/inbound/move-triage.ts'
import { repliedTriage, replyTriage, triageReply } from '../lib/chat/inbound/reply-triage.ts'
import { listTriage, triagePage, triageQuery } from '../lib/chat/inbound/triage.ts'
import { postCodes, posted } from './messages.ts'
import { Reply } from './reply.ts'
import { created, done, ok, route } from './route.ts'

const example = {
  id: 'SM00000000000000000000000000000001',
  channel: 'chatapp',
  from: '+15005550100',
  profileName: 'Guest',
  body: 'It is Maria, this is my new number.',
  attachments: [],
  reason: 'several-landlords',
  candidates: [
    {
      threadId: 'guest-maria',
      guestName: 'Maria Rossi',
      propertyName: 'Lake House',
      arrival: '2026-11-20',
      departure: '2026-11-24',
    },
  ],
  receivedAt: '2026-11-21T09:00:00.000Z',
}

export const triageRoutes = [
  route({
    method: 'GET',
    path: '/chat/triage',
    access: 'staff',
    id: 'listTriage',
    summary: 'List messages that could not be routed',
    description:
      'What came in without a clear thread, with the threads it may belong to where some are known. Dismissed messages and those of senders of spam are listed apart.',
    query: triageQuery,
    answers: ok('A page of them.', triagePage, { entries: [example], nextCursor: null }),
    handle: ({ context, caller, query }) => listTriage(context, caller, query),
  }),

  // These verbs audit refusals, so they check the role.
  route({
    method: 'POST',
    path: '/chat/triage/:id/assign',
    access: 'signed-in',
    who: 'Staff',
    id: 'assignTriage',
    summary: 'Give a message its thread',
    description:
      'All messages of its sender by that channel are stored there, and the sender is remembered. One of a guest with stays at several landlords goes alone. With `reservationId` or `guestId` it goes to the thread of that stay or guest.',
    body: triageHome,
    example: { threadId: 'guest-maria' },
    answers: done('They are stored.'),
    codes: ['not-found', 'thread-not-found', 'message-conflict', 'thread-merged', 'thread-busy'],
    handle: ({ context, caller, params, body }) =>
      assignTriage(context, caller, { entryId: params.id, ...body }),
  }),
  route({
    method: 'POST',
    path: '/chat/triage/:id/reply',
    access: 'staff',
    id: 'replyTriage',
    summary: 'Answer the sender of a message in triage',
    description:
      'In a thread of the sender, with or without a booking, which gets all messages of the sender. A repeat sends nothing more.',
    body: triageReply,
    example: { body: 'The house is free in May.' },
    answers: created('The reply is stored.', repliedTriage, { threadId: posted.threadId, message: posted }),
    codes: ['not-found', ...postCodes],
    handle: async ({ context, caller, params, body }) =>
      new Reply(201, await replyTriage(context, caller, { entryId: params.id, ...body })),
  }),
  route({
    method: 'POST',
    path: '/chat/triage/:id/dismiss',
    access: 'signed-in',
    who: 'Staff',
    id: 'dismissTriage',
    summary: 'Dismiss a message in triage',
    description: 'It is kept among the dismissed ones, from where it can be restored or assigned.',
    answers: done('It is dismissed.'),
    codes: ['not-found', 'message-conflict'],
    handle: ({ context, caller, params }) => dismissTriage(context, caller, params.id),
  }),
  route({
    method: 'POST',
    path: '/chat/triage/:id/restore',
    access: 'signed-in',
    who: 'Staff',
    id: 'restoreTriage',
    summary: 'Restore a message in triage',
    description: 'One that was dismissed, or stands with spam, is among the open ones again.',
    answers: done('It is open.'),
    codes: ['not-found', 'message-conflict'],
    handle: ({ context, caller, params }) => restoreTriage(context, caller, params.id),
  }),
  route({
    method: 'PUT',
    path: '/chat/triage/:id/spam',
    access: 'signed-in',
    who: 'Staff',
    id: 'markSpam',
    summary: 'Mark the sender of a message as spam',
    description:
      'The sender’s messages in triage, also later ones, stand apart from the open ones; `false` takes it back. Messages with a thread still go there.',
    body: spamMark,
    example: { spam: true },
    answers: done('The sender is marked.'),
    codes: ['not-found'],
    handle: ({ context, caller, params, body }) => markSpam(context, caller, { entryId: params.id, ...body }),
  }),
]
