import { typeOf } from '../../functions/src/lib/chat/channels/naming.ts'
import { documentsOfGuest, type Guest, places } from './guest.ts'
import { documentsOf, type SeedDocument, type Talk } from './talk.ts'

const [alameda, , mill] = places
const byChatapp = { source: 'chatapp', type: typeOf('chatapp') } as const
const yesterday = 24 * 60
/** Two days ago, after which only an approved template reaches Jonas by chatapp. */
const jonasWrote = 2 * yesterday

const guests: Guest[] = [
  {
    threadId: 'guest-maria',
    guestId: 'maria',
    name: 'Maria Rossi',
    phone: '+393331234567',
    email: 'maria@example.com',
    by: byChatapp,
    place: alameda,
    stay: [-1, 4],
    members: ['sam', 'lars'],
    ownerId: 'sam',
    says: [
      { who: 'asker', minutesAgo: 196, body: 'Good morning! Where may we leave the car?' },
      { who: 'sam', minutesAgo: 189, body: 'Good morning, Maria! The second gate on the left is yours.' },
      { who: 'note', minutesAgo: 188, body: 'She travels with a small dog, agreed with Lars.' },
      { who: 'asker', minutesAgo: 171, body: 'Found it, thank you. Is there a bakery nearby?' },
      {
        who: 'sam',
        minutesAgo: 166,
        body: 'Five minutes down the hill, beside the church. It opens at seven.',
      },
    ],
  },
  {
    threadId: 'mirrored-tom',
    guestId: 'tom',
    name: 'Tom Becker',
    phone: '+4915112345678',
    by: { source: 'platform-guest', type: 'message' },
    place: mill,
    stay: [10, 14],
    members: ['sam'],
    says: [
      { who: 'asker', minutesAgo: yesterday + 140, body: 'Hello, may we bring our dog to the cottage?' },
      { who: 'olivia', minutesAgo: yesterday + 118, body: 'Hello Tom, with pleasure. The garden is fenced.' },
    ],
  },
  {
    threadId: 'guest-jonas',
    guestId: 'jonas',
    name: 'Jonas Weber',
    phone: '+4915187654321',
    by: byChatapp,
    place: alameda,
    stay: [6, 9],
    members: ['sam'],
    says: [
      { who: 'asker', minutesAgo: jonasWrote, body: 'Hallo, gibt es einen Kinderstuhl?' },
      { who: 'sam', minutesAgo: jonasWrote - 14, body: 'Hallo Jonas! Ja, er steht schon in der Küche.' },
    ],
  },
]

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

/** Three guests and a landlord who have been answered. */
export const conversationDocuments = (now: Date): SeedDocument[] => [
  ...guests.flatMap(guest => documentsOfGuest(guest, now)),
  ...documentsOf(landlord, now),
]
