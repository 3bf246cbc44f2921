import { expect, it } from 'vitest'
import { laterDay } from '../../days.ts'
import type { PlanDay } from './calendar.ts'
import { judgeChannel } from './judge-channel.ts'

const open: PlanDay = {
  ...{ availability: 1, rate: 100, stopSell: false, closedToArrival: false, closedToDeparture: false },
  ...{ minStayArrival: 0, minStayThrough: 0, maxStay: 0 },
}
const nights = 250

/** A loft of one rate, as it is on that day, with nights by position that are otherwise. */
function judged(from: string, change: (night: number, day: string) => Partial<PlanDay>, rules = {}) {
  const told = Array.from({ length: nights }, (_, night): [string, PlanDay] => {
    const day = laterDay(from, night)
    return [day, { ...open, ...change(night, day) }]
  })
  return judgeChannel({
    channel: {
      mapping: {
        rooms: [],
        ratePlans: [
          {
            ...{ otaRoomId: 9, otaRateId: 9, otaRateName: 'Rate', ratePlanId: 'plan', occupancy: 2 },
            ...{ primary: true, score: 1, reasons: [], needsReview: false },
          },
        ],
      },
      mappingStatus: 'finalized',
    },
    rooms: [{ id: 'loft', name: 'Loft' }],
    ratePlans: [
      { id: 'plan', name: 'Rate', roomId: 'loft', occupancy: 2, channelManagerRatePlanId: 'theirs' },
    ],
    ...{ stays: [], calendar: new Map([['theirs', new Map(told)]]), rules, time: '12:00', from, nights },
  })
}
const soldOut = { availability: 0, stopSell: true }
const days = ['2026-12-01', '2026-12-02', '2026-12-03']

it.each([
  ['a cut-off', { cutOff: { time: '00:00', days: 30 } }, (night: number) => (night < 30 ? soldOut : {})],
  ['how far ahead one may book', { daysAhead: 20 }, (night: number) => (night > 20 ? soldOut : {})],
  [
    'a stop-sell to the last day that may be booked',
    { daysAhead: 190 },
    (night: number, day: string) => (night > 190 ? soldOut : day >= '2027-01-10' ? { stopSell: true } : {}),
  ],
])('%s is recognised as the same from day to day, in the same words', (_, rules, change) => {
  const alarms = days.map(day => judged(day, change, rules).alarms)
  expect(alarms[0]).toHaveLength(1)
  for (const later of alarms.slice(1)) expect(later).toEqual(alarms[0])
})

it('a span of nights that ends is recognised by its end', () => {
  const closed = (_: number, day: string) => (day < '2026-12-10' ? { stopSell: true } : {})
  // A limit of days ahead that closes nothing any more is no end.
  const keys = days.map(day => judged(day, closed, { daysAhead: 3 }).alarms.map(({ key }) => key))
  expect(new Set(keys.flat())).toEqual(new Set(['loft stop-sell 2026-12-10']))
})
