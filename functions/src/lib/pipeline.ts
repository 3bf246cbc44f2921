import type { Clock, Log } from './ports.ts'

/** What a progress page shows of a step beside its name and status. */
export type StepResult = Record<string, string | number | boolean | null>

/** One step of a pipeline. What it adds to the state is journalled; its compensation is part of it. */
export interface Step<State extends object> {
  name: string
  /** Whether the step changes something outside; the journal is then written before and after it. */
  hasEffect: boolean
  run(state: State): Promise<Partial<State>>
  /**
   * Finds out what an interrupted run of the step did. Undefined if nothing, or nothing that must not be repeated: the
   * step then runs.
   */
  lookUp?(state: State): Promise<Partial<State> | undefined>
  /** The result of a finished step. */
  result?(state: State): StepResult
  /**
   * Undoes whatever `run` did. Called with everything known, also if `run` threw or its outcome is unknown, and again
   * after a failed compensation: it must look before it acts.
   */
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
  /** Steps without an effect, finished since the last write. */
  passed: StepEntry[]
  /** The step that runs next; undefined after the last one and on a failure. */
  next?: string | undefined
  /** Why a step failed. */
  cause?: unknown
}

/** A write-ahead log of the pipeline. A failed write stops the pipeline. */
export interface Journal<State extends object> {
  write(entry: JournalWrite<State>): Promise<void>
}

interface PipelineDeps<State extends object> {
  clock: Clock
  log: Log
  journal: Journal<State>
  /** Whether to stop for this as if the process had died: a later run goes on with everything as it is. */
  isPause?: (cause: unknown) => boolean
}

/** The statuses of an earlier run's steps with an effect, by name. */
export type Started = Readonly<Record<string, StepStatus>>

/** Thrown by a step to pass on what it learned or did before it failed; compensation sees it. */
export class StepError<State extends object> extends Error {
  override readonly name = 'StepError'
  readonly learned: Partial<State>

  constructor(learned: Partial<State>, cause: unknown) {
    super('step failed', { cause })
    this.learned = learned
  }
}

/** A stopped pipeline: why, at which step, its state, and whether everything is undone. */
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

/** Stopped before its end, for a later run to go on with. */
export class PausedError extends Error {
  override readonly name = 'PausedError'
}

/** The cause if the deadline has passed. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError'
}

/**
 * Runs the steps in order, skipping those that `earlier` has as done and looking up those it has as started. On a
 * failure: journals the reason, compensates all started steps in reverse, and throws a PipelineError. If the journal
 * refuses the failure nothing is compensated: another process owns the effects. Throws PausedError for what `isPause`.
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
  /** Finished steps that are not journalled yet. */
  const passed: StepEntry[] = []
  /** Checked again after each journal write: a process held up there may have lost its lease. */
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
      const known = error instanceof StepError ? { ...state, ...error.learned } : state
      const cause = error instanceof StepError ? error.cause : error
      if (deps.isPause?.(cause)) throw new PausedError(`paused at ${step.name}`, { cause })
      const touched = steps.filter((one, at) => at <= position || earlier[one.name] !== undefined)
      const isCompensated =
        !touched.some(({ hasEffect }) => hasEffect) ||
        ((await journalFailure(deps, step.name, known, cause)) &&
          (await compensateSteps(deps, touched, known)))
      throw new PipelineError(step.name, known, isCompensated, cause)
    }
  }
  return state
}

/** False if the journal refuses it: another process holds it, or it cannot be reached. */
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

/** Compensates in reverse, and goes on after a failure. True if everything was compensated. */
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

/**
 * Runs independent steps without effects in parallel, as one. Of several failures, the first in the list is reported.
 */
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

/** Throws if a value of an earlier step is missing: a bug in the order of the steps. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is missing`)
  return value
}
