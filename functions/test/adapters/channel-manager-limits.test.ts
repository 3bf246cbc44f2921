import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { channelManager } from '../../src/adapters/channel-manager/channel-manager.ts'
import { createContext } from '../../src/context.ts'
import { laneNames } from '../../src/lib/due/lanes.ts'
import { limiters } from '../../src/lib/due/limiter.ts'
import { TokenBucket } from '../../src/lib/due/token-bucket.ts'
import type { Clock } from '../../src/lib/ports.ts'
import { recordOf } from '../../src/lib/record-of.ts'
import { memoryLog } from '../support/memory-log.ts'
import { sandboxSettings } from '../support/test-context.ts'
import { channelManagerConfig, failure, useSandbox } from './harness.ts'

const sandbox = useSandbox('channel-manager')
const minute = 60_000

/** A clock that goes on only where somebody sleeps. */
function sleepingClock() {
  let now = Date.parse('2031-05-01T12:00:00Z')
  const sleep = async (milliseconds: number) => {
    now += milliseconds
  }
  return { now: () => new Date(now), sleep }
}

const limiterOf = (clock: Clock, text: string, perSecond = 10) =>
  limiters(clock, {
    lanes: () => recordOf(laneNames, () => ({ perSecond, atOnce: 1 })),
    text: () => text,
  })('channel-manager')

/** A process of no function, which gets half of the limits. */
function client({ text = 'key;q=600;w=60, route;q=300;w=60', perSecond = 10 } = {}) {
  const clock = sleepingClock()
  const limiter = limiterOf(clock, text, perSecond)
  const config = channelManagerConfig(sandbox.vendorUrl())
  const manager = channelManager({ ...config, limiter })
  const msOf = async (call: () => Promise<unknown>) => {
    const before = clock.now().getTime()
    await call().catch(() => {})
    return clock.now().getTime() - before
  }
  return { manager, msOf }
}

describe('the calls of a process', () => {
  it('keep within its share of what the channel manager allows a route in an hour', async () => {
    const clock = sleepingClock()
    const settings = {
      ...sandboxSettings({ sandboxUrl: sandbox.vendorUrl().replace('/channel-manager', '') }),
      lanes: () => sandboxSettings().lanes().replace('=1000/4', '=10/4'),
      channelManagerLimits: () => 'route;q=300;w=60, route;q=36;w=3600',
    }
    const manager = createContext({ settings, clock, log: memoryLog([]) }).channelManager
    const callTimes: number[] = []
    while (callTimes.length < 30) {
      await manager.channel(`c${callTimes.length}`).then(
        () => callTimes.push(clock.now().getTime()),
        () => clock.sleep(minute),
      )
    }
    for (const [index, at] of callTimes.entries())
      expect((callTimes[index + 18] ?? Infinity) - at).toBeGreaterThanOrEqual(60 * minute - 1)
    expect((callTimes.at(-1) ?? 0) - (callTimes[0] ?? 0)).toBeLessThan(110 * minute)
  })

  it('wait as long as the limiter lets them, not as long as one call may take', async () => {
    const left: number[] = []
    const limiter = {
      acquire: async (_: string, budgetMs = Number.POSITIVE_INFINITY) => left.push(budgetMs) > 0,
      learn: () => {},
    }
    const config = channelManagerConfig(sandbox.vendorUrl())
    await channelManager({ ...config, limiter }).channel('c1')
    expect(left).toEqual([Number.POSITIVE_INFINITY])
  })

  it('on one route leave room for calls on other routes', async () => {
    const { manager, msOf } = client({ text: 'route;q=4;w=60' })
    expect(await msOf(() => manager.channel('c1'))).toBe(0)
    expect((await failure(manager.channel('c2'))).isUnasked).toBe(true)
    expect(await sandbox.requests()).toHaveLength(1)
    expect(await msOf(() => manager.groupOf('p1'))).toBe(0)
  })

  it('take their turns when they come in a burst', async () => {
    const { manager, msOf } = client({ text: 'route;q=240;w=60' })
    const many = () => Promise.all(Array.from({ length: 62 }, (_, at) => manager.channel(`c${at}`)))
    expect(await msOf(many)).toBe(2000)
  })
})

const answers = (headers: Record<string, string>, status = 404) =>
  sandbox.refuse(status, { headers, times: 1 })

describe('the limits in an answer', () => {
  it('make the next call wait for the longest window with nothing left', async () => {
    await answers({ ratelimit: '"a";r=0;t=2, "b";r=9;t=4, "a";r=0;t=3' })
    const { manager, msOf } = client()
    await msOf(() => manager.channel('c1'))
    expect(await msOf(() => manager.channel('c2'))).toBe(3000)
  })

  it.each([
    [{ 'retry-after': '4', ratelimit: '"a";r=0;t=2' }, 2000],
    [{ ratelimit: '"a";r=0;t=2' }, 2000],
  ])('make the next call wait after a 429: %o', async (headers, ms) => {
    await answers(headers, 429)
    const { manager, msOf } = client()
    await msOf(() => manager.channel('c1'))
    expect(await msOf(() => manager.channel('c2'))).toBe(ms)
  })

  it('count from then on', async () => {
    await answers({ 'ratelimit-policy': '"a";q=8;w=2, "a";q=3600;w=3600, odd' })
    const { manager, msOf } = client()
    await msOf(() => manager.channel('c1'))
    const calls: number[] = []
    for (let times = 0; times < 4; times += 1) calls.push(await msOf(() => manager.channel('c2')))
    expect(calls).toEqual([0, 0, 1000, 1000])
  })
})

it('no window has more calls than its quota, wherever it begins', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 300 }),
      fc.constantFrom(minute, 60 * minute),
      fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 300 }),
      (quota, windowMs, pauses) => {
        const bucket = new TokenBucket({ quota, windowMs })
        let now = 0
        const callTimes = pauses.map(pause => {
          now += pause
          now += bucket.waitMs(now)
          bucket.take(now)
          return now
        })
        return callTimes.every((at, index) => (callTimes[index + quota] ?? Infinity) - at >= windowMs - 1)
      },
    ),
  )
})

it.each(['', 'key', 'key;q=0;w=60', 'organisation;q=600;w=60', 'key;q=600;w=60,'])(
  'the setting "%s" is refused with its form',
  text => {
    expect(() => limiterOf(sleepingClock(), text)).toThrow('is not of the form')
  },
)
