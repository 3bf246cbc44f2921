import { type SeedProperty, seedProperties } from '../sandbox/src/seed.ts'

type Fields = Record<string, unknown>
/** A document to write. */
export type SeedDocument = readonly [path: string, fields: Fields]

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

function propertyDocuments({ title, id: channelManagerId, matchesHotelId, roomTypes }: SeedProperty) {
  const id = slug(title)
  const documents: Record<string, Fields> = {
    [`properties/${id}`]: {
      ...{ name: title, landlordId: landlordOf(id) },
      ...(matchesHotelId !== null && { channelManagerId }),
    },
    [`connectionRequests/${id}-booking`]: {
      ...{ propertyId: id, ota: 'booking', status: 'pending', createdAt: daysFromNow(-2) },
    },
  }
  for (const { id: roomId, title: name, capacity, ratePlans } of roomTypes) {
    const room = { name: name.trim(), capacity, channelManagerRoomTypeId: roomId }
    documents[`properties/${id}/rooms/${roomId}`] = room
    for (const { id: planId, title: name, occupancy } of ratePlans) {
      const plan = { name, roomId, occupancy, channelManagerRatePlanId: planId }
      documents[`properties/${id}/ratePlans/${planId}`] = plan
    }
  }
  return documents
}

const thread = (fields: Fields): Fields => ({
  ...{ needsAttention: [], needsAttentionMap: {}, updatedAt: daysFromNow(-1), version: 0 },
  ...fields,
})

const stay = (guestId: string, propertyId: string, arrives: number, departs: number): Fields => ({
  ...{ guestId, propertyId, arrival: day(arrives), departure: day(departs) },
})

const conversations: Record<string, Fields> = {
  'guests/maria': { name: 'Maria Rossi', phone: '+393331234567', email: 'maria@example.com' },
  'reservations/stay-1': stay('maria', 'casa-alameda', -1, 4),
  'threads/guest-maria': thread({
    ...{ source: 'guest', guestName: 'Maria Rossi', participantIds: ['maria', 'sam', 'lars'] },
    ...{ reservationId: 'stay-1', propertyId: 'casa-alameda' },
  }),
  'guests/tom': { name: 'Tom Becker', phone: '+4915112345678' },
  'reservations/stay-2': stay('tom', 'old-mill-cottage', 10, 14),
  'threads/mirrored-tom': thread({
    ...{ source: 'platform-guest', guestName: 'Tom Becker', participantIds: ['tom', 'sam'] },
    ...{ reservationId: 'stay-2', propertyId: 'old-mill-cottage' },
  }),
  // Wrote last two days ago: only an approved template reaches him by chatapp.
  'guests/jonas': {
    ...{ name: 'Jonas Weber', phone: '+4915187654321', lastChatappInboundAt: daysFromNow(-2) },
  },
  'reservations/stay-3': stay('jonas', 'casa-alameda', 6, 9),
  'threads/guest-jonas': thread({
    ...{ source: 'guest', guestName: 'Jonas Weber', participantIds: ['jonas', 'sam'] },
    ...{ reservationId: 'stay-3', propertyId: 'casa-alameda' },
  }),
  'threads/support-lars': thread({ source: 'support', participantIds: ['lars', 'sam'] }),
}

/** Which of the team wrote each, and how many days ago it was changed. */
const cannedTexts = {
  'check-in': {
    ...{ name: 'Check-in', by: 'sam', daysAgo: 3 },
    text: 'Hello {{guest}}, your room at {{property}} is ready from 3 pm on {{arrival}}. When do you think you will arrive?',
  },
  'check-out': {
    ...{ name: 'Check-out', by: 'sam', daysAgo: 12 },
    text: 'Dear {{guest}}, please leave the keys on the table by 11 am on {{departure}}. Thank you for staying at {{property}}!',
  },
  'late-arrival': {
    ...{ name: 'Late arrival', by: 'olivia', daysAgo: 3 },
    text: 'No problem at all, {{guest}}: the key box beside the door opens at any hour, and we send you its code on {{arrival}}.',
  },
}

function cannedDocuments(): SeedDocument[] {
  const all = Object.entries(cannedTexts)
  return [
    ...all.map(([id, { name, text, by, daysAgo }]): SeedDocument => {
      const at = daysFromNow(-daysAgo)
      const made = { createdBy: 'sam', createdAt: daysFromNow(-30), changedBy: by, changedAt: at, version: 2 }
      return [`cannedReplies/${id}`, { name, text, files: [], ...made }]
    }),
    ['cannedNames/all', { names: Object.fromEntries(all.map(([id, { name }]) => [id, name.toLowerCase()])) }],
  ]
}

/** Everything a new local system starts with. */
export const seedDocuments = (): SeedDocument[] => [
  ...people.map(
    ({ uid, name, email, role }): SeedDocument => [`users/${uid}`, { displayName: name, email, role }],
  ),
  ['accounts/lars', { name: 'Lars Lindqvist', email: 'lars@example.com', connectionService: free }],
  ['accounts/greta', { name: 'Greta Holm', email: 'greta@example.com', connectionService: paid }],
  ...seedProperties.flatMap(property => Object.entries(propertyDocuments(property))),
  ...Object.entries(conversations),
  ...cannedDocuments(),
]
