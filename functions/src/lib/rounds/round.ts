import type * as z from 'zod'
import { inParallel } from '../in-parallel.ts'
import type { Clock } from '../ports.ts'
import { collection, fieldRemoval, put, type Store } from '../store.ts'

export interface Page<Checkpoint, Piece> {
  pieces: readonly Piece[]
  reached(dealtWith: number): Checkpoint | undefined
}

export interface Run {
  startedAt: Date
  until: Date
  isOn(): boolean
}

type Outcome = 'done' | 'nothing' | 'unfinished'

export interface Round<Checkpoint extends object, Piece> {
  /** Of `checkpoints/{name}`. */
  name: string
  schema: z.ZodType<Checkpoint>
  /** Below the platform's limit. */
  budgetMs: number
  pageMarginMs?: number
  atOnce: number
  /** `after`: the run after a death repeats the page. `before`: it leaves that page to the next round. */
  saves: 'before' | 'after'
  pages(checkpoint: Checkpoint | undefined, run: Run): AsyncIterable<Page<Checkpoint, Piece>>
  work(piece: Piece, run: Run): Promise<Outcome>
  /** Without it a failure ends the run. */
  failed?(piece: Piece, error: unknown): void | Promise<void>
  /** For an unfinished piece, which the round may not reach again. */
  leave?(piece: Piece): Promise<void>
}

export interface RoundDeps {
  clock: Clock
  store: Pick<Store, 'read' | 'commit'>
}

/** Keeps another run's newer checkpoint. Throws the last failure if every piece failed. */
export async function runRound<Checkpoint extends object, Piece>(
  { clock, store }: RoundDeps,
  round: Round<Checkpoint, Piece>,
): Promise<void> {
  const { saves, atOnce, pageMarginMs = 0 } = round
  const startedAt = clock.now()
  const endsAt = startedAt.getTime() + round.budgetMs
  const isTimely = (marginMs = 0) => clock.now().getTime() < endsAt - marginMs
  const run: Run = { startedAt, until: new Date(endsAt), isOn: () => isTimely() }
  const place = collection('checkpoints/{name}', round.schema).at(round.name)
  const stored = await store.read(place)
  let revision = stored?.revision
  /** False after a lost race or answer. An undefined value removes its field. */
  const save = async (checkpoint: Checkpoint | undefined): Promise<boolean> => {
    if (!checkpoint) return true
    const fields = Object.entries(checkpoint).map(([field, value]) => [
      field,
      value ?? (revision && fieldRemoval),
    ])
    const ended = await store.commit([put(place, Object.fromEntries(fields), revision)])
    if (ended === 'unresolved') return false
    revision = ended.result
    return true
  }
  let isSome = false
  let failure: unknown
  for await (const { pieces, reached } of round.pages(stored?.value, run)) {
    const rest = new Map(pieces.entries())
    const isTaken = saves === 'after' || (await save(reached(pieces.length)))
    await inParallel(atOnce, [...pieces.entries()], async ([at, piece]) => {
      if (!isTaken || !run.isOn()) return
      try {
        const outcome = await round.work(piece, run)
        if (outcome === 'unfinished') return
        isSome ||= outcome === 'done'
      } catch (error) {
        if (!round.failed) throw error
        failure = error
        await round.failed(piece, error)
      }
      rest.delete(at)
    })
    const [first = pieces.length] = rest.keys()
    if (saves === 'after' && !(await save(reached(first)))) break
    const { leave } = round
    if (leave) await inParallel(atOnce, [...rest.values()], piece => leave(piece))
    if (rest.size > 0 || !isTimely(pageMarginMs)) break
  }
  if (failure !== undefined && !isSome) throw failure
}
