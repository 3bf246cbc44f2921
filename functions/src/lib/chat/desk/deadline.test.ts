import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { clockOf, isThere } from '../../../../test/support/open-minutes.ts'
import { deadlineAfter, deadlineBy, earlier, shiftAt } from './deadline.ts'
import { type Calendar, weekdays } from './team.ts'

const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const
const office: Calendar = {
  timeZone: 'Europe/Rome',
  hours: Object.fromEntries(
    workdays.map(day => [
      day,
      [
        ['09:00', '12:30'],
        ['14:00', '18:00'],
      ],
    ]),
  ),
  holidays: ['2026-12-25'],
  answerWithinMinutes: 60,
}
const dueBy = async (calendar: Calendar, arrivedAt: string) =>
  (await deadlineBy(calendar, new Date(arrivedAt))).dueBy.toISOString()

describe('a deadline', () => {
  it.each([
    ['within a period', '2026-11-24T08:10:00Z', '2026-11-24T09:10:00.000Z'],
    ['over the break', '2026-11-24T11:00:00Z', '2026-11-24T13:30:00.000Z'],
    ['at night', '2026-11-24T22:00:00Z', '2026-11-25T09:00:00.000Z'],
    ['on Friday evening', '2026-11-27T16:30:00Z', '2026-11-30T08:30:00.000Z'],
    ['on the eve of a holiday before a weekend', '2026-12-24T17:30:00Z', '2026-12-28T09:00:00.000Z'],
  ])('for a message that arrives %s', async (_, arrivedAt, expected) => {
    expect(await dueBy(office, arrivedAt)).toBe(expected)
  })

  const night: Calendar = {
    ...office,
    hours: Object.fromEntries(weekdays.map(day => [day, [['22:00', '06:00']]])),
    holidays: [],
    answerWithinMinutes: 240,
  }
  it.each([
    ['the clocks go back', '2026-10-24T23:00:00Z', '2026-10-25T03:00:00.000Z'],
    ['the clocks go forward', '2026-03-28T23:00:00Z', '2026-03-29T03:00:00.000Z'],
  ])('counts the hours that pass in the night in which %s', async (_, arrivedAt, expected) => {
    expect(await dueBy(night, arrivedAt)).toBe(expected)
  })

  it('is by the clock for a team that is always there, or never', async () => {
    const { hours: _, ...always } = office
    for (const calendar of [always, { ...office, hours: {} }])
      expect(await dueBy(calendar, '2026-11-24T22:00:00Z')).toBe('2026-11-24T23:00:00.000Z')
  })
})

describe('a shift', () => {
  const at = (time: string) => new Date(`2026-11-${time}Z`)
  it.each([
    [
      'goes on over the break at noon',
      office,
      '24T12:00:00',
      { from: at('24T08:00:00'), to: at('24T17:00:00') },
    ],
    [
      'is that of Monday on Friday night',
      office,
      '27T20:00:00',
      { from: at('30T08:00:00'), to: at('30T17:00:00') },
    ],
    [
      'never ends for who is always there',
      { ...office, hours: undefined },
      '24T12:00:00',
      { from: at('24T12:00:00') },
    ],
    ['never ends for who never is', { ...office, hours: {} }, '24T12:00:00', { from: at('24T12:00:00') }],
  ])('%s', async (_, calendar, now, shift) => {
    expect(await shiftAt(calendar, at(now))).toEqual(shift)
  })

  it('never ends for a team that is there day and night', async () => {
    const hours = Object.fromEntries(weekdays.map(day => [day, [['00:00', '24:00'] as [string, string]]]))
    expect(await shiftAt({ ...office, hours, holidays: [] }, at('24T12:00:00'))).not.toHaveProperty('to')
  })
})

const times = fc.integer({ min: 0, max: 24 * 4 - 1 }).map(quarter => {
  const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * 15]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
})
const calendars: fc.Arbitrary<Calendar> = fc.record({
  timeZone: fc.constantFrom(
    'UTC',
    'Europe/Rome',
    'America/Sao_Paulo',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  ),
  hours: fc.dictionary(fc.constantFrom(...weekdays), fc.array(fc.tuple(times, times), { maxLength: 3 })),
  holidays: fc.array(fc.constantFrom('2026-03-29', '2026-10-25', '2026-12-25'), { maxLength: 2 }),
  answerWithinMinutes: fc.integer({ min: 1, max: 600 }),
})
const arrivals = fc.date({
  noInvalidDate: true,
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2026-12-31T00:00:00Z'),
})

describe('the deadline of any team', () => {
  it('has as many open minutes before it as the team has to answer', async () => {
    await fc.assert(
      fc.asyncProperty(calendars, arrivals, async (calendar, at) => {
        const arrivedAt = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
        const { dueBy: end, nearAt } = await deadlineBy(calendar, arrivedAt)
        expect(nearAt.getTime()).toBeLessThanOrEqual(end.getTime())
        const clock = clockOf(calendar)
        const minutes = (end.getTime() - arrivedAt.getTime()) / 60_000
        const open = Array.from({ length: minutes }, (_, minute) =>
          isThere(calendar, clock, new Date(arrivedAt.getTime() + minute * 60_000)),
        ).filter(Boolean).length
        const isNever = minutes === calendar.answerWithinMinutes
        if (!isNever) expect(open).toBe(calendar.answerWithinMinutes)
      }),
      { numRuns: 40 },
    )
  })

  law('is the earlier of two', [arrivals, fc.nat(5000), fc.nat(5000)], (at, one, other) => {
    const both = earlier(deadlineAfter(at, one), deadlineAfter(at, other))
    expect(both).toEqual(deadlineAfter(at, Math.min(one, other)))
  })
})
