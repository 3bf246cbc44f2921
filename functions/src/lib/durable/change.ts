import type { Clock } from '../ports.ts'
import { type Backoff, fullJitter, type Random } from './backoff.ts'

/** Nothing was written, or every outcome stayed unknown. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError'

  constructor(message = 'a document kept changing, so nothing was written') {
    super(message)
  }
}

export type Decision<Write, Result> = { write: Write } | { result: Result }

/** `unresolved`: a lost race or answer, so only reading back tells. Other failures throw. */
export type Commit<Result> = { result: Result } | 'unresolved'

export const resolvedAs = <Result>(ended: Commit<unknown>, result: Result): Commit<Result> =>
  ended === 'unresolved' ? ended : { result }

export interface Change<State, Write, Result> {
  /** The same round trip reads the proof of earlier writes. */
  read(tried: readonly Write[]): Promise<State>
  /** Pure. Recognises an earlier write after a lost answer. */
  recognise?(state: State, tried: Write): { result: Result } | undefined
  /** Pure. Throws if impossible. */
  decide(state: State): Decision<Write, Result>
  commit(write: Write, state: State): Promise<Commit<Result>>
}

export interface ChangeOptions<State> {
  first?: State | undefined
  backoff?: Backoff
  /** Milliseconds, and at least four tries. */
  budgetMs?: number
  gaveUp?: () => Error
  random?: Random
}

const contentionBackoff: Backoff = { baseMs: 10, capMs: 500 }
const usualBudgetMs = 5_000
/** Slow commits must not use up the budget. */
const leastTries = 4

/** If unresolved, recognises the own commit or decides again. */
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
    const state = attempt === 0 && options.first !== undefined ? options.first : await read(tried)
    const own = recognise && tried.toReversed().flatMap(write => recognise(state, write) ?? [])[0]
    if (own) return own.result
    const decision = decide(state)
    if ('result' in decision) return decision.result
    // Clocks may stand still or go back.
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
