import { docsOf, ok } from '../docs.ts'
import { readers, shown } from './examples.ts'
import { handle, query, reply } from './read-thread.ts'

const reach = { reachable: true, reason: null, optedOut: false, numberValid: true }

export const docs = docsOf(handle, 'readThread', 'Read a thread', {
  description: 'With how its guest can be written to, and what `text` would take as an SMS.',
  who: readers,
  query,
  answers: ok('The thread, as the caller may see it.', reply, {
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
      guest: { name: 'Maria' },
    },
  }),
  codes: ['thread-not-found'],
})
