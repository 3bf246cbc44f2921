import type { Clock } from '../ports.ts'
import { type Backoff, fullJitter, type Random } from './backoff.ts'

/** A document kept changing, or its store did not say what became of it, so nothing was written. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError'

  constructor(message = 'a document kept changing, so nothing was written') {
    super(message)
  }
}

/** What is to be done about what is stored: a write, or nothing (more), with the result. */
export type Decision<Write, Result> = { write: Write } | { result: Result }

/**
 * How a commit ended. `unresolved`: it lost a race, or its answer was lost, so only reading back tells. Every other
 * failure is thrown.
 */
export type Commit<Result> = { result: Result } | 'unresolved'

/** The same end, with a result of the caller's. */
export const resolvedAs = <Result>(ended: Commit<unknown>, result: Result): Commit<Result> =>
  ended === 'unresolved' ? ended : { result }

export interface Change<State, Write, Result> {
  /** What is stored. It is told what was tried before, so that the proof of it comes in the same round trip. */
  read(tried: readonly Write[]): Promise<State>
  /** Pure. The result when what is stored shows that this write of ours went through although its answer was lost. */
  recognise?(state: State, tried: Write): { result: Result } | undefined
  /** Pure. Throws what makes the change impossible. */
  decide(state: State): Decision<Write, Result>
  /** One commit, under the revision that was read. */
  commit(write: Write, state: State): Promise<Commit<Result>>
}

export interface ChangeOptions<State, Write> {
  /** What was just read, in place of the first read. */
  known?: State | undefined
  /** What was tried already, and may have gone through. */
  tried?: readonly Write[] | undefined
  backoff?: Backoff
  /** How long a change fights others for its document, at least four tries long. Milliseconds. */
  budgetMs?: number
  /** What is thrown when the budget is spent; a ContentionError, or one whose cause that is. */
  gaveUp?: () => Error
  random?: Random
}

export const contentionBackoff: Backoff = { baseMs: 10, capMs: 500 }
const usualBudgetMs = 5_000
/** However slow they were: one slow commit must not end what a second one would have written. */
const leastTries = 4

/**
 * The one way a document changes: read, decide purely, commit under the revision; when that is unresolved, read back,
 * recognise a commit of one's own, or decide again from what is stored by then. Without a race and with every answer it
 * is one read and one commit.
 */
export async function change<State, Write, Result>(
  { clock }: { clock: Clock },
  { read, recognise, decide, commit }: Change<State, Write, Result>,
  options: ChangeOptions<State, Write> = {},
): Promise<Result> {
  const { backoff = contentionBackoff, budgetMs = usualBudgetMs, gaveUp = stillChanging } = options
  const startedAt = clock.now().getTime()
  const tried: Write[] = [...(options.tried ?? [])]
  let pausedMs = 0
  for (let attempt = 0; ; attempt += 1) {
    const state = attempt === 0 && options.known !== undefined ? options.known : await read(tried)
    const own = recognise && tried.toReversed().flatMap(write => recognise(state, write) ?? [])[0]
    if (own) return own.result
    const decision = decide(state)
    if ('result' in decision) return decision.result
    // Pauses count by themselves, too: a clock may stand still or be set back.
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
