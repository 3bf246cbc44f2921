import type { Clock } from '../ports.ts'
import { limitsIn, secondsUntilSomeIsLeft } from './rate-limit-headers.ts'
import { type Limit, TokenBucket } from './token-bucket.ts'

/** What a vendor allows our key in all, and on each route. */
export interface CallLimits {
  key: readonly Limit[]
  route: readonly Limit[]
}

interface CallLimiterDeps {
  clock: Clock
  limits: CallLimits
  /** This process's share of the calls on a route, or of the key's where there is none. */
  shareOf(route?: string): number
  /** The longest that a call waits for its turn. Milliseconds. */
  patienceMs: number
}

interface Route {
  buckets: TokenBucket[]
  /** What the vendor last told of its limits. */
  policy: string
  closedUntil: number
  lastTurn: Promise<unknown>
}

/** Of an answer. */
export interface Told {
  header(name: string): string | null
}

/** The most that is believed. Seconds. */
const longestPause = 3600

/** Keeps this process within its share of a vendor's limits, by key and by route; on each route first come, first served. */
export class CallLimiter {
  readonly #deps: CallLimiterDeps
  readonly #key: TokenBucket[]
  readonly #routes = new Map<string, Route>()

  constructor(deps: CallLimiterDeps) {
    this.#deps = deps
    this.#key = this.#bucketsOf(deps.limits.key)
  }

  /** True when a call may begin; false if that would take longer than it can wait. */
  acquire(name: string, leftMs = Infinity): Promise<boolean> {
    const route = this.#routeOf(name)
    const until = this.#now() + Math.min(this.#deps.patienceMs, leftMs)
    const turn = route.lastTurn.then(() => this.#take(route, until))
    route.lastTurn = turn
    return turn
  }

  /** Reads what an answer says of the limits. */
  learn(name: string, { header }: Told): void {
    const route = this.#routeOf(name)
    const policy = header('ratelimit-policy') ?? ''
    const limits = limitsIn(policy)
    if (policy !== route.policy && limits.length > 0) {
      route.policy = policy
      route.buckets = this.#bucketsOf(limits, name)
    }
    const told = secondsUntilSomeIsLeft(header('ratelimit') ?? '')
    route.closedUntil = Math.max(route.closedUntil, this.#now() + 1000 * Math.min(told, longestPause))
  }

  #now = (): number => this.#deps.clock.now().getTime()

  #bucketsOf(limits: readonly Limit[], route?: string): TokenBucket[] {
    const share = this.#deps.shareOf(route)
    return limits.map(limit => new TokenBucket({ ...limit, quota: limit.quota * share }))
  }

  #routeOf(name: string): Route {
    const known = this.#routes.get(name)
    if (known) return known
    const buckets = this.#bucketsOf(this.#deps.limits.route, name)
    const route = { buckets, policy: '', closedUntil: 0, lastTurn: Promise.resolve() }
    this.#routes.set(name, route)
    return route
  }

  async #take(route: Route, until: number): Promise<boolean> {
    for (;;) {
      const now = this.#now()
      const buckets = [...this.#key, ...route.buckets]
      const waitMs = Math.max(route.closedUntil - now, ...buckets.map(bucket => bucket.waitMs(now)))
      if (waitMs <= 0) {
        for (const bucket of buckets) bucket.take(now)
        return true
      }
      if (now + waitMs > until) return false
      await this.#deps.clock.sleep(waitMs)
    }
  }
}
