import * as z from 'zod'
import { changeParticipant } from '../lib/chat/change-participant.ts'
import { findThreads, mostThreads, threadSearch } from '../lib/chat/finding/find-threads.ts'
import { threadMatches } from '../lib/chat/finding/search-words.ts'
import { mergeTarget, mergeThread } from '../lib/chat/merging/merge-thread.ts'
import { unmergeThread } from '../lib/chat/merging/unmerge-thread.ts'
import { startedThread, startOf, startThread, threadStart } from '../lib/chat/opening/start-thread.ts'
import { aboutGuest, aboutThread, threadSurroundings } from '../lib/chat/reading/about-thread.ts'
import { changeGuest, guestChange } from '../lib/chat/reading/change-guest.ts'
import { importantMark, markImportant, markRead, readMark } from '../lib/chat/reading/change-thread.ts'
import { readThread, thread, threadQuery } from '../lib/chat/reading/read-thread.ts'
import { threadEventList, threadEvents } from '../lib/chat/reading/thread-events.ts'
import { searchKey, threadSearchKey } from '../lib/chat/search/search-key.ts'
import { clientId, userId } from '../lib/identifiers.ts'
import { postCodes, posted, readers, shown } from './messages.ts'
import { Reply } from './reply.ts'
import { type Answer, documentPath, done, ok, route } from './route.ts'

const started = (status: 200 | 201, says: string): Answer => ({
  status,
  says,
  schema: startedThread,
  example: { threadId: posted.threadId, message: posted },
})

const exampleGuest = {
  guestId: 'maria',
  name: 'Maria Rossi',
  phone: '+393331234567',
  email: null,
  language: 'it',
  note: 'Comes with a dog.',
  optedOut: {},
}

const reach = { reachable: true, reason: null, optedOut: false, numberValid: true }

const memberPath = z.object({ id: clientId, uid: userId })

export const threadRoutes = [
  route({
    method: 'POST',
    path: '/chat/threads',
    access: 'staff',
    id: 'startThread',
    summary: "Open a guest's thread",
    description:
      'Of a reservation, of a guest whose stays are all let by one landlord, or of whoever has a number. A guest has one thread with a landlord: where it is there, it is found, also for another stay. A message is stored once per `messageId`, and is about the reservation that is named. A chatapp text begins a conversation only with a guest who has just written, or has agreed (`guests.optedIn`); a template may begin any.',
    body: threadStart,
    example: { reservationId: 'stay-1', template: 'booking-confirmation' },
    answers: [started(201, 'The thread was opened.'), started(200, 'The thread was there.')],
    codes: ['not-found', 'property-not-found', ...postCodes, 'answered-meanwhile'],
    async handle({ caller, context, body }) {
      const start = startOf(context.rules, body)
      const { threadId, isNew, message } = await startThread(context, caller, start)
      return new Reply(isNew ? 201 : 200, { threadId, message }, { about: { threadId } })
    },
  }),
  route({
    method: 'POST',
    path: '/chat/threads/find',
    access: 'staff',
    id: 'findThreads',
    summary: 'Find threads by data of a guest',
    description: `By phone number in any spelling, e-mail address, reservation, and the id of a property or the beginning of its name. The ${mostThreads} surest. The query is in the body, since addresses of requests are logged.`,
    body: threadSearch,
    example: { q: '+44 7700 900123' },
    answers: ok('The threads.', threadMatches, {
      threads: [
        {
          threadId: 'guest-maria',
          because: 'phone',
          guestName: 'Maria Rossi',
          propertyId: 'harbour-view-guesthouse',
        },
      ],
      stays: [],
    }),
    handle: ({ context, body }) => findThreads(context, body.q),
  }),
  route({
    method: 'GET',
    path: '/chat/threads/:id',
    access: 'signed-in',
    who: readers,
    id: 'readThread',
    summary: 'Read a thread',
    description: 'With how its guest can be written to, and what `text` would take as an SMS.',
    query: threadQuery,
    answers: ok('The thread, as the caller may see it.', thread, {
      threadId: 'guest-maria',
      source: 'platform',
      participantIds: ['olivia'],
      lastMessage: shown,
      lastPublicMessage: shown,
      updatedAt: shown.createdAt,
      lastChatappMessageSentAt: null,
      reservationId: 'stay-1',
      propertyId: null,
      needsAttention: [],
      importantFor: [],
      unread: false,
      important: false,
      lastFailureId: null,
      reachability: {
        chatapp: {
          ...reach,
          windowClosesAt: '2026-11-22T08:00:00.000Z',
          windowOpen: true,
          templatesAllowed: true,
        },
        sms: { ...reach, segments: { count: 1, encoding: 'GSM-7', characters: 5 } },
        ota: { ...reach, numberValid: null, provider: 'booking', windowClosesAt: null, conversation: true },
        guest: { name: 'Maria' },
        lastUsed: 'chatapp',
      },
    }),
    codes: ['thread-not-found'],
    handle: ({ caller, context, params, query }) =>
      readThread(context, caller, { threadId: params.id, ...query }),
  }),
  route({
    method: 'GET',
    path: '/chat/threads/:id/about',
    access: 'staff',
    id: 'aboutThread',
    summary: 'Read whom and what a thread is about',
    description: 'An unknown value, or one not stored any more, is null.',
    answers: ok('Guest, stays and property.', threadSurroundings, {
      guest: exampleGuest,
      stay: {
        reservationId: 'stay-1',
        propertyId: 'harbour-view-guesthouse',
        arrival: '2026-11-24',
        departure: '2026-11-27',
        status: 'confirmed',
        ota: 'booking',
        amount: 41_250,
        currency: 'GBP',
        party: { adults: 2, children: 1, infants: 0 },
        otaBookingNumber: '4711',
        notes: 'A quiet room, please.',
        arrivalTime: '15:00',
        leadGuest: { name: 'Paolo Rossi', phone: '+393331234567', email: null },
      },
      otherStays: [],
      property: {
        propertyId: 'harbour-view-guesthouse',
        name: 'Harbour View',
        timeZone: 'Europe/London',
        landlordId: 'lars',
        facts: { wifi: 'harbour, sunny-days' },
      },
    }),
    codes: ['thread-not-found'],
    handle: ({ context, params }) => aboutThread(context, params.id),
  }),
  route({
    method: 'PATCH',
    path: '/chat/guests/:id',
    access: 'staff',
    id: 'changeGuest',
    summary: "Correct a guest's name, phone, e-mail, language or note",
    description:
      'Null removes language or note. Another phone begins without consent, and an opt-out stays with its number.',
    params: documentPath,
    body: guestChange,
    example: { language: 'it', note: 'Comes with a dog.' },
    answers: ok('The guest.', aboutGuest, exampleGuest),
    codes: ['not-found'],
    handle: ({ context, caller, params, body }) =>
      changeGuest(context, caller, { guestId: params.id, ...body }),
  }),
  route({
    method: 'GET',
    path: '/chat/threads/:id/events',
    access: 'staff',
    id: 'threadEvents',
    summary: 'Read who did what to a thread',
    description: 'The newest hundred acts, newest first: who owns it, its state, its participants.',
    answers: ok('The acts.', threadEventList, {
      events: [
        {
          at: '2026-11-24T08:00:00.000Z',
          by: 'sam',
          action: 'thread.state',
          details: { state: 'done', until: null, reason: 'no-answer-needed' },
        },
      ],
    }),
    codes: ['thread-not-found'],
    handle: async ({ context, params }) => ({ events: await threadEvents(context, params.id) }),
  }),
  route({
    method: 'POST',
    path: '/chat/threads/:id/read',
    access: 'signed-in',
    who: 'Participants and staff',
    id: 'markRead',
    summary: 'Mark a thread read',
    description:
      'Up to the message and the failure that are named, or all there is now. Nothing is cleared when something newer has come.',
    body: readMark,
    mayLackBody: true,
    example: { lastMessageId: posted.messageId },
    answers: done('It is marked.'),
    codes: ['thread-not-found', 'rate-limited', 'thread-busy'],
    handle: ({ caller, context, params, body }) =>
      markRead(context, caller, { threadId: params.id, ...body }),
  }),
  route({
    method: 'PUT',
    path: '/chat/threads/:id/important',
    access: 'signed-in',
    who: 'Participants and staff',
    id: 'markImportant',
    summary: 'Mark a thread important',
    description: 'To the caller alone.',
    body: importantMark,
    example: { important: true },
    answers: done('It is marked.'),
    codes: ['thread-not-found', 'rate-limited', 'thread-busy'],
    handle: ({ caller, context, params, body }) =>
      markImportant(context, caller, { threadId: params.id, ...body }),
  }),
  route({
    method: 'PUT',
    path: '/chat/threads/:id/participants/:uid',
    access: 'staff',
    id: 'addParticipant',
    summary: 'Add a participant to a thread',
    description: 'As a member, however they joined before. Also brings back who was removed.',
    params: memberPath,
    answers: done('They are a member.'),
    codes: ['thread-not-found'],
    async handle({ caller, context, params }) {
      await changeParticipant(context, caller, { threadId: params.id, userId: params.uid, isAdded: true })
    },
  }),
  route({
    method: 'DELETE',
    path: '/chat/threads/:id/participants/:uid',
    access: 'staff',
    id: 'removeParticipant',
    summary: 'Remove a participant from a thread',
    description: 'The user neither reads nor posts there until added again. Their messages stay.',
    params: memberPath,
    answers: done('They are out.'),
    codes: ['thread-not-found'],
    async handle({ caller, context, params }) {
      await changeParticipant(context, caller, { threadId: params.id, userId: params.uid, isAdded: false })
    },
  }),
  route({
    method: 'POST',
    path: '/chat/threads/:id/merge',
    access: 'staff',
    id: 'mergeThread',
    summary: 'Mark a thread as of the same guest as another',
    description:
      'No message moves, and both threads answer. New messages of the guest by a channel, the guest’s bookings and users who open the guest’s thread lead to the other one. A wait stays where the guest began it.',
    body: mergeTarget,
    example: { threadId: 'guest-maria' },
    answers: done('It is merged.'),
    codes: ['thread-not-found', 'thread-merged'],
    handle: ({ caller, context, params, body }) =>
      mergeThread(context, caller, { threadId: params.id, into: body.threadId }),
  }),
  route({
    method: 'POST',
    path: '/chat/threads/:id/unmerge',
    access: 'staff',
    id: 'unmergeThread',
    summary: 'Take a merged thread apart again',
    description: 'Messages written meanwhile stay where they are.',
    answers: done('It is not merged.'),
    codes: ['thread-not-found'],
    handle: ({ caller, context, params }) => unmergeThread(context, caller, params.id),
  }),
  route({
    method: 'GET',
    path: '/chat/search-key',
    access: 'signed-in',
    who: 'Staff, and members of a thread',
    id: 'searchKey',
    summary: 'Get a key for searching threads',
    description:
      'Valid for a minute, so ask again before `validUntil`. It finds what the caller may read, and cannot write. Its searches are limited by caller and address.',
    answers: ok('What a search client needs.', threadSearchKey, {
      appId: 'APP',
      indexName: 'threads',
      key: '…',
      validUntil: '2026-11-21T10:00:00.000Z',
    }),
    handle: ({ caller, context }) => searchKey(context, caller),
  }),
]
