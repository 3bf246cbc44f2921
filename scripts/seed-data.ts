import { type SeedProperty, seedProperties } from '../sandbox/src/seed.ts'

/** A document to write: path and fields. */
export type SeedDocument = readonly [path: string, data: Record<string, unknown>]

export const password = 'local-only'

/** Who can sign in locally. `role` becomes the custom claim; a guest-like user has none. */
export const people = [
  { uid: 'olivia', name: 'Olivia Ferrer', email: 'olivia@example.com', role: 'operations' },
  { uid: 'sam', name: 'Sam Okafor', email: 'sam@example.com', role: 'support' },
  { uid: 'lars', name: 'Lars Lindqvist', email: 'lars@example.com', role: 'landlord' },
  { uid: 'otabot', name: 'OTA automations', email: 'otabot@example.com', role: 'service' },
  { uid: 'nina', name: 'Nina Petrov', email: 'nina@example.com', role: '' },
] as const

const slug = (title: string): string => title.toLowerCase().replaceAll(' ', '-')
const daysFromNow = (days: number): Date => new Date(Date.now() + days * 86_400_000)
const day = (days: number): string => daysFromNow(days).toISOString().slice(0, 10)

const free = { plan: 'free', amount: 0, currency: 'EUR' }
const paid = { plan: 'paid', amount: 4900, currency: 'EUR' }

/** Greta's one property is on paid terms. */
const landlordOf = (propertyId: string): string => (propertyId === 'casa-alameda' ? 'greta' : 'lars')

function propertyDocuments(property: SeedProperty): SeedDocument[] {
  const id = slug(property.title)
  const hasConnection = property.matchesHotelId !== null
  return [
    [
      `properties/${id}`,
      {
        name: property.title,
        landlordId: landlordOf(id),
        ...(hasConnection && { channelManagerId: property.id }),
      },
    ],
    ...property.roomTypes.flatMap(({ id: typeId, title, capacity, ratePlans }): SeedDocument[] => [
      [
        `properties/${id}/rooms/${typeId}`,
        { name: title.trim(), capacity, channelManagerRoomTypeId: typeId },
      ],
      ...ratePlans.map(
        (plan): SeedDocument => [
          `properties/${id}/ratePlans/${plan.id}`,
          { name: plan.title, roomId: typeId, occupancy: plan.occupancy, channelManagerRatePlanId: plan.id },
        ],
      ),
    ]),
    [
      `connectionRequests/${id}-booking`,
      { propertyId: id, ota: 'booking', status: 'pending', createdAt: daysFromNow(-2) },
    ],
  ]
}

const thread = (fields: Record<string, unknown>): Record<string, unknown> => ({
  needsAttention: [],
  needsAttentionMap: {},
  updatedAt: daysFromNow(-1),
  version: 0,
  ...fields,
})

const conversations: SeedDocument[] = [
  ['guests/maria', { name: 'Maria Rossi', phone: '+393331234567', email: 'maria@example.com' }],
  [
    'reservations/stay-1',
    { guestId: 'maria', propertyId: 'casa-alameda', arrival: day(-1), departure: day(4) },
  ],
  [
    'threads/guest-maria',
    thread({
      source: 'guest',
      guestName: 'Maria Rossi',
      participantIds: ['maria', 'sam', 'lars'],
      reservationId: 'stay-1',
      propertyId: 'casa-alameda',
    }),
  ],
  ['guests/tom', { name: 'Tom Becker', phone: '+4915112345678' }],
  [
    'reservations/stay-2',
    { guestId: 'tom', propertyId: 'old-mill-cottage', arrival: day(10), departure: day(14) },
  ],
  [
    'threads/mirrored-tom',
    thread({
      source: 'platform-guest',
      guestName: 'Tom Becker',
      participantIds: ['tom', 'sam'],
      reservationId: 'stay-2',
      propertyId: 'old-mill-cottage',
    }),
  ],
  // Wrote last two days ago: only an approved template reaches him by chatapp.
  ['guests/jonas', { name: 'Jonas Weber', phone: '+4915187654321', lastChatappInboundAt: daysFromNow(-2) }],
  [
    'reservations/stay-3',
    { guestId: 'jonas', propertyId: 'casa-alameda', arrival: day(6), departure: day(9) },
  ],
  [
    'threads/guest-jonas',
    thread({
      source: 'guest',
      guestName: 'Jonas Weber',
      participantIds: ['jonas', 'sam'],
      reservationId: 'stay-3',
      propertyId: 'casa-alameda',
    }),
  ],
  ['threads/support-lars', thread({ source: 'support', participantIds: ['lars', 'sam'] })],
]

/** Everything a new local system starts with. */
export const seedDocuments = (): SeedDocument[] => [
  ...people.map(
    ({ uid, name, email, role }): SeedDocument => [`users/${uid}`, { displayName: name, email, role }],
  ),
  ['accounts/lars', { name: 'Lars Lindqvist', email: 'lars@example.com', connectionService: free }],
  ['accounts/greta', { name: 'Greta Holm', email: 'greta@example.com', connectionService: paid }],
  ...seedProperties.flatMap(propertyDocuments),
  ...conversations,
]
