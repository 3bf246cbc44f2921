import fc from 'fast-check'
import { expect } from 'vitest'
import { law } from '../../../test/support/law.ts'
import { RateLimiter } from './rate-limiter.ts'

/** A clock that only goes on where somebody waits. */
function steppingClock() {
  let now = 0
  return {
    now: () => new Date(now),
    forward: (milliseconds: number) => {
      now += milliseconds
    },
    sleep: async (milliseconds: number) => {
      now += milliseconds
    },
  }
}

law(
  'no second has more calls than the limit allows, and none waits longer than those before it need',
  [fc.integer({ min: 1, max: 200 }), fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 })],
  async (perSecond, pauses) => {
    const clock = steppingClock()
    const rateLimiter = new RateLimiter(clock, perSecond)
    const begun: number[] = []
    for (const pause of pauses) {
      clock.forward(pause)
      // A clock tells whole milliseconds.
      expect(rateLimiter.waitMs()).toBeLessThanOrEqual(1000 / perSecond + 1)
      await rateLimiter.acquire()
      begun.push(clock.now().getTime())
    }
    for (const [index, at] of begun.entries()) {
      const later = begun[index + perSecond]
      if (later !== undefined) expect(later - at).toBeGreaterThan(1000 - perSecond)
    }
  },
)
