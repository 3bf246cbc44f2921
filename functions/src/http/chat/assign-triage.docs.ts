import { docsOf, done } from '../docs.ts'
import { body, handle } from './assign-triage.ts'

export const docs = docsOf(handle, 'assignTriage', 'Give a message its thread', {
  description:
    'All messages of its sender by that channel are stored there, and the sender is remembered. One of a guest with stays at several landlords goes alone. With `reservationId` or `guestId` it goes to the thread of that stay or guest.',
  who: 'Staff',
  body: { schema: body, example: { threadId: 'guest-maria' } },
  answers: done('They are stored.'),
  codes: ['not-found', 'thread-not-found', 'message-conflict', 'thread-busy'],
})
