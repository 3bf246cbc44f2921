import { type SeedProperty, seedProperties } from '../sandbox/src/seed.ts'
import cannedReplies from './seed/canned-replies.json' with { type: 'json' }
import { conversationDocuments } from './seed/conversations.ts'
import people from './seed/people.json' with { type: 'json' }
import type { SeedDocument } from './seed/talk.ts'

export const password = 'local-only'

/** The users who can sign in locally. `role` becomes the custom claim; a guest-like user has none. */
export { people }

const slug = (title: string): string => title.toLowerCase().replaceAll(' ', '-')
/** Ids of hotels at the sandbox's OTA, by the property that they match. */
export const hotelOfProperty = (): Record<string, string | null> =>
  Object.fromEntries(
    seedProperties
      .filter(({ matchesHotelId }) => matchesHotelId)
      .map(({ title, matchesHotelId }) => [slug(title), matchesHotelId]),
  )

const daysFromNow = (days: number): Date => new Date(Date.now() + days * 86_400_000)

const free = { plan: 'free', amount: 0, currency: 'EUR' }
const paid = { plan: 'paid', amount: 4900, currency: 'EUR' }

/** The documents of a property of the channel manager. Greta's one property is on paid terms. */
export function propertyDocuments({ title, id: channelManagerId, ...one }: SeedProperty): SeedDocument[] {
  const id = slug(title)
  const landlordId = id === 'casa-alameda' ? 'greta' : 'lars'
  return [
    [`properties/${id}`, { name: title, landlordId, ...(one.matchesHotelId && { channelManagerId }) }],
    [
      `connectionRequests/${id}-booking`,
      { propertyId: id, ota: 'booking', status: 'pending', createdAt: daysFromNow(-2) },
    ],
    ...one.roomTypes.flatMap(({ id: roomId, title: name, capacity, ratePlans }): SeedDocument[] => [
      [`properties/${id}/rooms/${roomId}`, { name: name.trim(), capacity, channelManagerRoomTypeId: roomId }],
      ...ratePlans.map(({ id: planId, title: name, occupancy }): SeedDocument => {
        const plan = { name, roomId, occupancy, channelManagerRatePlanId: planId }
        return [`properties/${id}/ratePlans/${planId}`, plan]
      }),
    ]),
  ]
}

function cannedDocuments(): SeedDocument[] {
  const made = { files: [], createdBy: 'sam', createdAt: daysFromNow(-30), version: 2 }
  return [
    ...cannedReplies.map(({ id, changedDaysAgo, ...reply }): SeedDocument => {
      return [`cannedReplies/${id}`, { ...reply, ...made, changedAt: daysFromNow(-changedDaysAgo) }]
    }),
    [
      'cannedNames/all',
      { names: Object.fromEntries(cannedReplies.map(({ id, name }) => [id, name.toLowerCase()])) },
    ],
  ]
}

/** Everything a new local system starts with. */
export const seedDocuments = (): SeedDocument[] => [
  ...people.map(
    ({ uid, name, email, role }): SeedDocument => [`users/${uid}`, { displayName: name, email, role }],
  ),
  ['accounts/lars', { name: 'Lars Lindqvist', email: 'lars@example.com', connectionService: free }],
  ['accounts/greta', { name: 'Greta Holm', email: 'greta@example.com', connectionService: paid }],
  ...seedProperties.flatMap(propertyDocuments),
  ...conversationDocuments(new Date()),
  ...cannedDocuments(),
]
