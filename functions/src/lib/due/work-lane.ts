import { DomainError, isRefusal, ProviderError, refusesOurKey } from '../errors.ts'
import { inParallel } from '../in-parallel.ts'
import { stuckItem } from '../items/stuck-item.ts'
import type { System } from '../ports.ts'
import type { DueKind, DuePiece, DueWork } from './due.ts'
import type { LaneGate } from './lane-gate.ts'
import type { Lane } from './lanes.ts'

/** How one piece of a kind is worked on. */
export type Work = (piece: DuePiece) => Promise<unknown>

/** A kind of due work, and what is needed to work on it, built when there is a first piece. */
export interface Worker extends DueKind {
  start(): Promise<Work>
}

export interface WorkLaneDeps extends Pick<System, 'clock' | 'log'> {
  due: DueWork
  gate: Pick<LaneGate, 'passage'>
}

/** What a lane has to do, and for how long. */
export interface LaneRun {
  lane: Lane
  /** Pieces under way at once. */
  atOnce: number
  workers: readonly Worker[]
  /** No piece is begun after this. */
  until: Date
}

/** Pieces that are looked for at a time, of each kind. */
const pageSize = 1000
/** How long a piece that cannot be worked on stands aside. Milliseconds. */
const asideMs = 60 * 60_000
/** Nothing is due for longer that anybody can work on. Milliseconds. */
const longestMs = 72 * 60 * 60_000

/**
 * Works once on everything that is due in a lane, oldest first, page after page, as long as there is time and its vendor
 * takes it. A vendor that takes nothing is tried with one piece, due or not. What fails in passing stays due, or says
 * itself when it is due again; whatever else left its document as it was stands aside, with an item.
 */
export async function workLane(deps: WorkLaneDeps, { lane, atOnce, workers, until }: LaneRun): Promise<void> {
  const isOver = () => deps.clock.now() >= until
  const startedAt = deps.clock.now()
  const places = workers.map(worker => ({ worker, after: undefined as DuePiece | undefined }))
  while (workers.length > 0 && !isOver()) {
    const passage = await deps.gate.passage(lane)
    if (passage === 'closed') return
    if (passage === 'probe') {
      if (!(await probe(deps, places))) return
      continue
    }
    const pages = await Promise.all(places.map(place => nextPage(deps, place, startedAt, pageSize)))
    const pieces = oldestFirst(pages)
    if (pieces.length === 0) return
    await inParallel(atOnce, pieces, async taken => {
      const isOpen = (await deps.gate.passage(lane)) === 'open'
      if (isOpen && !isOver()) await workOn(deps, taken)
    })
  }
}

const oldestFirst = (pages: readonly Taken[][]): Taken[] =>
  pages.flat().toSorted((a, b) => a.piece.dueAt.getTime() - b.piece.dueAt.getTime())

/** Tries the vendor with the next piece, which it brings forward where it waits. False where there is none. */
async function probe(deps: WorkLaneDeps, places: readonly Place[]): Promise<boolean> {
  const someDay = new Date('9999-01-01T00:00:00Z')
  const pages = await Promise.all(places.map(place => nextPage(deps, place, someDay, 1)))
  const [next] = oldestFirst(pages)
  if (!next) return false
  const now = deps.clock.now()
  if (next.piece.dueAt > now) await deps.due.move(next.worker.query, next.piece, now)
  await workOn(deps, next)
  return true
}

interface Place {
  worker: Worker
  after: DuePiece | undefined
}

interface Taken {
  worker: Worker
  work: Work
  piece: DuePiece
}

async function nextPage({ due }: WorkLaneDeps, place: Place, until: Date, limit: number): Promise<Taken[]> {
  const { worker, after } = place
  const pieces = await due.page(worker.query, until, limit, after)
  if (pieces.length === 0) return []
  place.after = pieces.at(-1)
  const work = await worker.start()
  return pieces.map(piece => ({ worker, work, piece }))
}

async function workOn({ log, due, clock }: WorkLaneDeps, { worker, work, piece }: Taken): Promise<void> {
  const startedAt = clock.now().getTime()
  const lateMs = startedAt - piece.dueAt.getTime()
  const about = { kind: worker.name, document: piece.path, lateMs }
  const ms = () => clock.now().getTime() - startedAt
  const setAside = async () => {
    const now = clock.now()
    await due.move(
      worker.query,
      piece,
      new Date(now.getTime() + asideMs),
      stuckItem(worker.name, piece.path, now),
    )
  }
  try {
    await work(piece)
    log.info('due work done', { ...about, ms: ms(), outcome: 'done' })
    // Whatever was worked on has changed, and is left as it is.
    if (clock.now().getTime() - piece.dueAt.getTime() > longestMs) await setAside()
  } catch (error) {
    log.error('due work failed', { ...about, ms: ms(), outcome: 'failed', error })
    if (!isPassing(error) && !due.isPassing(error))
      await setAside().catch((failure: unknown) =>
        log.error('due work was not set aside', { ...about, error: failure }),
      )
  }
}

/** Another time it may go: a vendor, or somebody else's work, stood in its way. */
function isPassing(error: unknown): boolean {
  if (error instanceof ProviderError) return error.kind !== 'permanent' || refusesOurKey(error)
  return error instanceof DomainError && !isRefusal(error)
}
