import type { Clock, Log } from './ports.ts'

/** What a page that follows a pipeline shows of a step beside its name and status. */
export type StepResult = Record<string, string | number | boolean | null>

/** One step of a pipeline over a state that grows: what it adds is journalled, and what compensates it stands beside it. */
export interface Step<State extends object> {
  name: string
  /** True when the step changes something outside; the journal is written before and after it. */
  hasEffect: boolean
  run(state: State): Promise<Partial<State>>
  /**
   * What a run has done of which only the start is known; undefined when it has done nothing, or what does no harm when
   * it is done again: then the step runs.
   */
  lookUp?(state: State): Promise<Partial<State> | undefined>
  /** Of a step that is done. */
  result?(state: State): StepResult
  /**
   * Undoes what `run` did, as far as it did. Called with everything known, also when `run` threw or its outcome is
   * unknown, and again when an earlier compensation failed: it must look before it acts.
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
  /** Steps without an effect that were done since the last write. */
  passed: StepEntry[]
  /** The step that runs once this is written; undefined behind the last one, and on a failure. */
  next?: string | undefined
  /** Why a step failed. */
  cause?: unknown
}

/** Where the pipeline writes what it is about to do and what it did. A write that fails stops the pipeline. */
export interface Journal<State extends object> {
  write(entry: JournalWrite<State>): Promise<void>
}

interface PipelineDeps<State extends object> {
  clock: Clock
  log: Log
  journal: Journal<State>
}

/** How far an earlier run of the same pipeline came, by the names of its steps with an effect. */
export type Started = Readonly<Record<string, StepStatus>>

/** Thrown by a step that has learned or done something before it failed; compensation sees it. */
export class StepError<State extends object> extends Error {
  override readonly name = 'StepError'
  readonly learned: Partial<State>

  constructor(learned: Partial<State>, cause: unknown) {
    super('step failed', { cause })
    this.learned = learned
  }
}

/** A pipeline that stopped: why, at which step, with what it knew, and whether all it did is undone. */
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

/** The cause of a pipeline that stopped because its deadline has passed. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError'
}

/**
 * Runs the steps in order, without those that `earlier` says are done; one of which only the start is known is looked
 * up first. On a failure journals the reason, compensates in reverse what was started, now or earlier, then throws a
 * PipelineError. Without a journal that takes the failure nothing is compensated: another process owns what is there.
 */
export async function runPipeline<State extends object>(
  deps: PipelineDeps<State>,
  steps: readonly Step<State>[],
  initial: State,
  deadline: Date,
  earlier: Started = {},
): Promise<State> {
  const run: Run<State> = { deps, steps, deadline, earlier, passed: [] }
  let state = initial
  for (const [position, step] of steps.entries()) {
    try {
      state = await runStep(run, step, position, state)
    } catch (error) {
      const known = error instanceof StepError ? { ...state, ...error.learned } : state
      const cause = error instanceof StepError ? error.cause : error
      const touched = steps.filter((one, at) => at <= position || earlier[one.name] !== undefined)
      const isCompensated = await compensateFailure(deps, step.name, touched, known, cause)
      throw new PipelineError(step.name, known, isCompensated, cause)
    }
  }
  return state
}

interface Run<State extends object> {
  deps: PipelineDeps<State>
  steps: readonly Step<State>[]
  deadline: Date
  earlier: Started
  /** What was done and not yet written. */
  passed: StepEntry[]
}

async function runStep<State extends object>(
  run: Run<State>,
  step: Step<State>,
  position: number,
  state: State,
): Promise<State> {
  const { clock, journal } = run.deps
  const before = step.hasEffect ? run.earlier[step.name] : undefined
  if (before === 'done') return state
  checkTime(run)
  const next = run.steps[position + 1]?.name
  const entry = (after: State): StepEntry => ({
    step: step.name,
    status: 'done',
    at: clock.now(),
    result: step.result?.(after),
  })
  if (!step.hasEffect) {
    const after = { ...state, ...(await step.run(state)) }
    run.passed.push(entry(after))
    return after
  }
  const found = before === 'started' ? await step.lookUp?.(state) : undefined
  let gained = found
  if (gained === undefined) {
    const started = { step: step.name, status: 'started' as const, at: clock.now() }
    await journal.write({ ...started, state, passed: run.passed.splice(0), next: step.name })
    checkTime(run)
    gained = await step.run(state)
  }
  const after = { ...state, ...gained }
  try {
    await journal.write({ ...entry(after), state: after, passed: run.passed.splice(0), next })
  } catch (error) {
    throw new StepError(gained, error)
  }
  return after
}

/** Asked again after the journal was written: whoever was held up there may have lost the right to go on. */
function checkTime<State extends object>({ deps, deadline }: Run<State>): void {
  if (deps.clock.now() >= deadline) throw new OutOfTimeError()
}

async function compensateFailure<State extends object>(
  deps: PipelineDeps<State>,
  failed: string,
  touched: readonly Step<State>[],
  state: State,
  cause: unknown,
): Promise<boolean> {
  if (!touched.some(step => step.hasEffect)) return true
  return (await journalFailure(deps, failed, state, cause)) && compensateSteps(deps, touched, state)
}

/** False when the journal does not take it, because another process holds it now or it cannot be reached. */
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

/** Compensates in reverse. A step that cannot be compensated does not keep the others from it. True when all of it worked. */
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

/** Steps without effects that do not need each other, as one. Of several that fail the first in the list is reported. */
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

/** A step ran without what an earlier one gives: a mistake in the order of the steps. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is missing`)
  return value
}
