import { describe, expect, it } from 'vitest'
import { outcomeOf } from './send-email.ts'

const now = new Date('2026-06-15T12:00:00Z')
const [minute, hour] = [60_000, 3_600_000]
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)

const times = { waitMs: 24 * hour, resendMs: 10 * minute }

/** A hundred waits of an e-mail after so many tries. Milliseconds. */
const waits = (attempts: number) =>
  Array.from({ length: 100 }, () => {
    const { dueAt } = outcomeOf('pending', { attempts, triedSince: now }, now, times)
    return (dueAt?.getTime() ?? 0) - now.getTime()
  })

it.each([
  [1, minute, 2 * minute],
  [2, 2 * minute, 4 * minute],
  [5, 16 * minute, 32 * minute],
  [6, hour / 2, hour],
  [80, hour / 2, hour],
])(
  'an e-mail that was surely not sent waits after %i tries between %i and %i ms, never equally long',
  (attempts, least, most) => {
    const all = waits(attempts)
    expect(Math.min(...all)).toBeGreaterThanOrEqual(least)
    expect(Math.max(...all)).toBeLessThanOrEqual(most)
    expect(new Set(all).size).toBeGreaterThan(50)
  },
)

describe('an e-mail that may have been sent', () => {
  const lost = (lostAnswers: number, triedSince = now) =>
    outcomeOf('unknown', { attempts: 1, triedSince, lostAnswers }, now, times)

  it.each([
    ['after a day', lost(0, ago(24 * hour))],
    [
      'after a day in which it was refused',
      outcomeOf('pending', { attempts: 9, triedSince: ago(24 * hour), lostAnswers: 1 }, now, times),
    ],
  ])('is left to a person %s', (_, { status, dueAt, item }) => {
    expect([status, dueAt, item?.kind]).toEqual(['unknown', undefined, 'email-outcome-unknown'])
  })
})
