import * as z from 'zod'
import conversations from './conversations.json' with { type: 'json' }
import { documentsOfGuests } from './guest.ts'
import life from './life.json' with { type: 'json' }
import { documentsOf, line, type SeedDocument, type Talk } from './talk.ts'

const landlord: Talk = {
  threadId: 'support-lars',
  opened: { source: 'support', participantIds: ['lars', 'sam'] },
  asker: { uid: 'lars', role: 'landlord' },
  by: { source: 'platform', type: 'message' },
  says: z.array(line).parse(conversations.landlord),
}

/**
 * Conversations with three guests and a landlord, all answered. Jonas wrote two days ago, so only an approved template
 * reaches him by chatapp.
 */
export const conversationDocuments = (now: Date): SeedDocument[] => [
  ...documentsOfGuests(conversations.guests, now),
  ...documentsOf(landlord, now),
]

/** A week of forty guests, and one more whose matter is urgent. */
export const lifeDocuments = (now: Date): SeedDocument[] =>
  documentsOfGuests(life, now, { teamId: null, state: 'open' })
