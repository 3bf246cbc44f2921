import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysBetween } from '../../days.ts'
import type { PlanNights } from './calendar.ts'
import { judgeRoom, type NightState, type RoomNights } from './judge-room.ts'
import { daysOf, written } from './runs.ts'
import { stayRules } from './stays.ts'

/** Says of every stay there could be whether it can be booked, by the rules as the field words them. */
function canBook(plan: PlanNights, from: number, to: number, without: readonly string[]): boolean {
  const nights = plan.slice(from, to)
  const sold = nights.every(day => day && day.availability > 0 && !day.stopSell && (day.rate ?? 0) > 0)
  const first = plan[from]
  if (!sold || !first) return false
  const length = to - from
  const broken = {
    'closed-to-arrival': first.closedToArrival,
    'closed-to-departure': plan[to]?.closedToDeparture === true,
    'minimum-stay': length < first.minStayArrival || nights.some(day => length < (day?.minStayThrough ?? 0)),
    'maximum-stay': first.maxStay > 0 && length > first.maxStay,
  }
  return Object.entries(broken).every(([rule, isBroken]) => !isBroken || without.includes(rule))
}

/** Tries every stay by every rate plan, and tells which nights one covers; once for each set of rules left out. */
function coverage({ plans, nights }: RoomNights): (night: number, without?: readonly string[]) => boolean {
  const known = new Map<string, boolean[]>()
  const tried = (without: readonly string[]) => {
    const covered = Array.from({ length: nights }, () => false)
    for (const plan of plans)
      for (let from = 0; from < nights; from += 1)
        for (let to = from + 1; to <= nights; to += 1)
          if (canBook(plan, from, to, without)) covered.fill(true, from, to)
    return covered
  }
  return (night, without = []) => {
    const key = without.join()
    const covered = known.get(key) ?? tried(without)
    known.set(key, covered)
    return covered[night] === true
  }
}

/** What an OTA's guest finds on a night that no stay covers, by the words of the contract. */
function bruteState(room: RoomNights, isCovered: ReturnType<typeof coverage>, night: number): NightState {
  if (isCovered(night)) return 'bookable'
  const days = room.plans.flatMap(plan => plan[night] ?? [])
  const isOut = days.length > 0 && days.every(({ availability }) => availability === 0)
  if (isOut && (room.stays.get(night) ?? 0) >= room.units) return 'sold'
  if (room.closed.has(night)) return 'closed'
  if (days.length === 0) return 'unknown'
  if (isOut) {
    if (night < room.byRule.before) return 'cut-off'
    return night >= room.byRule.from ? 'too-far-ahead' : 'no-availability'
  }
  const forSale = days.some(({ availability, stopSell, rate }) => availability > 0 && !stopSell && rate)
  if (!forSale) return days.every(({ stopSell }) => stopSell) ? 'stop-sell' : 'no-price'
  const alone = stayRules.find(rule => isCovered(night, [rule]))
  if (alone) return alone
  const gone: string[] = []
  for (const rule of stayRules.toReversed()) {
    gone.push(rule)
    if (isCovered(night, gone)) return rule
  }
  throw new Error('a night that is for sale can be booked without any rule')
}

const bruteStates = (room: RoomNights): NightState[] => {
  const isCovered = coverage(room)
  return Array.from({ length: room.nights }, (_, night) => bruteState(room, isCovered, night))
}

const few = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(4) })
const seldom = fc.oneof(
  { weight: 5, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
)
const day = fc.option(
  fc.record({
    availability: fc.oneof(
      { weight: 4, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.constant(0) },
    ),
    rate: fc.oneof(
      { weight: 6, arbitrary: fc.constant(100) },
      { weight: 1, arbitrary: fc.constantFrom(null, 0) },
    ),
    ...{ stopSell: seldom, closedToArrival: seldom, closedToDeparture: seldom },
    ...{ minStayArrival: few, minStayThrough: few, maxStay: few },
  }),
  { nil: undefined, freq: 20 },
)
type Night = NonNullable<PlanNights[number]> | undefined

/** Spans of days alike, as people set them, with odd days among them. */
const spansOf = (nights: number): fc.Arbitrary<Night[]> =>
  fc
    .array(
      fc.record({
        length: fc.integer({ min: 1, max: 14 }),
        day,
        odd: fc.option(day, { freq: 4 }),
        longer: fc.nat(3),
      }),
      { minLength: nights, maxLength: nights },
    )
    .map(spans =>
      spans
        .flatMap(({ length, day: one, odd, longer }) =>
          Array.from({ length }, (_, at) => {
            const told = at === 0 && odd !== null ? odd : one
            return told && { ...told, minStayArrival: told.minStayArrival * (1 + 2 * longer) }
          }),
        )
        .slice(0, nights),
    )

const roomOf = (plan: (nights: number) => fc.Arbitrary<Night[]>, min: number, max: number) =>
  fc.integer({ min, max }).chain(
    (nights): fc.Arbitrary<RoomNights> =>
      fc.record({
        plans: fc.array(plan(nights), { minLength: 1, maxLength: 2 }),
        nights: fc.constant(nights),
        stays: fc
          .array(fc.tuple(fc.nat(nights - 1), fc.nat(3)), { maxLength: nights })
          .map(list => new Map(list)),
        units: fc.oneof(
          { weight: 3, arbitrary: fc.constant(1) },
          { weight: 1, arbitrary: fc.constantFrom(2, 3) },
        ),
        closed: fc.uniqueArray(fc.nat(nights - 1), { maxLength: 2 }).map(list => new Set(list)),
        byRule: fc.record({
          before: few,
          cutOffDays: fc.constant(0),
          from: fc.oneof(fc.constant(Infinity), fc.nat(nights)),
        }),
      }),
  )
const room = roomOf(nights => fc.array(day, { minLength: nights, maxLength: nights }), 1, 9)
const longRoom = roomOf(spansOf, 30, 60)

const statesOf = (runs: readonly { state: string; from: number; to: number }[]): string[] =>
  runs.flatMap(({ state, from, to }) => Array.from({ length: to - from }, () => state))

describe('what can be booked', () => {
  it.each([
    ['9,600 calendars of up to nine nights', room, 9600],
    ['400 calendars of 30 to 60 nights', longRoom, 400],
  ])(
    'is what trying every stay finds, in %s',
    (_, calendars, numRuns) => {
      fc.assert(
        fc.property(calendars, given => {
          expect(statesOf(judgeRoom(given).runs)).toEqual(bruteStates(given))
        }),
        { numRuns },
      )
    },
    60_000,
  )

  it.each([
    ['short', room, 2000],
    ['long', longRoom, 200],
  ])(
    'begins with the earliest stay that can be booked, the shortest of those, in %s calendars',
    (_, calendars, numRuns) => {
      fc.assert(
        fc.property(calendars, given => {
          const spans = Array.from({ length: given.nights }, (_, from) => from).flatMap(from =>
            Array.from({ length: given.nights - from }, (_, more) => ({ from, to: from + more + 1 })),
          )
          const first = spans.find(({ from, to }) => given.plans.some(plan => canBook(plan, from, to, [])))
          expect(judgeRoom(given).earliest).toEqual(first)
        }),
        { numRuns },
      )
    },
    60_000,
  )

  it('is unknown where the calendar sells a night and the last sync failed, and nowhere else, in 1,000 calendars', () => {
    fc.assert(
      fc.property(room, given => {
        const { runs } = judgeRoom(given)
        const stored = { nights: written(runs), losses: [] }
        const shown = (isSyncFailed: boolean) =>
          daysOf('2026-11-28', stored, isSyncFailed).flatMap(({ state, from, to }) =>
            Array.from({ length: daysBetween(from, to) }, () => state),
          )
        const brute = bruteStates(given)
        expect(shown(false)).toEqual(brute)
        expect(shown(true)).toEqual(brute.map(state => (state === 'bookable' ? 'sync-failed' : state)))
      }),
      { numRuns: 1000 },
    )
  })
})
