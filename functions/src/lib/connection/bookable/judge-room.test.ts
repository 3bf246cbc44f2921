import { describe, expect, it } from 'vitest'
import type { PlanDay } from './calendar.ts'
import { ruleNights } from './closing-rules.ts'
import { type FindingReason, judgeRoom, type RoomNights } from './judge-room.ts'

const open: PlanDay = {
  ...{ availability: 1, rate: 100, stopSell: false, closedToArrival: false, closedToDeparture: false },
  ...{ minStayArrival: 0, minStayThrough: 0, maxStay: 0 },
}

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
  ...{ plans: [plan], nights: year, units: 1, byRule: { before: 0, from: Infinity, cutOffDays: 0 } },
  ...{ stays: new Map(sold.map(night => [night, 1])), closed: new Set(closed) },
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
    [
      'three units, all of them sold for a week',
      {
        ...seasonOf(season([30, 37, soldOut])),
        ...{ units: 3, stays: new Map(span(30, 37).map(night => [night, 3])) },
      },
    ],
    [
      'a cut-off of two days and bookings half a year ahead at most',
      {
        ...seasonOf(season([0, 3, soldOut], [183, year, soldOut])),
        byRule: { before: 3, from: 183, cutOffDays: 2 },
      },
    ],
    [
      'prices that end before the last day that may be booked',
      {
        ...seasonOf(season([300, year, { rate: null }], [340, year, soldOut])),
        byRule: { before: 0, from: 339, cutOffDays: 0 },
      },
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

  it('of which some units are sold alone is named', () => {
    const plan = season([30, 37, soldOut])
    const { alarms } = judgeRoom({ ...seasonOf(plan, span(30, 37)), units: 2 })
    expect(alarms).toEqual([{ state: 'no-availability', from: 30, to: 37 }])
  })

  it.each([
    ['cut-off', { before: 30, from: Infinity, cutOffDays: 30 }, [0, 30]],
    ['too-far-ahead', { before: 0, from: 30, cutOffDays: 0 }, [30, year]],
  ] as const)(
    '%s in the settings of the property is named, sold nights between or not',
    (state, byRule, at) => {
      const [from, to] = at
      const plan = season([from, to, soldOut])
      expect(judgeRoom({ ...seasonOf(plan), byRule }).alarms).toEqual([{ state, from, to }])
      const { alarms, runs } = judgeRoom({ ...seasonOf(plan, [from + 10]), byRule })
      expect(runs).toContainEqual({ state: 'sold', from: from + 10, to: from + 11 })
      expect(alarms.map(({ state: reason }) => reason)).toEqual([state, state])
    },
  )

  it('beyond a limit of days ahead that closes nothing any more is named', () => {
    const byRule = { before: 0, from: 190, cutOffDays: 0 }
    const given = { ...seasonOf(season([200, 210, { stopSell: true }])), byRule }
    expect(judgeRoom(given).alarms).toEqual([{ state: 'stop-sell', from: 200, to: 210 }])
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

it.each(['15:59', '16:00'])('a cut-off alarms from eight days on, at %s as well', time => {
  const alarmsOf = (days: number) => {
    const byRule = ruleNights({ cutOff: { time: '16:00', days } }, time)
    return judgeRoom({ ...seasonOf(season([0, byRule.before, soldOut])), byRule }).alarms
  }
  expect(alarmsOf(7)).toEqual([])
  expect(alarmsOf(8)).toMatchObject([{ state: 'cut-off', from: 0 }])
})

it.each([
  ['before its time of day', '15:59', { before: 2, from: 30, cutOffDays: 2 }],
  ['from its time of day on', '16:00', { before: 3, from: 30, cutOffDays: 2 }],
])('a cut-off %s may have closed so many nights', (_, time, nights) => {
  expect(ruleNights({ cutOff: { time: '16:00', days: 2 }, daysAhead: 30 }, time)).toEqual(nights)
})
