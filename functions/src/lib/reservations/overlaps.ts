import type { Reservation, Stay } from './reservation.ts'

type Nights = Pick<Reservation, 'arrival' | 'departure'>

/** By room of several units. */
export type Overbooked = ReadonlyMap<string, readonly Nights[]>

const roomOf = ({ value: { propertyId, roomId } }: Stay): string => `${propertyId}/${roomId}`

export function overbookedNights(stays: Iterable<Stay>, unitsOf: (stay: Stay) => number): Overbooked {
  const nightsByRoom = new Map<string, Nights[]>()
  for (const [room, inRoom] of Map.groupBy(stays, roomOf)) {
    const [first] = inRoom
    const units = first ? unitsOf(first) : 1
    if (units > 1) nightsByRoom.set(room, nightsAbove(units, inRoom))
  }
  return nightsByRoom
}

function nightsAbove(units: number, stays: readonly Stay[]): Nights[] {
  const changes = new Map<string, number>()
  for (const { value } of stays) {
    const { arrival, departure, status } = value
    if (status === 'cancelled' || arrival === null || departure === null || arrival >= departure) continue
    changes.set(arrival, (changes.get(arrival) ?? 0) + 1)
    changes.set(departure, (changes.get(departure) ?? 0) - 1)
  }
  const nights: Nights[] = []
  let booked = 0
  let arrival: string | undefined
  for (const day of [...changes.keys()].sort()) {
    booked += changes.get(day) ?? 0
    if (booked > units) arrival ??= day
    else if (arrival !== undefined) {
      nights.push({ arrival, departure: day })
      arrival = undefined
    }
  }
  return nights
}

/** Sorted; in a room of several units only on overbooked nights. */
export function overlapsOf(stay: Stay, others: Iterable<Stay>, overbooked?: Overbooked): string[] {
  const nights = overbooked?.get(roomOf(stay))?.filter(some => haveCommonNight(some, stay.value))
  if (nights?.length === 0) return []
  return [...others]
    .filter(other => collide(stay, other))
    .filter(({ value }) => !nights || nights.some(some => haveCommonNight(some, stay.value, value)))
    .map(({ id }) => id)
    .sort()
}

const haveCommonNight = (...all: Nights[]): boolean =>
  all.every(({ arrival }) => all.every(({ departure }) => before(arrival, departure)))

/** A stay without a room collides with none. A departure day may be an arrival day. */
function collide(one: Stay, other: Stay): boolean {
  const [a, b] = [one.value, other.value]
  if (one.id === other.id || a.propertyId !== b.propertyId) return false
  if (a.status === 'cancelled' || b.status === 'cancelled') return false
  return shareNight(a, b) && a.roomId !== null && a.roomId === b.roomId
}

const shareNight = (a: Reservation, b: Reservation): boolean =>
  before(a.arrival, b.departure) && before(b.arrival, a.departure)

/** ISO dates compare as strings. */
const before = (day: string | null, later: string | null): boolean =>
  day !== null && later !== null && day < later
