import type { Clock, Log } from './ports.ts'

type StepResult = Record<string, string | number | boolean | null>

export interface Step<State extends object> {
  name: string
  hasEffect: boolean
  run(state: State): Promise<Partial<State>>
  /** Undefined if nothing was done, or may repeat: then the step runs. */
  lookUp?(state: State): Promise<Partial<State> | undefined>
  result?(state: State): StepResult
  /** Also after an unknown outcome or failed compensation, so it looks first. */
  compensate?(state: State): Promise<void>
}

export const stepStatuses = ['started', 'done', 'failed'] as const
export type StepStatus = (typeof stepStatuses)[number]

export interface StepEntry {
  step: string
  status: StepStatus
  at: Date
  result?: StepResult | undefined
}

export interface JournalWrite<State extends object> extends StepEntry {
  state: State
  passed: StepEntry[]
  next?: string | undefined
  cause?: unknown
}

/** A failed write stops the pipeline. */
export interface Journal<State extends object> {
  write(entry: JournalWrite<State>): Promise<void>
}

interface PipelineDeps<State extends object> {
  clock: Clock
  log: Log
  journal: Journal<State>
  /** Stops like a dead process: a later run goes on. */
  isPause?: (cause: unknown) => boolean
}

export type Started = Readonly<Record<string, StepStatus>>

/** A step passes on its state before its failure, for compensation. */
export class StepError<State extends object> extends Error {
  override readonly name = 'StepError'
  readonly learned: Partial<State>

  constructor(learned: Partial<State>, cause: unknown) {
    super('step failed', { cause })
    this.learned = learned
  }
}

export class PipelineError<State extends object> extends Error {
  override readonly name = 'PipelineError'
  readonly step: string
  readonly state: State
  readonly isCompensated: boolean

  constructor(step: string, state: State, isCompensated: boolean, cause: unknown) {
    super(`stopped at ${step}`, { cause })
    this.step = step
    this.state = state
    this.isCompensated = isCompensated
  }
}

export class PausedError extends Error {
  override readonly name = 'PausedError'
}

export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError'
}

/**
 * Skips finished steps of `earlier` and looks up started ones. After a failure the started steps are compensated in
 * reverse; if the journal refuses, another process owns the effects, so nothing is compensated. Throws PipelineError,
 * and PausedError for `isPause`.
 */
export async function runPipeline<State extends object>(
  deps: PipelineDeps<State>,
  steps: readonly Step<State>[],
  initial: State,
  deadline: Date,
  earlier: Started = {},
): Promise<State> {
  const { clock, journal } = deps
  let state = initial
  const passed: StepEntry[] = []
  /** A journal write may outlast the lease. */
  const checkTime = () => {
    if (clock.now() >= deadline) throw new OutOfTimeError()
  }

  async function runStep({ name, hasEffect, ...step }: Step<State>, next: string | undefined): Promise<void> {
    const before = hasEffect ? earlier[name] : undefined
    if (before === 'done') return
    checkTime()
    let gained = before === 'started' ? await step.lookUp?.(state) : undefined
    if (hasEffect && gained === undefined) {
      const started = { step: name, status: 'started' as const, at: clock.now() }
      await journal.write({ ...started, state, passed: passed.splice(0), next: name })
      checkTime()
    }
    gained ??= await step.run(state)
    const after = { ...state, ...gained }
    const done = { step: name, status: 'done' as const, at: clock.now(), result: step.result?.(after) }
    if (hasEffect)
      try {
        await journal.write({ ...done, state: after, passed: passed.splice(0), next })
      } catch (error) {
        throw new StepError(gained, error)
      }
    else passed.push(done)
    state = after
  }

  for (const [position, step] of steps.entries()) {
    try {
      await runStep(step, steps[position + 1]?.name)
    } catch (error) {
      const lastState = error instanceof StepError ? { ...state, ...error.learned } : state
      const cause = error instanceof StepError ? error.cause : error
      if (deps.isPause?.(cause)) throw new PausedError(`paused at ${step.name}`, { cause })
      const touched = steps.filter((one, at) => at <= position || earlier[one.name] !== undefined)
      const isCompensated =
        !touched.some(({ hasEffect }) => hasEffect) ||
        ((await journalFailure(deps, step.name, lastState, cause)) &&
          (await compensateSteps(deps, touched, lastState)))
      throw new PipelineError(step.name, lastState, isCompensated, cause)
    }
  }
  return state
}

/** False if another process holds the journal, or it is unreachable. */
export async function journalFailure<State extends object>(
  { journal, clock, log }: PipelineDeps<State>,
  step: string,
  state: State,
  cause: unknown,
): Promise<boolean> {
  try {
    await journal.write({ step, status: 'failed', state, at: clock.now(), passed: [], cause })
    return true
  } catch (error) {
    log.error('a failure could not be journalled, so nothing is compensated', { step, error })
    return false
  }
}

/** True if all is compensated. */
export async function compensateSteps<State extends object>(
  { log }: Pick<PipelineDeps<State>, 'log'>,
  steps: readonly Pick<Step<State>, 'name' | 'compensate'>[],
  state: State,
): Promise<boolean> {
  let isComplete = true
  for (const step of steps.toReversed()) {
    try {
      await step.compensate?.(state)
    } catch (error) {
      isComplete = false
      log.error('a step could not be compensated', { step: step.name, error })
    }
  }
  return isComplete
}

/** Of several failures, the first in the list is reported. */
export const together = <State extends object>(name: string, steps: readonly Step<State>[]): Step<State> => ({
  name,
  hasEffect: false,
  async run(state) {
    const ends = await Promise.allSettled(steps.map(step => step.run(state)))
    const gains: Partial<State>[] = []
    for (const end of ends) {
      if (end.status === 'rejected') throw end.reason
      gains.push(end.value)
    }
    return Object.assign({}, ...gains)
  },
  result: state => Object.assign({}, ...steps.map(step => step.result?.(state))),
})

export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is missing`)
  return value
}
