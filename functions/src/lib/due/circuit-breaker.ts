import { ProviderError, refusesOurKey } from '../errors.ts'
import type { System } from '../ports.ts'
import type { LaneState, LaneStates, OutageReason } from './lane-state.ts'
import type { Lane } from './lanes.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** As the pattern has it: `closed` lets everything through, `open` nothing, `half-open` one probe. */
export type BreakerState = 'closed' | 'half-open' | 'open'

/** Whether work may start in a lane; half-open: one piece of it, to see whether its vendor is back. */
export function breakerState(state: LaneState | undefined, now: Date): BreakerState {
  if (state?.pausedBy) return 'open'
  if (!state?.failing) return 'closed'
  return state.failing.probeAt <= now ? 'half-open' : 'open'
}

/** The vendor outage behind an error; undefined if the error concerns only this call. */
export function outageOf(error: unknown): OutageReason | undefined {
  if (!(error instanceof ProviderError)) return undefined
  if (refusesOurKey(error)) return 'credentials'
  if (error.status === 429 || error.isUnasked) return 'quota'
  return error.kind === 'permanent' || error.status === 404 ? undefined : 'down'
}

/** How long a lane's state is cached. Milliseconds. */
const freshMs = 15_000
/** A first try that would wait longer for the rate limiter is left to the schedule. Milliseconds. */
const firstTryPatienceMs = 5_000

interface CircuitBreakerDeps extends Pick<System, 'clock' | 'log'> {
  lanes: LaneStates
  rateLimiter(lane: Lane): RateLimiter
  /** Failures in a row before the breaker opens. A refused key opens it at once. */
  tolerated(): number
}

/** Opens when a lane's vendor fails, by the outcomes of this process's calls. The state is shared by all processes. */
export class CircuitBreaker {
  readonly #deps: CircuitBreakerDeps
  readonly #known = new Map<Lane, { state: LaneState | undefined; at: number }>()
  readonly #failures = new Map<Lane, number>()
  /** What was forbidden since the last success. */
  readonly #forbidden = new Map<Lane, Set<string>>()
  /** First tries in progress. */
  readonly #firstTries = new Map<Lane, number>()

  constructor(deps: CircuitBreakerDeps) {
    this.#deps = deps
  }

  /** A closed breaker is cached for some seconds; any other state is read each time. */
  async state(lane: Lane): Promise<BreakerState> {
    const now = this.#deps.clock.now()
    const known = this.#fresh(lane, now)
    if (known && breakerState(known.state, now) === 'closed') return 'closed'
    return breakerState(await this.#look(lane, now), now)
  }

  /** When an open breaker lets the next probe through; undefined while a person has paused the lane. */
  retriesAt(lane: Lane): Date | undefined {
    const state = this.#known.get(lane)?.state
    return state?.pausedBy ? undefined : state?.failing?.probeAt
  }

  /**
   * Paused by a person. Schedules that ask a vendor by themselves keep doing so while it fails, and so find it back.
   */
  async isPaused(lane: Lane): Promise<boolean> {
    const now = this.#deps.clock.now()
    const known = this.#fresh(lane, now)
    const state = known ? known.state : await this.#look(lane, now)
    return Boolean(state?.pausedBy)
  }

  #fresh(lane: Lane, now: Date) {
    const known = this.#known.get(lane)
    return known && now.getTime() - known.at < freshMs ? known : undefined
  }

  async #look(lane: Lane, now: Date): Promise<LaneState | undefined> {
    const state = (await this.#deps.lanes.lane(lane))?.value
    // Another process has found the vendor back.
    if (this.#failing(lane) && !state?.failing) this.#failures.delete(lane)
    this.#known.set(lane, { state, at: now.getTime() })
    return state
  }

  /**
   * Makes a first try, or returns false if the breaker is open or the rate limiter's queue is long: the work then stays
   * due. While half-open, one at a time.
   */
  async firstTry(lane: Lane, run: () => Promise<unknown>): Promise<boolean> {
    const [state, rateLimiter] = [await this.state(lane), this.#deps.rateLimiter(lane)]
    const underWay = this.#firstTries.get(lane) ?? 0
    if (state === 'open' || (state === 'half-open' && underWay > 0)) return false
    if (rateLimiter.waitMs(underWay) > firstTryPatienceMs) return false
    this.#firstTries.set(lane, underWay + 1)
    try {
      await run()
      return true
    } finally {
      this.#firstTries.set(lane, (this.#firstTries.get(lane) ?? 1) - 1)
    }
  }

  /** A call succeeded, or was refused for its own content. */
  async succeeded(lane: Lane): Promise<void> {
    this.#forbidden.delete(lane)
    await this.#answered(lane)
  }

  /** A call was forbidden for its resource. Several different ones in a row mean our key. */
  async forbidden(lane: Lane, resource: string): Promise<void> {
    const resources = this.#forbidden.get(lane) ?? new Set()
    const isKey = resources.size >= this.#deps.tolerated() && !resources.has(resource)
    if (!isKey) this.#forbidden.set(lane, resources.add(resource))
    const isKeyRefused = this.#failing(lane)?.reason === 'credentials'
    await (isKey || isKeyRefused ? this.failed(lane, 'credentials') : this.#answered(lane))
  }

  async #answered(lane: Lane): Promise<void> {
    this.#failures.delete(lane)
    if (this.#failing(lane)) await this.#change(lane, undefined)
  }

  #failing(lane: Lane): LaneState['failing'] {
    return this.#known.get(lane)?.state?.failing
  }

  /** A call failed for a reason that affects every call. */
  async failed(lane: Lane, reason: OutageReason): Promise<void> {
    const inARow = (this.#failures.get(lane) ?? 0) + 1
    this.#failures.set(lane, inARow)
    const isKnown = Boolean(this.#failing(lane))
    if (reason === 'credentials' || isKnown || inARow > this.#deps.tolerated())
      await this.#change(lane, reason)
  }

  async #change(lane: Lane, reason: OutageReason | undefined): Promise<void> {
    const { clock, log, lanes } = this.#deps
    const now = clock.now()
    try {
      const { changeLane, failing, open } = await import('./lane-state.ts')
      const state = await changeLane({ clock, lanes }, lane, before =>
        reason ? failing(before, reason, now) : open(before),
      )
      this.#known.set(lane, { state, at: now.getTime() })
      if (reason) log.error('a lane is closed', { lane, reason })
      else log.info('a lane is open again', { lane })
    } catch (error) {
      log.error('the state of a lane could not be written', { lane, error })
    }
  }
}
