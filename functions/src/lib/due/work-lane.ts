import { ContentionError } from '../durable/change.ts'
import { DomainError, isRefusal, ProviderError, refusesOurKey, UnreadableError } from '../errors.ts'
import { inParallel } from '../in-parallel.ts'
import { mistakeItem, stuckId, stuckItem } from '../items/stuck-item.ts'
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
  gate: Pick<LaneGate, 'passage' | 'opensAt'>
  /** The store itself failed, for now. */
  isStoreTrouble(error: unknown): boolean
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
/** How long a piece that cannot be worked on stands aside; by a mistake of ours, which concerns more than it. Milliseconds. */
const [hopelessMs, mistakenMs] = [60 * 60_000, 5 * 60_000]
/** Pieces among which there is one to try a vendor with. */
const probed = 10
/** Nothing is due for longer that anybody can work on. Milliseconds. */
const longestMs = 72 * 60 * 60_000
/** Nobody fights others for a document for longer. Milliseconds. */
const contendedMs = 10 * 60_000

/**
 * Works once on everything that is due in a lane, oldest first, page after page, as long as there is time and its vendor
 * takes it. A vendor that takes nothing is tried with one piece, due or not. What fails in passing stays due, or says
 * itself when it is due again; whatever else left its document as it was stands aside, with an item.
 */
export async function workLane(deps: WorkLaneDeps, { lane, atOnce, workers, until }: LaneRun): Promise<void> {
  const isOver = () => deps.clock.now() >= until
  const startedAt = deps.clock.now()
  const places = workers.map((worker): Place => ({ worker, after: undefined, isTold: false }))
  while (workers.length > 0 && !isOver()) {
    const passage = await deps.gate.passage(lane)
    if (passage === 'closed') {
      if (await isTriedLater(deps, lane, until)) continue
      return
    }
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

/** Waits for the time of the next try of a closed lane. False where that does not come in this run. */
async function isTriedLater({ clock, gate }: WorkLaneDeps, lane: Lane, until: Date): Promise<boolean> {
  const opensAt = gate.opensAt(lane)
  if (!opensAt || opensAt >= until) return false
  await clock.sleep(Math.max(0, opensAt.getTime() - clock.now().getTime()))
  return clock.now() >= opensAt
}

const oldestFirst = (pages: readonly Taken[][]): Taken[] =>
  pages.flat().toSorted((a, b) => a.piece.dueAt.getTime() - b.piece.dueAt.getTime())

/** Tries the vendor with the next piece, which it brings forward where it waits. False where there is none. */
async function probe(deps: WorkLaneDeps, places: readonly Place[]): Promise<boolean> {
  const someDay = new Date('9999-01-01T00:00:00Z')
  const pages = await Promise.all(places.map(place => pageOf(deps, place, someDay, probed)))
  const all = oldestFirst(pages)
  // What was set aside says little of the vendor.
  const next = all.find(({ piece }) => !piece.isAside) ?? all[0]
  if (!next) return false
  const { place, piece } = next
  place.after = piece
  const now = deps.clock.now()
  const due = piece.dueAt > now ? await deps.due.hasten(place.worker.query, piece, now) : piece
  if (due) await workOn(deps, { ...next, piece: due })
  return true
}

/** How far a kind has come in this run. */
interface Place {
  worker: Worker
  after: DuePiece | undefined
  /** An item tells of a mistake of ours. */
  isTold: boolean
}

interface Taken {
  place: Place
  work: Work
  piece: DuePiece
}

async function nextPage(deps: WorkLaneDeps, place: Place, until: Date, limit: number): Promise<Taken[]> {
  const page = await pageOf(deps, place, until, limit)
  place.after = page.at(-1)?.piece ?? place.after
  return page
}

async function pageOf({ due }: WorkLaneDeps, place: Place, until: Date, limit: number): Promise<Taken[]> {
  const { worker, after } = place
  const pieces = await due.page(worker.query, until, limit, after)
  if (pieces.length === 0) return []
  const work = await worker.start()
  return pieces.map(piece => ({ place, work, piece }))
}

async function workOn(deps: WorkLaneDeps, taken: Taken): Promise<void> {
  const { log, due, clock } = deps
  const { piece, work } = taken
  const { worker } = taken.place
  const { name } = worker
  const startedAt = clock.now().getTime()
  const about = { kind: name, document: piece.path, lateMs: startedAt - piece.dueAt.getTime() }
  const ms = () => clock.now().getTime() - startedAt
  try {
    await work(piece)
    log.info('due work done', { ...about, ms: ms(), outcome: 'done' })
    // Whatever was worked on has changed, and is left as it is.
    if (about.lateMs > longestMs) await setAside(deps, taken)
    else if (piece.isAside)
      await due.settle(worker.query, piece, [stuckId(name), stuckId(name, piece.path)], clock.now())
  } catch (error) {
    log.error('due work failed', { ...about, ms: ms(), outcome: 'failed', error })
    const isOver = about.lateMs > (error instanceof ContentionError ? contendedMs : longestMs)
    if (!isOver && (isPassing(error) || deps.isStoreTrouble(error))) return
    await setAside(deps, taken, isOver ? undefined : error).catch((failure: unknown) =>
      log.error('due work was not set aside', { ...about, error: failure }),
    )
  }
}

/** Each document that nobody can work on has an item of its own; a mistake of ours has one for its kind. */
async function setAside(
  { clock, due }: WorkLaneDeps,
  { place, piece }: Taken,
  error?: unknown,
): Promise<void> {
  const { worker } = place
  const now = clock.now()
  const until = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  if (error === undefined || isHopeless(error)) {
    const item = stuckItem(worker.name, piece.path, now)
    return due.setAside(worker.query, piece, { until: until(hopelessMs), item })
  }
  const item = place.isTold ? undefined : mistakeItem(worker.name, piece.path, now)
  await due.setAside(worker.query, piece, { until: until(mistakenMs), item })
  place.isTold = true
}

/** Another time it may go: a vendor, or somebody else's work, stood in its way. */
function isPassing(error: unknown): boolean {
  if (error instanceof ProviderError) return error.kind !== 'permanent' || refusesOurKey(error)
  if (error instanceof DomainError) return !isRefusal(error) || error.retryAfterSeconds !== undefined
  return error instanceof ContentionError
}

/** It is refused, or cannot be read, and would be again. */
const isHopeless = (error: unknown): boolean =>
  error instanceof UnreadableError || error instanceof ProviderError || error instanceof DomainError
