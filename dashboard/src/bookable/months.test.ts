import { laterDay } from '@functions/lib/days.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isFinding, isWell, monthOf, type NightState, statesIn, weeksOf } from './months.ts'

const runs = [
  { state: 'bookable', from: '2026-11-28', to: '2026-12-20', isLoss: false },
  { state: 'stop-sell', from: '2026-12-20', to: '2027-01-03', isLoss: true },
] as const

it('a month has whole weeks from Monday on, each night once with its state', () => {
  const weeks = weeksOf('2026-12', runs)
  expect(weeks.every(week => week.length === 7)).toBe(true)
  expect(weeks[0]?.map(({ day }) => day)).toEqual([
    '2026-11-30',
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
    '2026-12-06',
  ])
  expect(weeks[0]?.[0]?.state).toBeUndefined()
  const nights = weeks.flat().filter(({ day }) => day.startsWith('2026-12'))
  expect(nights).toHaveLength(31)
  expect(nights[18]).toEqual({ day: '2026-12-19', state: 'bookable' })
  expect(nights[19]).toEqual({ day: '2026-12-20', state: 'stop-sell' })
})

it('what is beyond the calendar has no state', () => {
  const nights = weeksOf('2027-01', runs)
    .flat()
    .filter(({ day }) => day.startsWith('2027-01'))
  expect(nights.slice(0, 3).map(({ state }) => state)).toEqual(['stop-sell', 'stop-sell', undefined])
})

it('a legend has each state of a month once', () => {
  expect(statesIn(weeksOf('2026-12', runs))).toEqual(['bookable', 'stop-sell'])
  expect(statesIn(weeksOf('2027-02', runs))).toEqual([])
})

it('every month has its days, whatever the month', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 600 }), later => {
      const month = monthOf('2026-11-28', later)
      const shown = weeksOf(month, []).flatMap(week => week.map(({ day }) => day))
      const days = shown.filter(day => day.startsWith(month))
      expect(days[0]).toBe(`${month}-01`)
      expect(days).toEqual([...days].toSorted())
      expect(monthOf(laterDay(days.at(-1) ?? '', 1))).toBe(monthOf(`${month}-01`, 1))
    }),
  )
})

it('only what is neither sold nor closed on purpose is a finding', () => {
  const others = ['bookable', 'sold', 'closed', 'unknown', 'sync-failed']
  expect(others.some(state => isFinding({ state } as never))).toBe(false)
  expect(isFinding({ state: 'no-price' })).toBe(true)
})

it('a calendar is well only where everything is told, something is sold, and the OTA took it', () => {
  const room = (...states: NightState[]) => ({
    ...{ roomId: 'r', name: 'Room', earliest: null },
    runs: states.map(state => ({ state, from: '2026-12-01', to: '2026-12-02', isLoss: false })),
  })
  expect(isWell({ rooms: [room('bookable', 'sold', 'closed')], problem: null })).toBe(true)
  expect(isWell({ rooms: [room('bookable'), room('unknown')], problem: null })).toBe(false)
  expect(isWell({ rooms: [room('stop-sell')], problem: null })).toBe(false)
  expect(isWell({ rooms: [room('bookable')], problem: 'sync-failed' })).toBe(false)
  expect(isWell({ rooms: [room('sync-failed')], problem: null })).toBe(false)
  expect(isWell({ rooms: [], problem: null })).toBe(false)
})
