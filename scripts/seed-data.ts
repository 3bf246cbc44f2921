import { type SeedProperty, seedProperties } from '../sandbox/src/seed.ts'
import { conversationDocuments } from './seed/conversations.ts'
import type { SeedDocument } from './seed/talk.ts'

type Fields = Record<string, unknown>

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
/** By property that has one: the id of its hotel at the sandbox's OTA. */
export const hotelOfProperty = (): Record<string, string> =>
  Object.fromEntries(
    seedProperties.flatMap(({ title, matchesHotelId }) =>
      matchesHotelId === null ? [] : [[slug(title), matchesHotelId]],
    ),
  )

const daysFromNow = (days: number): Date => new Date(Date.now() + days * 86_400_000)

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
  ...conversationDocuments(new Date()),
  ...cannedDocuments(),
]
