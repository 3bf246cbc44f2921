import { typeOf } from '../../functions/src/lib/chat/channels/naming.ts'
import { documentsOf, type SeedDocument, type Talk } from './talk.ts'

const [minuteMs, dayMs, dayMinutes] = [60_000, 86_400_000, 24 * 60]

/** What a thread says of a stay: whose, where, and how many days from today it begins and ends. */
interface Stay {
  reservationId: string
  guestId: string
  property: readonly [id: string, name: string]
  days: readonly [arrives: number, departs: number]
}

const [alameda, mill] = [
  ['casa-alameda', 'Casa Alameda'],
  ['old-mill-cottage', 'Old Mill Cottage'],
] as const

const stays = {
  maria: { reservationId: 'stay-1', guestId: 'maria', property: alameda, days: [-1, 4] },
  tom: { reservationId: 'stay-2', guestId: 'tom', property: mill, days: [10, 14] },
  jonas: { reservationId: 'stay-3', guestId: 'jonas', property: alameda, days: [6, 9] },
} as const satisfies Record<string, Stay>

const datesOf = ({ days: [arrives, departs] }: Stay, now: Date) => {
  const day = (days: number) => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)
  return { arrival: day(arrives), departure: day(departs) }
}

const about = (stay: Stay, now: Date) => ({
  ...{ reservationId: stay.reservationId, propertyId: stay.property[0], propertyName: stay.property[1] },
  stay: datesOf(stay, now),
})

/** Two days ago, after which only an approved template reaches Jonas by chatapp. */
const jonasWrote = 2 * dayMinutes

const byChatapp = { source: 'chatapp', type: typeOf('chatapp') } as const

const talks = (now: Date): Talk[] => [
  {
    threadId: 'guest-maria',
    opened: {
      ...{
        source: 'guest',
        guestName: 'Maria Rossi',
        participantIds: ['maria', 'sam', 'lars'],
        ownerId: 'sam',
      },
      ...about(stays.maria, now),
    },
    ...{ asker: { uid: 'maria', role: 'guest' }, by: byChatapp },
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
    opened: {
      ...{ source: 'platform-guest', guestName: 'Tom Becker', participantIds: ['tom', 'sam'] },
      ...about(stays.tom, now),
    },
    asker: { uid: 'tom', role: 'guest' },
    by: { source: 'platform-guest', type: 'message' },
    says: [
      { who: 'asker', minutesAgo: dayMinutes + 140, body: 'Hello, may we bring our dog to the cottage?' },
      {
        who: 'olivia',
        minutesAgo: dayMinutes + 118,
        body: 'Hello Tom, with pleasure. The garden is fenced.',
      },
    ],
  },
  {
    threadId: 'guest-jonas',
    opened: {
      ...{ source: 'guest', guestName: 'Jonas Weber', participantIds: ['jonas', 'sam'] },
      ...about(stays.jonas, now),
    },
    ...{ asker: { uid: 'jonas', role: 'guest' }, by: byChatapp },
    says: [
      { who: 'asker', minutesAgo: jonasWrote, body: 'Hallo, gibt es einen Kinderstuhl?' },
      { who: 'sam', minutesAgo: jonasWrote - 14, body: 'Hallo Jonas! Ja, er steht schon in der Küche.' },
    ],
  },
  {
    threadId: 'support-lars',
    opened: { source: 'support', participantIds: ['lars', 'sam'] },
    asker: { uid: 'lars', role: 'landlord' },
    by: { source: 'platform', type: 'message' },
    says: [
      { who: 'asker', minutesAgo: 320, body: 'When will Harbour View be on Booking.com?' },
      { who: 'sam', minutesAgo: 301, body: 'Today, Lars. We need nothing more from you.' },
      { who: 'asker', minutesAgo: 290, body: 'Very good, thank you.' },
    ],
  },
]

const guests: Record<string, (now: Date) => Record<string, unknown>> = {
  maria: now => ({
    ...{ name: 'Maria Rossi', phone: '+393331234567', email: 'maria@example.com' },
    lastChatappInboundAt: new Date(now.getTime() - 171 * minuteMs),
  }),
  tom: () => ({ name: 'Tom Becker', phone: '+4915112345678' }),
  jonas: now => ({
    ...{ name: 'Jonas Weber', phone: '+4915187654321' },
    lastChatappInboundAt: new Date(now.getTime() - jonasWrote * minuteMs),
  }),
}

/** Three guests and a landlord who have been answered. */
export const conversationDocuments = (now: Date): SeedDocument[] => [
  ...Object.entries(guests).map(([id, fields]): SeedDocument => [`guests/${id}`, fields(now)]),
  ...Object.values(stays).map((stay): SeedDocument => {
    const { reservationId, guestId, property } = stay
    return [`reservations/${reservationId}`, { guestId, propertyId: property[0], ...datesOf(stay, now) }]
  }),
  ...talks(now).flatMap(talk => documentsOf(talk, now)),
]
