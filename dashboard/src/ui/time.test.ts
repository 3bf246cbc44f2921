import { expect, test } from 'vitest'
import { ageOf, dayOf, inLocalTime } from './time.tsx'

const now = Date.parse('2026-03-15T12:00:00Z')

test.each([
  ['2026-03-15T11:59:40Z', 'now'],
  ['2026-03-15T12:05:00Z', 'now'],
  ['2026-03-15T11:30:00Z', '30 minutes ago'],
  ['2026-03-15T09:30:00Z', '2 hours ago'],
  ['2026-03-12T11:00:00Z', '3 days ago'],
  ['2026-01-02T12:00:00Z', '2 months ago'],
  ['2024-01-02T12:00:00Z', '2 years ago'],
])('the age of %s is %s', (at, words) => {
  expect(ageOf(new Date(at), now, 'en')).toBe(words)
})

test('a day is the same in every zone', () => {
  expect(dayOf('2026-03-01', 'en-GB')).toBe('1 Mar 2026')
})

test('a time in a sentence is said as the clock says it', () => {
  expect(inLocalTime('Due by 2026-03-15T11:59:40.123Z.')).toMatch(/^Due by .*\d?\d:59( [AP]M)?\.$/)
})
