import { documentsOf, type Line, type SeedDocument, type Talk } from './talk.ts'

/** By id, what each is called. */
export const places = [
  ['casa-alameda', 'Casa Alameda'],
  ['harbour-view-guesthouse', 'Harbour View Guesthouse'],
  ['old-mill-cottage', 'Old Mill Cottage'],
  ['lakeside-lodge', 'Lakeside Lodge'],
] as const

/** A guest with a stay, and what they wrote and were answered. */
export interface Guest {
  threadId: string
  guestId: string
  name: string
  phone: string
  email?: string
  by: Talk['by']
  place: (typeof places)[number]
  /** Days from today. */
  stay: readonly [arrival: number, departure: number]
  members: string[]
  ownerId?: string | null
  says: readonly Line[]
  end?: 'closed' | 'snoozed' | undefined
  /** More of the thread. */
  thread?: object
}

export const dayMs = 86_400_000

/** The documents of guest, stay and thread. */
export function documentsOfGuest(guest: Guest, now: Date): SeedDocument[] {
  const { threadId, guestId, name, phone, email, by, place, ownerId, says, end } = guest
  const [propertyId, propertyName] = place
  const reservationId = `${threadId}-stay`
  const [arrival = '', departure = ''] = guest.stay.map(days =>
    new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10),
  )
  const lastWrote = says.findLast(({ who }) => who === 'asker')?.minutesAgo ?? 0
  const lastChatappInboundAt = new Date(now.getTime() - lastWrote * 60_000)
  return [
    [
      `guests/${guestId}`,
      { name, phone, ...(email && { email }), ...(by.source === 'chatapp' && { lastChatappInboundAt }) },
    ],
    [`reservations/${reservationId}`, { guestId, propertyId, arrival, departure }],
    ...documentsOf(
      {
        threadId,
        opened: {
          source: by.source === 'platform-guest' ? by.source : 'guest',
          guestName: name,
          participantIds: [guestId, ...guest.members],
          ownerId,
          reservationId,
          propertyId,
          propertyName,
          stay: { arrival, departure },
          ...guest.thread,
        },
        asker: { uid: guestId, role: 'guest' },
        by,
        says,
        end,
      },
      now,
    ),
  ]
}
