import type { Reservation } from './reservation.ts'

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
