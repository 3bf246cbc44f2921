import { scheduleNames } from '../health/subjects.ts'
import type { Clock } from '../ports.ts'
import { CallLimiter } from './call-limiter.ts'
import { shareOf, shareOfRoute } from './lanes.ts'
import { parseLimits } from './rate-limit-headers.ts'

interface ChannelManagerLimits {
  /** Of the lane: on the average of a minute. */
  perSecond: number
  /** `key;q=600;w=60, route;q=300;w=60`: calls in so many seconds. */
  text: string
}

/** Somebody waits for the others. Milliseconds. */
const [patienceOfSchedules, patienceOfOthers] = [30_000, 5_000]

/** For the calls of this process. */
export function channelManagerLimiter(
  clock: Clock,
  { perSecond, text }: ChannelManagerLimits,
  functionName?: string,
): CallLimiter {
  const limits = parseLimits(text, ['key', 'route'])
  const ofLane = { name: 'key', quota: 60 * perSecond, windowMs: 60_000 }
  const isSchedule = scheduleNames.some(name => name === functionName)
  return new CallLimiter({
    clock,
    limits: {
      key: [ofLane, ...limits.filter(({ name }) => name === 'key')],
      route: limits.filter(({ name }) => name === 'route'),
    },
    shareOf: route =>
      route === undefined ? shareOf('channel-manager', functionName) : shareOfRoute(route, functionName),
    patienceMs: isSchedule ? patienceOfSchedules : patienceOfOthers,
  })
}
