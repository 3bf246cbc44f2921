import type { Clock } from '../ports.ts'
import { schedules } from '../schedules.ts'
import type { Lane, LaneLimits } from './lanes.ts'
import { shareOf } from './shares.ts'
import { type Limit, TokenBucket } from './token-bucket.ts'

interface VendorLimits {
  key: readonly Limit[]
  route: readonly Limit[]
}

interface Route {
  buckets: readonly TokenBucket[]
  policy: string
  closedUntil: number
  lastTurn: Promise<unknown>
}

/** People wait for calls outside schedules. */
const [patienceOfSchedules, patienceOfOthers] = [30_000, 5_000]
/** Seconds. */
const longestPause = 3600

export type Limiter = ReturnType<typeof limiter>

/** A route serves first come, first served. */
function limiter(
  clock: Clock,
  limits: VendorLimits,
  shareOf: (route?: string) => number,
  longestWaitMs = Number.POSITIVE_INFINITY,
) {
  const bucketsOf = (all: readonly Limit[], share: number) =>
    all.map(limit => new TokenBucket({ ...limit, quota: limit.quota * share }))
  const key = bucketsOf(limits.key, shareOf())
  const routes = new Map<string, Route>()
  const now = () => clock.now().getTime()

  function routeOf(name: string): Route {
    const existing = routes.get(name)
    if (existing) return existing
    const buckets = bucketsOf(limits.route, shareOf(name))
    const route = { buckets, policy: '', closedUntil: 0, lastTurn: Promise.resolve() }
    routes.set(name, route)
    return route
  }

  async function take(route: Route, until: number): Promise<boolean> {
    for (let at = now(); ; ) {
      const buckets = [...key, ...route.buckets]
      const waitMs = Math.max(route.closedUntil - at, ...buckets.map(bucket => bucket.waitMs(at)))
      if (waitMs <= 0) {
        for (const bucket of buckets) bucket.take(at)
        return true
      }
      if (at + waitMs > until) return false
      await clock.sleep(waitMs)
      // Timers may fire early, clocks stand still.
      at = Math.max(now(), at + waitMs)
    }
  }

  return {
    /** `others` come first. */
    waitMs: (others: number) => Math.max(...key.map(bucket => bucket.waitMs(now(), others))),

    /** False if the turn comes too late. */
    acquire(name = '', budgetMs = Number.POSITIVE_INFINITY): Promise<boolean> {
      const route = routeOf(name)
      const until = now() + Math.min(longestWaitMs, budgetMs)
      const turn = route.lastTurn.then(() => take(route, until))
      route.lastTurn = turn
      return turn
    },

    learn(name: string, { header }: { header(name: string): string | null }): void {
      const route = routeOf(name)
      const policy = header('ratelimit-policy') ?? ''
      const limits = limitsIn(policy)
      if (policy !== route.policy && limits.length > 0) {
        route.policy = policy
        route.buckets = bucketsOf(limits, shareOf(name))
      }
      const empty = (header('ratelimit') ?? '').split(',').filter(entry => /;\s*r=0\b/.test(entry))
      const pause = Math.min(Math.max(0, ...empty.map(entry => numberIn(entry, 't'))), longestPause)
      route.closedUntil = Math.max(route.closedUntil, now() + 1000 * pause)
    },
  }
}

/** `text`: `key;q=600;w=60, route;q=300;w=60`. */
export function limiters(
  clock: Clock,
  { lanes, text, functionName }: { lanes(): LaneLimits; text(): string; functionName?: string | undefined },
): (lane: Lane) => Limiter {
  const all = new Map<Lane, Limiter>()
  const build = (lane: Lane): Limiter => {
    const { perSecond } = lanes()[lane]
    const share = (route?: string) => shareOf(lane, functionName, route)
    if (lane !== 'channel-manager')
      return limiter(clock, { key: [{ quota: perSecond, windowMs: 1000, burst: 0 }], route: [] }, share)
    const { key, route } = parseLimits(text())
    const ofLane = { quota: 60 * perSecond, windowMs: 60_000 }
    const patienceMs = Object.hasOwn(schedules, functionName ?? '') ? patienceOfSchedules : patienceOfOthers
    return limiter(clock, { key: [ofLane, ...key], route }, share, patienceMs)
  }
  return lane => {
    const one = all.get(lane) ?? build(lane)
    all.set(lane, one)
    return one
  }
}

function numberIn(entry: string, parameter: string): number {
  const [, ...parameters] = entry.split(';').map(part => part.trim())
  const part = parameters.find(one => one.startsWith(`${parameter}=`))
  return Number(part?.slice(parameter.length + 1)) || 0
}

const limitsIn = (list: string): Limit[] =>
  list
    .split(',')
    .map(entry => ({ quota: numberIn(entry, 'q'), windowMs: 1000 * numberIn(entry, 'w') }))
    .filter(({ quota, windowMs }) => quota > 0 && windowMs > 0)

function parseLimits(text: string): VendorLimits {
  const entries = text.split(',').map(entry => entry.trim())
  const of = (name: string) => entries.filter(entry => entry.startsWith(`${name};`)).flatMap(limitsIn)
  const limits = { key: of('key'), route: of('route') }
  if (limits.key.length + limits.route.length === entries.length) return limits
  throw new Error(`"${text}" is not of the form key;q=600;w=60, with the names key, route`)
}
