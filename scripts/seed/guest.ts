import * as z from 'zod'
import { typeOf } from '../../functions/src/lib/chat/channel-types.ts'
import { namesOf } from '../../functions/src/lib/record-of.ts'
import { documentsOf, line, type SeedDocument } from './talk.ts'

/** Names of the properties, by id. */
export const places = {
  'casa-alameda': 'Casa Alameda',
  'harbour-view-guesthouse': 'Harbour View Guesthouse',
  'old-mill-cottage': 'Old Mill Cottage',
  'lakeside-lodge': 'Lakeside Lodge',
}

/** A guest with a stay and a conversation, as the files beside this one have them. */
const guest = z.object({
  threadId: z.string(),
  guestId: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string().optional(),
  source: z.enum(['chatapp', 'sms', 'platform-guest']),
  propertyId: z.enum(namesOf(places)),
  /** Days from today: arrival and departure. */
  stay: z.tuple([z.number(), z.number()]),
  members: z.array(z.string()),
  ownerId: z.string().nullish(),
  /** The thread's state after the last line. */
  end: z.enum(['closed', 'snoozed']).optional(),
  says: z.array(line),
})

export const dayMs = 86_400_000

/**
 * The documents of guests, their stays and threads. `more`: further fields of each thread, which then also has its
 * guest’s id.
 */
export const documentsOfGuests = (rows: unknown, now: Date, more?: object): SeedDocument[] =>
  z
    .array(guest)
    .parse(rows)
    .flatMap(one => documentsOfGuest(one, now, more))

function documentsOfGuest(
  {
    threadId,
    guestId,
    name,
    phone,
    email,
    source,
    propertyId,
    members,
    ownerId,
    ...one
  }: z.infer<typeof guest>,
  now: Date,
  more?: object,
): SeedDocument[] {
  const reservationId = `${threadId}-stay`
  const [arrival = '', departure = ''] = one.stay.map(days =>
    new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10),
  )
  const lastWrote = one.says.findLast(({ who }) => who === 'asker')?.minutesAgo ?? 0
  const lastChatappInboundAt = new Date(now.getTime() - lastWrote * 60_000)
  const isMirrored = source === 'platform-guest'
  const opened = {
    source: isMirrored ? source : 'guest',
    guestName: name,
    participantIds: [guestId, ...members],
    ownerId,
    reservationId,
    propertyId,
    propertyName: places[propertyId],
    stay: { arrival, departure },
    ...(more && { guestId, ...more }),
  }
  const by = { source, type: isMirrored ? ('message' as const) : typeOf(source) }
  return [
    [
      `guests/${guestId}`,
      { name, phone, ...(email && { email }), ...(source === 'chatapp' && { lastChatappInboundAt }) },
    ],
    [`reservations/${reservationId}`, { guestId, propertyId, arrival, departure }],
    ...documentsOf({ threadId, opened, asker: { uid: guestId, role: 'guest' }, by, ...one }, now),
  ]
}
