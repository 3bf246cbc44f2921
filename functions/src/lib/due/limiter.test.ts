import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { endpoints } from '../../../test/support/deployed.ts'
import { law } from '../../../test/support/law.ts'
import { virtualClock } from '../../../test/support/virtual-clock.ts'
import { params } from '../../config.ts'
import { recordOf } from '../record-of.ts'
import { type Lane, laneNames, parseLanes } from './lanes.ts'
import { type Limiter, limiters } from './limiter.ts'
import { instances, sharesOf } from './shares.ts'

const minute = 60_000
const limits = {
  lanes: () => parseLanes(params.lanes.default),
  text: () => params.channelManagerLimits.default,
}

/** A clock that moves only while somebody waits. */
function waitingClock() {
  let now = Date.UTC(2026, 4, 4)
  const forward = async (milliseconds: number) => {
    now += milliseconds
  }
  return { now: () => new Date(now), sleep: forward, forward }
}

it.each([
  {
    what: 'inboxes of a hundred properties are listed every three minutes',
    functionName: 'sweepota',
    everyMinutes: 1,
    calls: { '/message_threads': 34 },
  },
  {
    what: 'ten thousand channels are looked at every twelve hours',
    functionName: 'watchchannels',
    everyMinutes: 5,
    calls: { '/channels/:id': 72, '/channels/:id/mappings': 72, '/availability': 72 },
  },
])('within the default limits $what, day and night', async ({ functionName, everyMinutes, calls }) => {
  const clock = waitingClock()
  const limiter = limiters(clock, { ...limits, functionName })('channel-manager')
  const start = clock.now().getTime()
  for (let at = 0; at < 3 * 24 * 60; at += everyMinutes) {
    await clock.forward(Math.max(0, start + at * minute - clock.now().getTime()))
    let refused = 0
    for (const [route, count] of Object.entries(calls))
      for (let call = 0; call < count; call += 1) if (!(await limiter.acquire(route))) refused += 1
    const tookMs = clock.now().getTime() - (start + at * minute)
    if (refused > 0 || tookMs >= everyMinutes * minute)
      expect.fail(`after ${at} minutes ${refused} calls are refused, and the others take ${tookMs} ms`)
  }
})

law(
  'no second has more calls of a lane than it allows, and none waits longer than those before it need',
  [fc.integer({ min: 2, max: 200 }), fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 })],
  async (perSecond, pauses) => {
    const clock = waitingClock()
    const lanes = () => recordOf(laneNames, () => ({ perSecond, atOnce: 1 }))
    // A process of no function gets half of the rate.
    const [limiter, ofProcess] = [limiters(clock, { ...limits, lanes })('email'), perSecond / 2]
    const startTimes: number[] = []
    for (const pause of pauses) {
      await clock.forward(pause)
      // A clock tells whole milliseconds.
      expect(limiter.waitMs(0)).toBeLessThanOrEqual(1000 / ofProcess + 1)
      await limiter.acquire()
      startTimes.push(clock.now().getTime())
    }
    for (const [index, at] of startTimes.entries()) {
      const later = startTimes[index + Math.ceil(ofProcess)]
      if (later !== undefined) expect(later - at).toBeGreaterThanOrEqual(999)
    }
  },
)

const rows = [...endpoints]
const routes = ['GET /message_threads', 'GET /messages', 'GET /booking_revisions/feed', 'GET /channels/:id']
const deployed = { ...instances }
afterEach(() => void Object.assign(instances, deployed))

/** The most calls that a vendor gets in a window if every possible instance calls as often as allowed. */
async function mostCalls(
  lane: Lane,
  { routes = [''], quota, windowMs }: { routes?: string[]; quota: number; windowMs: number },
) {
  const clock = virtualClock(new Date('2031-05-04T12:00:00Z'))
  const endsAt = clock.now().getTime() + 3 * windowMs
  const startTimes: number[] = []
  const limit = `q=${quota};w=${windowMs / 1000}`
  const perSecond = lane === 'channel-manager' ? 1000 : (1000 * quota) / windowMs
  const allowed = {
    text: () => `key;${limit}, route;${limit}`,
    lanes: () => recordOf(laneNames, () => ({ perSecond, atOnce: 1 })),
  }
  const calling = async ({ acquire }: Limiter, route: string) => {
    while (clock.now().getTime() < endsAt)
      if (await acquire(route)) startTimes.push(clock.now().getTime())
      else await clock.sleep(1000)
  }
  const all = rows.flatMap(([functionName, { maxInstances }]) =>
    Array.from({ length: maxInstances }, () => {
      const limiter = limiters(clock, { ...allowed, functionName })(lane)
      const own = routes.filter(route => sharesOf(lane, route).has(functionName))
      return Promise.all(own.map(route => calling(limiter, route)))
    }),
  )
  await clock.during(Promise.all(all))
  const order = startTimes.toSorted((a, b) => a - b)
  return Math.max(...order.map((at, index) => order.slice(index).filter(one => one < at + windowMs).length))
}

const ofRoutes = routes.map(route => ({ lane: 'channel-manager' as const, routes: [route] }))
const ofLanes = laneNames.map(lane => ({ lane, routes: lane === 'channel-manager' ? routes : [''] }))

it.each([...ofLanes, ...ofRoutes])(
  'all instances of all functions together keep the limit of $lane for $routes',
  async one => {
    for (const route of one.routes) {
      const portions = rows.map(
        ([name, { maxInstances }]) => (sharesOf(one.lane, route).get(name) ?? 0) * maxInstances,
      )
      expect(portions.reduce((sum, part) => sum + part)).toBeCloseTo(1)
    }
    const [quota, windowMs] = [320, minute]
    const most = await mostCalls(one.lane, { ...one, quota, windowMs })
    expect(most).toBeLessThanOrEqual(quota + rows.length)
  },
)

it('the measurement catches a share that is counted per instance', async () => {
  Object.assign(
    instances,
    recordOf(Object.keys(instances), () => 1),
  )
  for (const lane of ['chatapp', 'ota', 'channel-manager'] as const)
    expect(await mostCalls(lane, { quota: 320, windowMs: minute })).toBeGreaterThan(320 + rows.length)
})
