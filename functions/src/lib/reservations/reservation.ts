import * as z from 'zod'
import { storedStay } from '../chat/guest.ts'

const text = z.string().nullable().catch(null).default(null)

/**
 * A stored reservation, `reservations/{id}`. Those stored by others may have only guest, property and dates. Invalid
 * fields count as absent, so that one odd document blocks no booking.
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
  /** The booking is of a rate that is not mapped, or whose rate plan is none of ours. */
  isRateUnknown: z.boolean().catch(false).default(false),
  /** Minor units of `currency`. */
  amount: z.number().int().nullable().catch(null).default(null),
  currency: text,
  /** The booking revision it was last written by. */
  revision: z
    .object({ id: z.string(), at: z.date().nullable(), status: z.enum(['new', 'modified', 'cancelled']) })
    .nullable()
    .catch(null)
    .default(null),
  /** Processed booking revisions, newest last. */
  revisions: z.array(z.string()).catch([]).default([]),
  /** Overlapping reservations, as of the last check. */
  overlaps: z.array(z.string()).catch([]).default([]),
})
export type Reservation = z.infer<typeof storedReservation>

export interface Stay {
  id: string
  value: Reservation
}

/** The ids of stays with which it overlaps, sorted: on a night on which more are booked than there are units of the room. */
export function overlapsOf(stay: Stay, others: Iterable<Stay>, units = 1): string[] {
  const beside = [...others].filter(other => collide(stay, other))
  const over = units === 1 ? beside : beside.filter(other => isFull(stay, other, beside, units))
  return over.map(({ id }) => id).sort()
}

/** Whether on a night of both more stays are booked than there are units. It becomes so on a day of arrival. */
function isFull(stay: Stay, other: Stay, beside: readonly Stay[], units: number): boolean {
  const all = [stay, ...beside]
  const isOn = (night: string, { value }: Stay) =>
    !before(night, value.arrival) && before(night, value.departure)
  return all.some(({ value: { arrival: night } }) => {
    if (night === null || !isOn(night, stay) || !isOn(night, other)) return false
    return all.filter(one => isOn(night, one)).length > units
  })
}

/**
 * Whether both stays need the same room on the same night. One without a room lies over nothing: it would over every stay
 * of its days. A departure day may be another's arrival day.
 */
function collide(one: Stay, other: Stay): boolean {
  const [a, b] = [one.value, other.value]
  if (one.id === other.id || a.propertyId !== b.propertyId) return false
  if (a.status === 'cancelled' || b.status === 'cancelled') return false
  return shareNight(a, b) && a.roomId !== null && a.roomId === b.roomId
}

const shareNight = (a: Reservation, b: Reservation): boolean =>
  before(a.arrival, b.departure) && before(b.arrival, a.departure)

/** ISO dates compare as strings; an unknown date is before nothing. */
const before = (day: string | null, later: string | null): boolean =>
  day !== null && later !== null && day < later
