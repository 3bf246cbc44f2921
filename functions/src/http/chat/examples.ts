import type { ErrorCode } from '../../lib/errors.ts'
import type { Answer } from '../docs.ts'
import { reply } from './message-shapes.ts'

/** What the documentation of several routes shows and says. */
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

export const postAnswers = (example: Answer['example']): Answer[] => [
  { status: 201, says: 'The message, as it is stored.', schema: reply, ...(example && { example }) },
  {
    status: 200,
    says: 'The same had been posted under this `messageId`: the message as it was stored then.',
    schema: reply,
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
