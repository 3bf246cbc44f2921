import { ProviderError, refusesOurKey, UnreadableError } from '../errors.ts'
import { inParallel } from '../in-parallel.ts'
import type { NewItem } from '../items/item.ts'
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
  gate: Pick<LaneGate, 'passage' | 'succeeded'>
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

/**
 * Works once on everything that is due in a lane, oldest first, page after page, as long as there is time and its vendor
 * takes it; a vendor that takes nothing is tried with one piece. What fails stays due, or says itself when it is due
 * again; what cannot even be read stands aside, with an item.
 */
export async function workLane(deps: WorkLaneDeps, { lane, atOnce, workers, until }: LaneRun): Promise<void> {
  const startedAt = deps.clock.now()
  const isOver = () => deps.clock.now() >= until
  const places = workers.map(worker => ({ worker, after: undefined as DuePiece | undefined }))
  while (workers.length > 0 && !isOver()) {
    const passage = await deps.gate.passage(lane)
    if (passage === 'closed') return
    const limit = passage === 'probe' ? 1 : pageSize
    const pages = await Promise.all(places.map(place => nextPage(deps, place, { startedAt, limit })))
    const pieces = pages.flat().toSorted((a, b) => a.piece.dueAt.getTime() - b.piece.dueAt.getTime())
    // Nothing waits in a lane that was closed: the next first try tells whether its vendor is back.
    if (pieces.length === 0) return passage === 'probe' ? deps.gate.succeeded(lane) : undefined
    await inParallel(atOnce, passage === 'probe' ? pieces.slice(0, 1) : pieces, async taken => {
      const isOn = passage === 'probe' || (await deps.gate.passage(lane)) === 'open'
      if (isOn && !isOver()) await workOn(deps, taken)
    })
  }
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

async function nextPage(
  { due }: WorkLaneDeps,
  place: Place,
  { startedAt, limit }: { startedAt: Date; limit: number },
): Promise<Taken[]> {
  const { worker, after } = place
  const pieces = await due.page(worker.query, startedAt, limit, after)
  if (pieces.length === 0) return []
  place.after = pieces.at(-1)
  const work = await worker.start()
  return pieces.map(piece => ({ worker, work, piece }))
}

async function workOn({ log, due, clock }: WorkLaneDeps, { worker, work, piece }: Taken): Promise<void> {
  const about = { kind: worker.name, document: piece.path }
  try {
    await work(piece)
  } catch (error) {
    log.error('due work failed', { ...about, error })
    if (!isHopeless(error)) return
    const now = clock.now()
    const until = new Date(now.getTime() + asideMs)
    await due
      .setAside(worker.query, piece, until, stuckItem(worker, piece, now))
      .catch((failure: unknown) => log.error('due work was not set aside', { ...about, error: failure }))
  }
}

/** Trying again does not help. */
const isHopeless = (error: unknown): boolean =>
  error instanceof UnreadableError ||
  (error instanceof ProviderError && error.kind === 'permanent' && !refusesOurKey(error))

const stuckItem = ({ name }: Worker, { path, ids }: DuePiece, createdAt: Date): NewItem => ({
  id: `due-work-failed_${name}_${ids.join('_')}`,
  kind: 'due-work-failed',
  detail: `The system cannot work on a document that is due (${name}).`,
  nextAction:
    'Tell engineering the document below: it is not as it should be. It is looked at again every hour.',
  about: { document: path },
  createdAt,
})
