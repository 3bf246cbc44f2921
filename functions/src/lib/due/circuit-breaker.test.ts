import { describe, expect, it } from 'vitest'
import { memoryLog } from '../../../test/support/memory-log.ts'
import type { Revision } from '../ports.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import type { LaneState, LaneStates } from './lane-state.ts'
import { RateLimiter } from './rate-limiter.ts'

function memoryLanes(): LaneStates {
  const [states, revision] = [new Map<string, LaneState>(), '1.0' as Revision]
  return {
    vendorOf: async () => ({ name: 'vendor', key: 'KEY' }),
    async lane(lane) {
      const value = states.get(lane)
      return value && { value, revision }
    },
    async saveLane(lane, _revision, state) {
      states.set(lane, state)
      return { result: revision }
    },
  }
}

/** A process that sends, on a clock that stands still until it is moved. */
function breakers() {
  let now = Date.parse('2031-05-01T12:00:00Z')
  const clock = { now: () => new Date(now), sleep: async () => {} }
  const lanes = memoryLanes()
  const rateLimiter = () => new RateLimiter(clock, 1000)
  const breaker = () =>
    new CircuitBreaker({ clock, log: memoryLog([]), lanes, rateLimiter, tolerated: () => 4 })
  return {
    breaker,
    isOpen: async () => !(await lanes.lane('sms'))?.value.failing,
    pause: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

describe('a lane whose vendor refuses our key, with nothing due in it', () => {
  it('stays closed until a first try goes through', async () => {
    const { breaker, isOpen, pause } = breakers()
    await breaker().failed('sms', 'credentials')
    const sender = breaker()
    expect(await sender.firstTry('sms', async () => sender.succeeded('sms'))).toBe(false)
    pause(31_000)
    expect(await breaker().state('sms')).toBe('half-open')
    expect(await isOpen()).toBe(false)
    expect(await sender.firstTry('sms', async () => sender.succeeded('sms'))).toBe(true)
    expect(await isOpen()).toBe(true)
  })

  it('is tried by one at a time', async () => {
    const { breaker, pause } = breakers()
    await breaker().failed('sms', 'credentials')
    pause(31_000)
    const sender = breaker()
    let answer = (): void => undefined
    const first = sender.firstTry('sms', () => new Promise<void>(resolve => (answer = resolve)))
    await expect.poll(() => sender.firstTry('sms', async () => {})).toBe(false)
    answer()
    expect(await first).toBe(true)
  })
})
