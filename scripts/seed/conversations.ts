import guests from './conversations.json' with { type: 'json' }
import { documentsOfGuests } from './guest.ts'
import life from './life.json' with { type: 'json' }
import { documentsOf, type SeedDocument, type Talk } from './talk.ts'

const landlord: Talk = {
  threadId: 'support-lars',
  opened: { source: 'support', participantIds: ['lars', 'sam'] },
  asker: { uid: 'lars', role: 'landlord' },
  by: { source: 'platform', type: 'message' },
  says: [
    { who: 'asker', minutesAgo: 320, body: 'When will Harbour View be on Booking.com?' },
    { who: 'sam', minutesAgo: 301, body: 'Today, Lars. We need nothing more from you.' },
    { who: 'asker', minutesAgo: 290, body: 'Very good, thank you.' },
  ],
}

/**
 * Three guests and a landlord who have been answered. Jonas wrote two days ago, after which only an approved template
 * reaches him by chatapp.
 */
export const conversationDocuments = (now: Date): SeedDocument[] => [
  ...documentsOfGuests(guests, now),
  ...documentsOf(landlord, now),
]

/** A week of forty guests and one that burns. */
export const lifeDocuments = (now: Date): SeedDocument[] =>
  documentsOfGuests(life, now, { teamId: null, state: 'open' })
