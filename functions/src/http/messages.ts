import * as z from 'zod'
import { failedSendId } from '../lib/chat/delivery/failed-sends.ts'
import { resolveFailedSend } from '../lib/chat/delivery/resolve-failed-send.ts'
import { retryMessage } from '../lib/chat/delivery/retry-message.ts'
import { listGuestItems } from '../lib/chat/finding/list-guest-items.ts'
import { type CreateMessageResult, createMessage } from '../lib/chat/posting/create-message.ts'
import { postedMessage } from '../lib/chat/posting/post-context.ts'
import { postBodyOf } from '../lib/chat/posting/post-input.ts'
import { messagePage, messagesQuery, readMessages } from '../lib/chat/reading/read-messages.ts'
import { cancelScheduled } from '../lib/chat/scheduled/cancel-scheduled.ts'
import { listScheduled, scheduledMessages } from '../lib/chat/scheduled/list-scheduled.ts'
import { messageToSchedule, scheduleMessage } from '../lib/chat/scheduled/schedule-message.ts'
import { scheduledMessage, scheduledView } from '../lib/chat/scheduled/scheduled-send.ts'
import { sendTemplate } from '../lib/chat/templates/send-template.ts'
import { templateBody } from '../lib/chat/templates/template-body.ts'
import type { ErrorCode } from '../lib/errors.ts'
import { clientId } from '../lib/identifiers.ts'
import { itemsPage, itemsQuery } from '../lib/items/list-items.ts'
import { parse } from '../lib/parse.ts'
import { Reply } from './reply.ts'
import { type Answer, created, done, ok, route } from './route.ts'

const messageReply = ({ message, replayed }: CreateMessageResult): Reply => {
  const { threadId, messageId } = message
  // Notes stay out of the log.
  const about = message.type === 'note' ? { threadId } : { threadId, messageId }
  return replayed
    ? new Reply(200, message, { about, headers: { 'Idempotent-Replayed': 'true' } })
    : new Reply(201, message, { about })
}

export const posted = {
  messageId: 'ef9a2904-3e0e-449a-8cf5-fd43e5f11b98',
  threadId: 'guest-maria',
  body: 'Your room is ready.',
  authorId: 'olivia',
  createdAt: '2026-11-21T09:00:00.000Z',
  source: 'platform',
  type: 'chatapp-message',
  contentType: 'text',
  delivery: { reservationId: 'stay-1', status: 'pending', attempts: 0 },
}

const { delivery: _delivery, ...shown } = posted

export { shown }

export const readers = 'Staff, and participants who did not come in by posting alone'

const postAnswers = (example: Answer['example']): Answer[] => [
  { status: 201, says: 'The message, as it is stored.', schema: postedMessage, ...(example && { example }) },
  {
    status: 200,
    says: 'The same had been posted under this `messageId`: the message as it was stored then.',
    schema: postedMessage,
    headers: ['Idempotent-Replayed'],
  },
]

export const postCodes: readonly ErrorCode[] = [
  'thread-not-found',
  'message-conflict',
  'participant-limit',
  'rate-limited',
  'thread-busy',
]

const sentTemplate = {
  ...posted,
  body: 'Hello Maria, we have news about your stay at Casa Alameda. Please reply to this message, and we will tell you more.',
  delivery: {
    ...posted.delivery,
    template: {
      name: 'reply-request',
      variables: { '1': 'Maria', '2': 'Casa Alameda' },
      filled: ['guest', 'property'],
    },
  },
}

const scheduledExample = {
  messageId: 'm-17',
  authorId: 'sam',
  type: 'chatapp-message',
  body: 'Your room is ready.',
  reservationId: null,
  sendAt: '2026-12-01T09:00:00.000Z',
  status: 'waiting',
  failure: null,
}

const messagePath = z.object({ id: clientId, messageId: clientId })
const messageOf = ({ id: threadId, messageId }: z.infer<typeof messagePath>) => ({ threadId, messageId })

export const messageRoutes = [
  route({
    method: 'POST',
    path: '/chat/threads/:id/template-messages',
    access: 'signed-in',
    who: 'Staff',
    id: 'sendTemplate',
    summary: 'Send an approved template by chatapp',
    description:
      'Needs no open window. Values that are not given are taken from the stay; one that is not known there has to be given.',
    body: templateBody,
    example: { template: 'reply-request', variables: {} },
    answers: postAnswers(sentTemplate),
    codes: [...postCodes, 'answered-meanwhile'],
    handle: async ({ caller, context, params, body }) =>
      messageReply(await sendTemplate(context, caller, { threadId: params.id, ...body })),
  }),
  route({
    method: 'GET',
    path: '/chat/threads/:id/messages',
    access: 'signed-in',
    who: readers,
    id: 'readMessages',
    summary: "Read a thread's messages",
    description: 'Newest first. Notes are for staff alone.',
    query: messagesQuery,
    answers: ok('A page of messages, and who wrote them.', messagePage, {
      messages: [{ ...shown, delivery: { status: 'delivered', attempts: 1 } }],
      authors: { olivia: { name: 'Olivia' } },
      nextCursor: null,
    }),
    codes: ['thread-not-found'],
    handle: ({ caller, context, params, query }) =>
      readMessages(context, caller, { threadId: params.id, ...query }),
  }),
  /** Specification B1. */
  route({
    method: 'POST',
    path: '/chat/threads/:id/messages',
    access: 'signed-in',
    id: 'createMessage',
    summary: 'Post a message to a thread',
    description:
      'Stored once per `messageId`, however often it is posted; other content under the same id is a conflict. The role decides which types a user may send, and which fields set. Lengths are those of the usual settings.',
    who: 'Everybody signed in; notes and payment content staff alone',
    body: postBodyOf,
    example: { body: 'Your room is ready.', type: 'chatapp-message' },
    answers: postAnswers(posted),
    codes: [...postCodes, 'answered-meanwhile'],
    handle: async ({ caller, context, params, body }) =>
      messageReply(await createMessage(context, caller, { ...body, threadId: params.id })),
  }),
  route({
    method: 'POST',
    path: '/chat/threads/:id/messages/:messageId/retry',
    access: 'signed-in',
    who: 'Staff',
    id: 'retryMessage',
    summary: 'Send a message again',
    description: 'One whose send failed, or whose outcome stayed unknown.',
    params: messagePath,
    answers: [{ status: 202, says: 'It is being sent.' }],
    codes: ['not-found', 'not-retryable'],
    async handle({ caller, context, params }) {
      const about = messageOf(params)
      await retryMessage(context, caller, about)
      return new Reply(202, undefined, { about })
    },
  }),
  route({
    method: 'POST',
    path: '/chat/threads/:id/messages/:messageId/resolve',
    access: 'staff',
    id: 'resolveFailedSend',
    summary: 'Mark a failed message as dealt with',
    description: 'Its mark leaves the thread, and its line To do. Again changes nothing.',
    params: messagePath,
    answers: done('It is resolved.'),
    codes: ['not-found'],
    async handle({ caller, context, params }) {
      const about = messageOf(params)
      await resolveFailedSend(context, caller, failedSendId(about))
      return new Reply(204, undefined, { about })
    },
  }),
  route({
    method: 'POST',
    path: '/chat/threads/:id/scheduled',
    access: 'staff',
    id: 'scheduleMessage',
    summary: 'Send a message at a time',
    description:
      'It is posted then under its id, in the name of its author, unless somebody has answered meanwhile, the stay was cancelled, the guest cannot be reached any more, its author is not of the staff any more, or a file of it is gone: then it is not sent, its thread and To do say why. The same again answers the same.',
    body: messageToSchedule,
    example: { body: 'Your room is ready.', sendAt: '2026-12-01T09:00:00.000Z' },
    answers: created('It is kept.', scheduledMessage, scheduledExample),
    codes: ['thread-not-found', 'message-conflict', 'validation-failed'],
    async handle({ caller, context, params, body }) {
      const threadId = params.id
      const { sendAt, seenUntil, ...post } = body
      parse(postBodyOf(context.rules), post)
      const made = await scheduleMessage(context, caller, { ...post, threadId, sendAt, seenUntil })
      return new Reply(201, scheduledView(made), { about: { threadId } })
    },
  }),
  route({
    method: 'GET',
    path: '/chat/threads/:id/scheduled',
    access: 'staff',
    id: 'listScheduled',
    summary: 'List what is to be sent in a thread',
    description: 'By time; also what was not sent, until somebody has dealt with it.',
    answers: ok('The messages.', scheduledMessages, { scheduled: [scheduledExample] }),
    codes: ['thread-not-found'],
    handle: async ({ context, params }) => {
      const found = await listScheduled(context, params.id)
      return { scheduled: found.map(scheduledView) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/chat/threads/:id/scheduled/:messageId',
    access: 'staff',
    id: 'cancelScheduled',
    summary: 'Take a scheduled message back',
    description: 'Once this has answered it is not sent. Again changes nothing.',
    params: messagePath,
    answers: done('It is not sent.'),
    codes: ['not-found', 'message-conflict'],
    async handle({ caller, context, params }) {
      const about = messageOf(params)
      await cancelScheduled(context, caller, about)
      return new Reply(204, undefined, { about })
    },
  }),
  route({
    method: 'GET',
    path: '/chat/failed-sends',
    access: 'staff',
    id: 'listFailedSends',
    summary: 'List messages that did not get through',
    description: 'As items, newest first, with `threadId`, `messageId` and `authorId`.',
    query: itemsQuery.pick({ status: true, cursor: true }),
    answers: ok('A page of them.', itemsPage),
    handle: ({ caller, context, query }) =>
      listGuestItems(context, caller, { ...query, kind: 'send-failed' }),
  }),
]
