import { describe, expect, it } from 'vitest'
import { outcomeOf } from './send-email.ts'

const now = new Date('2026-06-15T12:00:00Z')
const [minute, hour] = [60_000, 3_600_000]
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)

/** How long an e-mail waits after so many tries, a hundred times over. Milliseconds. */
const waits = (attempts: number) =>
  Array.from({ length: 100 }, () => {
    const { dueAt } = outcomeOf('pending', { attempts, triedSince: now }, now, 24 * hour)
    return (dueAt?.getTime() ?? 0) - now.getTime()
  })

describe('an e-mail that was surely not sent', () => {
  it.each([
    [1, minute, 2 * minute],
    [2, 2 * minute, 4 * minute],
    [5, 16 * minute, 32 * minute],
    [6, hour / 2, hour],
    [80, hour / 2, hour],
  ])('waits after %i tries between %i and %i ms, never equally long', (attempts, least, most) => {
    const all = waits(attempts)
    expect(Math.min(...all)).toBeGreaterThanOrEqual(least)
    expect(Math.max(...all)).toBeLessThanOrEqual(most)
    expect(new Set(all).size).toBeGreaterThan(50)
  })

  it('is tried for as long as it may, however often that was', () => {
    const almost = { attempts: 200, triedSince: ago(24 * hour - 1) }
    expect(outcomeOf('pending', almost, now, 24 * hour)).toMatchObject({ status: 'pending' })
    const { status, item, dueAt } = outcomeOf(
      'pending',
      { attempts: 2, triedSince: ago(24 * hour) },
      now,
      24 * hour,
    )
    expect({ status, kind: item?.kind, dueAt }).toEqual({ status: 'failed', kind: 'email-not-sent' })
    expect(item?.detail).toContain('could not be reached')
  })
})
