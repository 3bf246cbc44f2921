import type { Clock } from '../ports.ts'
import { scheduleNames } from '../schedules.ts'
import { shareOf, shareOfDay, shareOfRoute } from './lanes.ts'
import { limitsIn, parseLimits, secondsUntilSomeIsLeft } from './rate-limit-headers.ts'
import { type Limit, TokenBucket } from './token-bucket.ts'

interface ChannelManagerLimits {
  /** Of the lane: on the average of a minute. */
  perSecond: number
  /** `key;q=600;w=60, route;q=300;w=60`: calls in so many seconds. */
  text: string
}

interface Route {
  buckets: TokenBucket[]
  /** What the vendor last told of its limits. */
  policy: string
  closedUntil: number
  lastTurn: Promise<unknown>
}

/** The longest that a call waits for its turn; somebody waits for the others. Milliseconds. */
const [patienceOfSchedules, patienceOfOthers] = [30_000, 5_000]
/** The most that is believed. Seconds. */
const longestPause = 3600
const dayMs = 86_400_000

export type CallLimiter = ReturnType<typeof channelManagerLimiter>

/**
 * Keeps this process within its share of what the channel manager allows, by key and by route; on each route first
 * come, first served.
 */
export function channelManagerLimiter(
  clock: Clock,
  { perSecond, text }: ChannelManagerLimits,
  functionName?: string,
) {
  const limits = parseLimits(text, ['key', 'route'])
  const limitsOf = (wanted: string) => limits.filter(({ name }) => name === wanted)
  const bucketsOf = (all: readonly Limit[], share: (limit: Limit) => number) =>
    all.map(limit => new TokenBucket({ ...limit, quota: limit.quota * share(limit) }))
  const ofLane = { name: 'key', quota: 60 * perSecond, windowMs: 60_000 }
  const key = bucketsOf([ofLane, ...limitsOf('key')], ({ windowMs }) =>
    windowMs < dayMs ? shareOf('channel-manager', functionName) : shareOfDay(functionName),
  )
  const isSchedule = scheduleNames.some(name => name === functionName)
  const patienceMs = isSchedule ? patienceOfSchedules : patienceOfOthers
  const now = () => clock.now().getTime()
  const routes = new Map<string, Route>()

  function routeOf(name: string): Route {
    const known = routes.get(name)
    if (known) return known
    const buckets = bucketsOf(limitsOf('route'), () => shareOfRoute(name, functionName))
    const route = { buckets, policy: '', closedUntil: 0, lastTurn: Promise.resolve() }
    routes.set(name, route)
    return route
  }

  async function take(route: Route, until: number): Promise<boolean> {
    for (;;) {
      const at = now()
      const buckets = [...key, ...route.buckets]
      const waitMs = Math.max(route.closedUntil - at, ...buckets.map(bucket => bucket.waitMs(at)))
      if (waitMs <= 0) {
        for (const bucket of buckets) bucket.take(at)
        return true
      }
      if (at + waitMs > until) return false
      await clock.sleep(waitMs)
    }
  }

  return {
    /** True when a call may begin; false if that would take longer than it can wait. */
    acquire(name: string, leftMs = Infinity): Promise<boolean> {
      const route = routeOf(name)
      const until = now() + Math.min(patienceMs, leftMs)
      const turn = route.lastTurn.then(() => take(route, until))
      route.lastTurn = turn
      return turn
    },

    /** Reads what an answer says of the limits. */
    learn(name: string, { header }: { header(name: string): string | null }): void {
      const route = routeOf(name)
      const policy = header('ratelimit-policy') ?? ''
      const told = limitsIn(policy)
      if (policy !== route.policy && told.length > 0) {
        route.policy = policy
        route.buckets = bucketsOf(told, () => shareOfRoute(name, functionName))
      }
      const pause = Math.min(secondsUntilSomeIsLeft(header('ratelimit') ?? ''), longestPause)
      route.closedUntil = Math.max(route.closedUntil, now() + 1000 * pause)
    },
  }
}
