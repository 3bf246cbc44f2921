import * as z from 'zod'
import { storedStay } from '../chat/guest.ts'

const text = z.string().nullable().catch(null).default(null)

/**
 * A stored reservation, `reservations/{id}`. Those that others store may have guest, property and days alone; what is
 * not as it should be counts as absent, so that one odd document keeps no booking back.
 */
export const storedReservation = storedStay.extend({
  status: z.enum(['confirmed', 'cancelled']).catch('confirmed').default('confirmed'),
  ota: text,
  /** The OTA's number of the reservation. */
  code: text,
  /** The channel manager's id of the booking; null for a reservation that did not come from there. */
  bookingId: text,
  /** Of ours. */
  channelId: text,
  roomId: text,
  ratePlanId: text,
  /** Minor units of `currency`. */
  amount: z.number().int().nullable().catch(null).default(null),
  currency: text,
  /** The booking revision it was last written by. */
  revision: z
    .object({ id: z.string(), at: z.date().nullable(), status: z.enum(['new', 'modified', 'cancelled']) })
    .nullable()
    .catch(null)
    .default(null),
  /** Booking revisions that have been dealt with, the newest last. */
  revisions: z.array(z.string()).catch([]).default([]),
  /** Reservations that its stay lies over, when it was last looked at. */
  overlaps: z.array(z.string()).catch([]).default([]),
})
export type Reservation = z.infer<typeof storedReservation>

export interface Stay {
  id: string
  value: Reservation
}

/** The ids of the stays that this one lies over, in order. */
export const overlapsOf = (stay: Stay, others: Iterable<Stay>): string[] =>
  [...others].flatMap(other => (collide(stay, other) ? [other.id] : [])).sort()

/**
 * Whether both need the same room in the same night. Where one of the rooms is not known they may; the rooms of one
 * booking were sold together, so only the same one twice counts there. The day of departure is another's arrival.
 */
function collide(one: Stay, other: Stay): boolean {
  const [a, b] = [one.value, other.value]
  if (one.id === other.id || a.propertyId !== b.propertyId) return false
  if (a.status === 'cancelled' || b.status === 'cancelled') return false
  return shareNight(a, b) && mayShareRoom(a, b)
}

const shareNight = (a: Reservation, b: Reservation): boolean =>
  before(a.arrival, b.departure) && before(b.arrival, a.departure)

/** Days as texts compare like days; one that is not known is before nothing. */
const before = (day: string | null, later: string | null): boolean =>
  day !== null && later !== null && day < later

function mayShareRoom(a: Reservation, b: Reservation): boolean {
  if (a.roomId !== null && b.roomId !== null) return a.roomId === b.roomId
  return a.bookingId === null || a.bookingId !== b.bookingId
}
