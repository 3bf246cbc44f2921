import { isDeepStrictEqual } from 'node:util'
import { change } from '../durable/change.ts'
import { inParallel } from '../in-parallel.ts'
import type { Clock, Versioned } from '../ports.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { Page, Round, Run, Walk } from './round.ts'

export interface RoundDeps {
  clock: Clock
  operations: Checkpoints
}

/** Pages in the order in which they are to be dealt with, and what saves how far that has come. */
interface Pages<Piece> {
  next(): Promise<Page<Piece> | undefined>
  save(): Promise<void>
}

/**
 * Goes on with a round where the last run stopped, until nothing is left for this run or its time is over. Where
 * another run was faster, what it reached counts. Where every piece failed, the last failure is thrown.
 */
export async function runRound<Checkpoint extends object, Piece>(
  deps: RoundDeps,
  round: Round<Checkpoint, Piece>,
): Promise<void> {
  const run = begun(deps.clock, round.budgetMs)
  const tally: Tally = { isSome: false }
  const pages = await (round.saves === 'before' ? pagesTaken : pagesFollowed)(deps, round, run)
  const lastBeginning = run.until.getTime() - (round.pageMarginMs ?? 0)
  const isTimely = () => run.isOn() && deps.clock.now().getTime() < lastBeginning
  let saved = Promise.resolve()
  for (let isLeft = true; isLeft && isTimely(); ) {
    const step = pages.next().then(page => page && dealWith(round, run, tally, page))
    // While it is saved how far it has come, the next page is dealt with, and no other.
    const [ended, saving] = await Promise.allSettled([step, saved])
    if (ended.status === 'rejected') throw ended.reason
    if (saving.status === 'rejected') throw saving.reason
    isLeft = ended.value === 'whole'
    if (ended.value) saved = pages.save()
  }
  await saved
  if (tally.failure !== undefined && !tally.isSome) throw tally.failure
}

function begun(clock: Clock, budgetMs: number): Run {
  const startedAt = clock.now()
  const until = new Date(startedAt.getTime() + budgetMs)
  let isStopped = false
  return {
    startedAt,
    until,
    isOn: () => !isStopped && clock.now() < until,
    stop: () => {
      isStopped = true
    },
  }
}

/** What became of the pieces of a run. */
interface Tally {
  isSome: boolean
  failure?: unknown
}

async function dealWith<Piece>(
  round: Pick<Round<never, Piece>, 'atOnce' | 'work' | 'failed' | 'left'>,
  run: Run,
  tally: Tally,
  { pieces, end }: Page<Piece>,
): Promise<'whole' | 'in part'> {
  const left = new Map(pieces.entries())
  const deal = async (at: number, piece: Piece): Promise<void> => {
    if (!run.isOn()) return
    try {
      const outcome = await round.work(piece, run)
      if (outcome === 'unfinished') return
      tally.isSome ||= outcome === 'done'
    } catch (error) {
      if (!round.failed) throw error
      tally.failure = error
      await round.failed(piece, error)
    }
    left.delete(at)
  }
  try {
    await inParallel(round.atOnce, [...pieces.entries()], ([at, piece]) => deal(at, piece))
  } finally {
    const [first = pieces.length] = left.keys()
    await end?.(first)
    const { left: leave } = round
    if (leave) await inParallel(round.atOnce, [...left.values()], piece => leave(piece))
  }
  return left.size === 0 ? 'whole' : 'in part'
}

/** Those of a walk, whose checkpoint is saved after each. */
async function pagesFollowed<Checkpoint extends object, Piece>(
  { operations }: RoundDeps,
  { kind, begin }: Round<Checkpoint, Piece>,
  run: Run,
): Promise<Pages<Piece>> {
  const stored = await operations.checkpoint(kind)
  const walk = await begin(stored?.value, run)
  let revision = stored?.revision
  const save = async () => {
    const ended = await operations.saveCheckpoint(kind, walk.checkpoint(), revision)
    if (ended === 'unresolved') run.stop()
    else revision = ended.result
  }
  return { next: walk.next, save }
}

/** A page that is read and not yet taken. */
interface Found<Checkpoint, Piece> {
  walk: Walk<Checkpoint, Piece>
  stored: Partial<Versioned<Checkpoint>>
  pieces: readonly Piece[] | undefined
  /** Behind the page. */
  checkpoint: Checkpoint
}

/** Those that this run is the first to save a checkpoint behind. */
async function pagesTaken<Checkpoint extends object, Piece>(
  { clock, operations }: RoundDeps,
  { kind, begin }: Round<Checkpoint, Piece>,
  run: Run,
): Promise<Pages<Piece>> {
  type Next = Found<Checkpoint, Piece>
  const nextOf = async ({ walk, stored }: Pick<Next, 'walk' | 'stored'>): Promise<Next> => {
    const page = await walk.next()
    await page?.end?.(page.pieces.length)
    return { walk, stored, pieces: page?.pieces, checkpoint: walk.checkpoint() }
  }
  let last: Next | undefined
  const take = async (): Promise<Page<Piece> | undefined> => {
    last = await change<Next, Next, Next>(
      { clock },
      {
        read: async () => {
          const stored: Next['stored'] = (await operations.checkpoint(kind)) ?? {}
          return nextOf({ stored, walk: await begin(stored.value, run) })
        },
        recognise: ({ stored }, tried) =>
          isSame(tried.checkpoint, stored.value) ? { result: { ...tried, stored } } : undefined,
        decide: next => (next.pieces ? { write: next } : { result: next }),
        commit: async next => {
          const ended = await operations.saveCheckpoint(kind, next.checkpoint, next.stored.revision)
          return ended === 'unresolved' ? ended : { result: { ...next, stored: { revision: ended.result } } }
        },
      },
      { known: last && (await nextOf(last)) },
    )
    return last.pieces && { pieces: last.pieces }
  }
  return { next: take, save: async () => {} }
}

/** Whether a checkpoint is stored as it was to be. Fields that are undefined are not stored. */
const isSame = (written: object, stored: object | undefined): boolean =>
  stored !== undefined &&
  Object.entries(written).every(([field, value]) => isDeepStrictEqual(value, Reflect.get(stored, field)))
