import type { Clock } from '../ports.ts'
import { type Backoff, fullJitter, type Random } from './backoff.ts'

/** The change was given up: the document kept changing, or the outcome of every commit stayed unknown. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError'

  constructor(message = 'a document kept changing, so nothing was written') {
    super(message)
  }
}

/** Either a write, or the result if there is nothing (more) to write. */
export type Decision<Write, Result> = { write: Write } | { result: Result }

/**
 * The outcome of a commit. `unresolved`: it lost a race, or its answer was lost, so only reading back can tell. Every
 * other failure is thrown.
 */
export type Commit<Result> = { result: Result } | 'unresolved'

/** The same outcome with another result. */
export const resolvedAs = <Result>(ended: Commit<unknown>, result: Result): Commit<Result> =>
  ended === 'unresolved' ? ended : { result }

export interface Change<State, Write, Result> {
  /** Reads the state. Gets the earlier tries, so that it can read the proof of them in the same round trip. */
  read(tried: readonly Write[]): Promise<State>
  /** Pure. The result if the state shows that this earlier write went through although its answer was lost. */
  recognise?(state: State, tried: Write): { result: Result } | undefined
  /** Pure. Throws if the change is impossible. */
  decide(state: State): Decision<Write, Result>
  /** One commit, conditional on the revision that was read. */
  commit(write: Write, state: State): Promise<Commit<Result>>
}

export interface ChangeOptions<State> {
  /** State just read by the caller, in place of the first read. */
  known?: State | undefined
  backoff?: Backoff
  /** How long to retry under contention, with at least four tries. Milliseconds. */
  budgetMs?: number
  /** Makes the error thrown when the budget is spent: a ContentionError, or one caused by it. */
  gaveUp?: () => Error
  random?: Random
}

const contentionBackoff: Backoff = { baseMs: 10, capMs: 500 }
const usualBudgetMs = 5_000
/** However slow they are: one slow commit must not use up the whole budget. */
const leastTries = 4

/**
 * The one way to change a document: read, decide (pure), commit conditional on the revision. If unresolved, read back,
 * recognise an own commit, or decide again on the new state. One read and one commit in the normal case.
 */
export async function change<State, Write, Result>(
  { clock }: { clock: Clock },
  { read, recognise, decide, commit }: Change<State, Write, Result>,
  options: ChangeOptions<State> = {},
): Promise<Result> {
  const { backoff = contentionBackoff, budgetMs = usualBudgetMs, gaveUp = stillChanging } = options
  const startedAt = clock.now().getTime()
  const tried: Write[] = []
  let pausedMs = 0
  for (let attempt = 0; ; attempt += 1) {
    const state = attempt === 0 && options.known !== undefined ? options.known : await read(tried)
    const own = recognise && tried.toReversed().flatMap(write => recognise(state, write) ?? [])[0]
    if (own) return own.result
    const decision = decide(state)
    if ('result' in decision) return decision.result
    // Pauses are counted too, since a clock may stand still or be set back.
    const spentMs = Math.max(pausedMs, clock.now().getTime() - startedAt)
    if (attempt >= leastTries && spentMs >= budgetMs) throw gaveUp()
    const ended = await commit(decision.write, state)
    if (ended !== 'unresolved') return ended.result
    tried.push(decision.write)
    const pauseMs = fullJitter(backoff, attempt, options.random)
    pausedMs += pauseMs
    await clock.sleep(pauseMs)
  }
}

const stillChanging = () => new ContentionError()
