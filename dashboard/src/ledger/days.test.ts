import { expect, test } from 'vitest'
import { daysIn, lastDays } from './days.ts'

const now = new Date('2026-03-02T23:59:00Z')

test('the last days end with today, by UTC', () => {
  expect(lastDays(1, now)).toEqual({ from: '2026-03-02', to: '2026-03-02' })
  expect(lastDays(7, now)).toEqual({ from: '2026-02-24', to: '2026-03-02' })
})

test('the address names the days, each by itself', () => {
  expect(daysIn(new URLSearchParams(), now)).toEqual({ from: '2026-02-03', to: '2026-03-02' })
  expect(daysIn(new URLSearchParams('from=2026-01-01'), now)).toEqual({
    from: '2026-01-01',
    to: '2026-03-02',
  })
  expect(daysIn(new URLSearchParams('from=2026-01-01&to=x'), now)).toEqual({ from: '2026-01-01', to: 'x' })
})
