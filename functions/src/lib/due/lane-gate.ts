import { ProviderError, refusesOurKey } from '../errors.ts'
import type { System } from '../ports.ts'
import type { LaneState, LaneStates, OutageReason } from './lane-state.ts'
import type { Lane } from './lanes.ts'
import type { Pace } from './pace.ts'

export type Passage = 'open' | 'probe' | 'closed'

/** Whether a piece may be begun in a lane: `probe` one, to see whether its vendor takes it. */
export function passage(state: LaneState | undefined, now: Date): Passage {
  if (state?.pausedBy) return 'closed'
  if (!state?.failing) return 'open'
  return state.failing.probeAt <= now ? 'probe' : 'closed'
}

/** What a vendor's answer says of all that is sent to it; undefined when it speaks of the one call only. */
export function outageOf(error: unknown): OutageReason | undefined {
  if (!(error instanceof ProviderError)) return undefined
  if (refusesOurKey(error)) return 'credentials'
  if (error.status === 429) return 'quota'
  return error.kind === 'permanent' || error.status === 404 ? undefined : 'down'
}

/** How long a state that was read is taken for what it is. Milliseconds. */
const freshMs = 15_000
/** What failed longer ago says nothing of now: the slowest round comes every quarter of an hour. Milliseconds. */
const latelyMs = 20 * 60_000
const isLately = (at: Date, now: Date): boolean => now.getTime() - at.getTime() <= latelyMs
/** A first try that would wait longer for its turn is left to the schedule. Milliseconds. */
const firstTryPatienceMs = 5_000

interface LaneGateDeps extends Pick<System, 'clock' | 'log'> {
  lanes(): Promise<LaneStates>
  pace(lane: Lane): Promise<Pace>
  /** So many failures in a row may be the messages'; one more is the vendor's. A refused key is known at once. */
  tolerated(): number
}

/** Watches what becomes of the calls of a lane, for one process, and closes it when its vendor takes nothing. */
export class LaneGate {
  readonly #deps: LaneGateDeps
  readonly #known = new Map<Lane, { state: LaneState | undefined; at: number }>()
  readonly #failures = new Map<Lane, number>()
  readonly #troubles = new Map<Lane, { since: Date; at: Date }>()
  /** How many of them are under way. */
  readonly #firstTries = new Map<Lane, number>()

  constructor(deps: LaneGateDeps) {
    this.#deps = deps
  }

  /** An open lane as it was at most some seconds ago; a closed one is looked at each time. */
  async passage(lane: Lane): Promise<Passage> {
    const now = this.#deps.clock.now()
    const known = this.#fresh(lane, now)
    if (known && passage(known.state, now) === 'open') return 'open'
    return passage(await this.#look(lane, now), now)
  }

  /** When a closed lane that was just looked at is tried again; undefined where a person has closed it. */
  opensAt(lane: Lane): Date | undefined {
    const state = this.#known.get(lane)?.state
    return state?.pausedBy ? undefined : state?.failing?.probeAt
  }

  /** A person has closed it. Whoever asks a vendor of themselves does so while it fails, too, and so finds it back. */
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
    const state = (await (await this.#deps.lanes()).read(lane))?.value
    // Somebody else has found its vendor back.
    if (this.#known.get(lane)?.state?.failing && !state?.failing) this.#failures.delete(lane)
    this.#known.set(lane, { state, at: now.getTime() })
    return state
  }

  /**
   * Tries something for the first time, or answers false: it stays due where its turn would not come soon. One at a time
   * finds out whether a vendor that took nothing is back.
   */
  async firstTry(lane: Lane, run: () => Promise<unknown>): Promise<boolean> {
    const [passage, pace] = await Promise.all([this.passage(lane), this.#deps.pace(lane)])
    const underWay = this.#firstTries.get(lane) ?? 0
    if (passage === 'closed' || (passage === 'probe' && underWay > 0)) return false
    if (pace.waitMs(underWay) > firstTryPatienceMs) return false
    this.#firstTries.set(lane, underWay + 1)
    try {
      await run()
      return true
    } finally {
      this.#firstTries.set(lane, (this.#firstTries.get(lane) ?? 1) - 1)
    }
  }

  /** Lanes whose vendor has taken nothing lately: since when, and when that was last so. */
  troubles(now: Date): Partial<Record<Lane, { since: Date; at: Date }>> {
    const lately = [...this.#troubles].filter(([, { at }]) => isLately(at, now))
    return Object.fromEntries(lately)
  }

  /** A call has gone through, or was refused for what it asked. */
  async succeeded(lane: Lane): Promise<void> {
    this.#failures.delete(lane)
    this.#troubles.delete(lane)
    if (this.#known.get(lane)?.state?.failing) await this.#change(lane, undefined)
  }

  /** A call has failed for a reason that every other one meets too. */
  async failed(lane: Lane, reason: OutageReason): Promise<void> {
    const at = this.#deps.clock.now()
    const before = this.#troubles.get(lane)
    this.#troubles.set(lane, { since: before && isLately(before.at, at) ? before.since : at, at })
    const inARow = (this.#failures.get(lane) ?? 0) + 1
    this.#failures.set(lane, inARow)
    const isKnown = Boolean(this.#known.get(lane)?.state?.failing)
    if (reason === 'credentials' || isKnown || inARow > this.#deps.tolerated())
      await this.#change(lane, reason)
  }

  async #change(lane: Lane, reason: OutageReason | undefined): Promise<void> {
    const { clock, log, lanes } = this.#deps
    const now = clock.now()
    try {
      const { changeLane, failing, open } = await import('./lane-state.ts')
      const state = await changeLane({ clock, lanes: await lanes() }, lane, before =>
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
