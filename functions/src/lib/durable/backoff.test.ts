import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { law } from '../../../test/support/law.ts'
import { equalJitter, fullJitter } from './backoff.ts'

const backoffs = fc.record({
  baseMs: fc.integer({ min: 1, max: 60_000 }),
  capMs: fc.integer({ min: 1, max: 3_600_000 }),
})
const attempts = fc.nat({ max: 60 })
const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('backoff', () => {
  law(
    'never waits longer than its cap, nor longer than its doubled base',
    [backoffs, attempts, draws],
    (backoff, attempt, drawn) => {
      const pause = fullJitter(backoff, attempt, () => drawn)
      expect(pause).toBeGreaterThanOrEqual(0)
      expect(pause).toBeLessThanOrEqual(Math.min(backoff.capMs, backoff.baseMs * 2 ** attempt))
    },
  )

  law(
    'gives a vendor at least half of it to rest',
    [backoffs, attempts, draws],
    (backoff, attempt, drawn) => {
      const bound = Math.min(backoff.capMs, backoff.baseMs * 2 ** attempt)
      const pause = equalJitter(backoff, attempt, () => drawn)
      expect(pause).toBeGreaterThanOrEqual(bound / 2)
      expect(pause).toBeLessThanOrEqual(bound)
    },
  )
})
