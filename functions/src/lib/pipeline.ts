import { DomainError } from './errors.ts'
import type { Clock, Log } from './ports.ts'

/** One step of a pipeline over a state that grows: what it adds is journalled, and its undo stands beside it. */
export interface Step<State extends object> {
  name: string
  /** True when the step changes something outside; the journal is written before and after it. */
  hasEffect: boolean
  run(state: State): Promise<Partial<State>>
  /**
   * Takes back what `run` did, as far as it did. Called with everything known, also when `run` threw or its outcome
   * is unknown, and again when an earlier undo failed: it must look before it acts.
   */
  undo?(state: State): Promise<void>
}

export type StepStatus = 'started' | 'done' | 'failed'

/** Where the pipeline writes what it is about to do and what it did. A write that fails stops the pipeline. */
export interface Journal<State extends object> {
  write(entry: { step: string; status: StepStatus; state: State; at: Date }): Promise<void>
}

interface PipelineDeps<State extends object> {
  clock: Clock
  log: Log
  journal: Journal<State>
}

/** Thrown by a step that has learned or done something before it failed; undo sees it. */
export class StepError<State extends object> extends Error {
  override readonly name = 'StepError'
  readonly learned: Partial<State>

  constructor(learned: Partial<State>, cause: unknown) {
    super('step failed', { cause })
    this.learned = learned
  }
}

/** A pipeline that stopped: why, at which step, with what it knew, and whether everything was taken back. */
export class PipelineError<State extends object> extends Error {
  override readonly name = 'PipelineError'
  readonly step: string
  readonly state: State
  readonly undone: boolean

  constructor(step: string, state: State, undone: boolean, cause: unknown) {
    super(`stopped at ${step}`, { cause })
    this.step = step
    this.state = state
    this.undone = undone
  }
}

/**
 * Runs the steps in order. On a failure undoes in reverse what was begun, then throws a PipelineError. Without a
 * journal that takes the failure nothing is undone: whoever has taken over owns what is there.
 */
export async function runPipeline<State extends object>(
  deps: PipelineDeps<State>,
  steps: readonly Step<State>[],
  initial: State,
  deadline: Date,
): Promise<State> {
  let state = initial
  for (const [position, step] of steps.entries()) {
    try {
      if (deps.clock.now() >= deadline) throw outOfTime()
      state = await runStep(deps, step, state)
    } catch (error) {
      const known = error instanceof StepError ? { ...state, ...error.learned } : state
      const cause = error instanceof StepError ? error.cause : error
      const undone = await undoBegun(deps, steps.slice(0, position + 1), known)
      throw new PipelineError(step.name, known, undone, cause)
    }
  }
  return state
}

async function runStep<State extends object>(
  { journal, clock }: PipelineDeps<State>,
  step: Step<State>,
  state: State,
): Promise<State> {
  if (step.hasEffect) await journal.write({ step: step.name, status: 'started', state, at: clock.now() })
  const after = { ...state, ...(await step.run(state)) }
  if (step.hasEffect) await journal.write({ step: step.name, status: 'done', state: after, at: clock.now() })
  return after
}

async function undoBegun<State extends object>(
  deps: PipelineDeps<State>,
  begun: readonly Step<State>[],
  state: State,
): Promise<boolean> {
  const failed = begun.at(-1)
  if (failed === undefined || !begun.some(step => step.hasEffect)) return true
  return (await journalFailure(deps, failed.name, state)) && undoSteps(deps, begun, state)
}

/** False when the journal does not take it, be it that somebody else holds it now or that it cannot be reached. */
export async function journalFailure<State extends object>(
  { journal, clock, log }: PipelineDeps<State>,
  step: string,
  state: State,
): Promise<boolean> {
  try {
    await journal.write({ step, status: 'failed', state, at: clock.now() })
    return true
  } catch (error) {
    log.error('a failure could not be journalled, so nothing is undone', { step, error })
    return false
  }
}

/** Undoes in reverse. A step that cannot be undone does not keep the others from it. True when all of it worked. */
export async function undoSteps<State extends object>(
  { log }: Pick<PipelineDeps<State>, 'log'>,
  steps: readonly Step<State>[],
  state: State,
): Promise<boolean> {
  let complete = true
  for (const step of steps.toReversed()) {
    try {
      await step.undo?.(state)
    } catch (error) {
      complete = false
      log.error('undo failed; the next attempt finishes it', { step: step.name, error })
    }
  }
  return complete
}

const outOfTime = (): DomainError =>
  new DomainError('provider-timeout', 'Connecting took too long and was stopped.', {
    nextAction: 'Nothing was left behind. Try again in a few minutes.',
  })
