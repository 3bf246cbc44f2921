import { ProviderError, refusesOurKey } from '../errors.ts'
import type { Log } from '../ports.ts'
import {
  changeLane,
  failing,
  type LaneDeps,
  type LaneState,
  type OutageReason,
  open,
  lanes as stored,
} from './lane-state.ts'
import type { Lane } from './lanes.ts'
import type { Limiter } from './limiter.ts'

export type BreakerState = 'closed' | 'half-open' | 'open'

export function breakerState(state: LaneState | undefined, now: Date): BreakerState {
  if (state?.pausedBy) return 'open'
  if (!state?.failing) return 'closed'
  return state.failing.probeAt <= now ? 'half-open' : 'open'
}

function outageOf(error: ProviderError): OutageReason | undefined {
  if (refusesOurKey(error)) return 'credentials'
  if (error.status === 429) return 'quota'
  return error.kind === 'permanent' || error.status === 404 ? undefined : 'down'
}

const freshMs = 15_000
/** A longer queue leaves a first try to the schedule. */
const firstTryPatienceMs = 5_000

interface Deps extends LaneDeps {
  log: Log
  limiter(lane: Lane): Limiter
  /** Failures in a row; a refused key opens at once. */
  tolerated(): number
}

interface LaneMemory {
  state: LaneState | undefined
  readAt: number
  failures: number
  /** Since the last success. */
  forbidden: Set<string>
  tries: number
}

export type CircuitBreaker = ReturnType<typeof circuitBreaker>

/** This process's outcomes decide; all processes share the state. */
export function circuitBreaker(deps: Deps) {
  const { clock, log, store, tolerated } = deps
  const lanes = new Map<Lane, LaneMemory>()
  const never = Number.NEGATIVE_INFINITY

  function memoryOf(lane: Lane): LaneMemory {
    const memory = lanes.get(lane) ?? {
      state: undefined,
      readAt: never,
      failures: 0,
      forbidden: new Set(),
      tries: 0,
    }
    lanes.set(lane, memory)
    return memory
  }

  async function stateOf(lane: Lane, isEnough: (state: LaneState | undefined) => boolean) {
    const memory = memoryOf(lane)
    const now = clock.now().getTime()
    if (now - memory.readAt < freshMs && isEnough(memory.state)) return memory.state
    const state = (await store.read(stored.at(lane)))?.value
    if (memory.state?.failing && !state?.failing) memory.failures = 0
    return Object.assign(memory, { state, readAt: now }).state
  }

  async function change(lane: Lane, reason: OutageReason | undefined): Promise<void> {
    const now = clock.now()
    try {
      const state = await changeLane(deps, lane, before =>
        reason ? failing(before, reason, now) : open(before),
      )
      Object.assign(memoryOf(lane), { state, readAt: now.getTime() })
      if (reason) log.error('a lane is closed', { lane, reason })
      else log.info('a lane is open again', { lane })
    } catch (error) {
      log.error('the state of a lane could not be written', { lane, error })
    }
  }

  function failureOf(memory: LaneMemory, error: unknown, resource: string): OutageReason | undefined {
    if (!(error instanceof ProviderError)) return undefined
    if (!error.isForbidden) return outageOf(error)
    // Several forbidden resources in a row mean our key.
    const isKey = memory.forbidden.size >= tolerated() && !memory.forbidden.has(resource)
    if (!isKey) memory.forbidden.add(resource)
    return isKey || memory.state?.failing?.reason === 'credentials' ? 'credentials' : undefined
  }

  /** Only `closed` is cached. */
  async function state(lane: Lane): Promise<BreakerState> {
    const isClosed = (one: LaneState | undefined) => breakerState(one, clock.now()) === 'closed'
    return breakerState(await stateOf(lane, isClosed), clock.now())
  }

  return {
    state,

    retriesAt(lane: Lane): Date | undefined {
      const last = memoryOf(lane).state
      return last?.pausedBy ? undefined : last?.failing?.probeAt
    },

    /** Schedules still ask a failing vendor, and notice its return. */
    isPaused: async (lane: Lane): Promise<boolean> => Boolean((await stateOf(lane, () => true))?.pausedBy),

    /** False leaves the work due. Half-open admits one at a time. */
    async firstTry(lane: Lane, run: () => Promise<unknown>): Promise<boolean> {
      const [now, memory] = [await state(lane), memoryOf(lane)]
      if (now === 'open' || (now === 'half-open' && memory.tries > 0)) return false
      if (deps.limiter(lane).waitMs(memory.tries) > firstTryPatienceMs) return false
      memory.tries += 1
      try {
        await run()
        return true
      } finally {
        memory.tries -= 1
      }
    },

    async report(lane: Lane, error?: unknown, resource = ''): Promise<void> {
      if (error instanceof ProviderError && error.isUnasked) return
      const memory = memoryOf(lane)
      const reason = failureOf(memory, error, resource)
      if (reason) {
        memory.failures += 1
        if (reason === 'credentials' || memory.state?.failing || memory.failures > tolerated())
          await change(lane, reason)
        return
      }
      if (!(error instanceof ProviderError && error.isForbidden)) memory.forbidden.clear()
      memory.failures = 0
      if (memory.state?.failing) await change(lane, undefined)
    },
  }
}
