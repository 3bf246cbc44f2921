import { expect, it } from 'vitest'
import { params } from '../../config.ts'
import { channelManagerLimiter } from './channel-manager-limiter.ts'
import { parseLanes } from './lanes.ts'

const minute = 60_000
const limits = {
  text: params.channelManagerLimits.default,
  perSecond: parseLanes(params.lanes.default)['channel-manager'].perSecond,
}

/** On which time passes only while somebody waits. */
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
    ...{ functionName: 'sweepota', everyMinutes: 1, calls: { '/message_threads': 34 } },
  },
  {
    what: 'ten thousand channels are looked at every twelve hours',
    ...{ functionName: 'watchchannels', everyMinutes: 5 },
    calls: { '/channels/:id': 72, '/channels/:id/mappings': 72, '/availability': 72 },
  },
])('with the limits that are set, $what, day and night', async ({ functionName, everyMinutes, calls }) => {
  const clock = waitingClock()
  const limiter = channelManagerLimiter(clock, limits, functionName)
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
