import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlanDay, PlanNights } from './calendar.ts'
import { type FindingReason, judgeRoom, type NightState, type RoomNights } from './judge-room.ts'
import { stayRules } from './stays.ts'

const open: PlanDay = {
  ...{ availability: 1, rate: 100, stopSell: false, closedToArrival: false, closedToDeparture: false },
  ...{ minStayArrival: 0, minStayThrough: 0, maxStay: 0 },
}

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

function isCovered({ plans, nights }: RoomNights, night: number, without: readonly string[] = []): boolean {
  for (const plan of plans)
    for (let from = 0; from <= night; from += 1)
      for (let to = night + 1; to <= nights; to += 1) if (canBook(plan, from, to, without)) return true
  return false
}

function bruteState(room: RoomNights, night: number): NightState {
  if (isCovered(room, night)) return 'bookable'
  const days = room.plans.flatMap(plan => plan[night] ?? [])
  const isOut = days.length > 0 && days.every(({ availability }) => availability === 0)
  if (isOut && room.sold.has(night)) return 'sold'
  if (room.closed.has(night)) return 'closed'
  if (days.length === 0) return 'unknown'
  if (isOut) return 'no-availability'
  const forSale = days.some(({ availability, stopSell, rate }) => availability > 0 && !stopSell && rate)
  if (!forSale) return days.every(({ stopSell }) => stopSell) ? 'stop-sell' : 'no-price'
  const alone = stayRules.find(rule => isCovered(room, night, [rule]))
  if (alone) return alone
  const gone: string[] = []
  for (const rule of stayRules.toReversed()) {
    gone.push(rule)
    if (isCovered(room, night, gone)) return rule
  }
  throw new Error('a night that is for sale can be booked without any rule')
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
const room: fc.Arbitrary<RoomNights> = fc.integer({ min: 1, max: 9 }).chain(nights =>
  fc.record({
    plans: fc.array(fc.array(day, { minLength: nights, maxLength: nights }), { minLength: 1, maxLength: 2 }),
    nights: fc.constant(nights),
    sold: fc.uniqueArray(fc.nat(nights - 1)).map(list => new Set(list)),
    closed: fc.uniqueArray(fc.nat(nights - 1), { maxLength: 2 }).map(list => new Set(list)),
  }),
)

const statesOf = (given: RoomNights): NightState[] =>
  judgeRoom(given).runs.flatMap(({ state, from, to }) => Array.from({ length: to - from }, () => state))

describe('what can be booked', () => {
  it('is what trying every stay finds, in 10,000 calendars', () => {
    fc.assert(
      fc.property(room, given => {
        const brute = Array.from({ length: given.nights }, (_, night) => bruteState(given, night))
        expect(statesOf(given)).toEqual(brute)
      }),
      { numRuns: 10_000 },
    )
  })

  it('begins with the earliest stay that can be booked, the shortest of those', () => {
    fc.assert(
      fc.property(room, given => {
        const spans = Array.from({ length: given.nights }, (_, from) => from).flatMap(from =>
          Array.from({ length: given.nights - from }, (_, more) => ({ from, to: from + more + 1 })),
        )
        const first = spans.find(({ from, to }) => given.plans.some(plan => canBook(plan, from, to, [])))
        expect(judgeRoom(given).earliest).toEqual(first)
      }),
      { numRuns: 2000 },
    )
  })
})

const year = 365

/** A season: nights by position, changed span by span. */
function season(...changes: [from: number, to: number, change: Partial<PlanDay>][]): PlanDay[] {
  return Array.from({ length: year }, (_, night) =>
    Object.assign(
      { ...open },
      ...changes.flatMap(([from, to, it]) => (night >= from && night < to ? [it] : [])),
    ),
  )
}

const span = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)

const seasonOf = (plan: PlanDay[], sold: number[] = [], closed: number[] = []): RoomNights => ({
  ...{ plans: [plan], nights: year, sold: new Set(sold), closed: new Set(closed) },
})

const soldOut = { availability: 0, stopSell: true }

describe('a season without a mistake', () => {
  const quiet: [string, RoomNights][] = [
    ['a full house', seasonOf(season([0, year, soldOut]), span(0, year))],
    ['a closed winter that somebody confirmed', seasonOf(season([60, 150, soldOut]), [], span(60, 150))],
    [
      'gaps below the minimum stay',
      seasonOf(
        season([0, year, { minStayArrival: 5 }], [0, 20, soldOut], [23, 40, soldOut], [44, 90, soldOut]),
        [...span(0, 20), ...span(23, 40), ...span(44, 90)],
      ),
    ],
    [
      'arrivals on Saturdays only, between stays',
      seasonOf(
        Array.from({ length: year }, (_, night) => ({
          ...open,
          ...(night % 7 !== 5 && { closedToArrival: true, closedToDeparture: true }),
          ...((night < 19 || (night >= 30 && night < 47)) && soldOut),
        })),
        [...span(0, 19), ...span(30, 47)],
      ),
    ],
    ['prices that end in ten months', seasonOf(season([300, year, { rate: null }]))],
  ]

  it.each(quiet)('of %s alarms nobody', (_, given) => {
    expect(judgeRoom(given).alarms).toEqual([])
  })
})

describe('a mistake', () => {
  const faults: [FindingReason, [number, number], Partial<PlanDay>][] = [
    ['no-availability', [30, 40], soldOut],
    ['stop-sell', [30, 40], { stopSell: true }],
    ['no-price', [30, 40], { rate: null }],
    ['no-price', [30, 40], { rate: 0 }],
    ['closed-to-arrival', [0, year], { closedToArrival: true }],
    ['closed-to-departure', [0, year], { closedToDeparture: true, maxStay: 7 }],
    ['minimum-stay', [0, year], { minStayArrival: 8, maxStay: 7 }],
    ['minimum-stay', [0, year], { minStayThrough: 400 }],
  ]

  it.each(faults)('%s on nights %j is named', (reason, [from, to], fault) => {
    const { alarms, runs } = judgeRoom(seasonOf(season([from, to, fault])))
    const states = new Set(runs.map(({ state }) => state))
    expect(states).toContain(reason)
    expect(alarms[0]).toMatchObject({ state: reason, from })
  })

  it('is no longer one once somebody has confirmed that it is closed', () => {
    const plan = season([30, 40, { stopSell: true }])
    expect(judgeRoom(seasonOf(plan, [], span(30, 40))).alarms).toEqual([])
    expect(judgeRoom(seasonOf(plan, [], span(30, 39))).alarms).toEqual([
      { state: 'stop-sell', from: 39, to: 40 },
    ])
  })

  it('in an empty calendar alarms from today on', () => {
    expect(judgeRoom(seasonOf(season([0, year, { rate: null }]))).alarms).toEqual([
      { state: 'no-price', from: 0, to: year },
    ])
  })
})

it('a night that is sold in one rate plan alone can be booked', () => {
  const given = { ...seasonOf(season()), plans: [season([0, year, { stopSell: true }]), season()] }
  expect(judgeRoom(given).runs).toEqual([{ state: 'bookable', from: 0, to: year }])
})
