import { ContentionError } from '../durable/change.ts'
import { DomainError, isRefusal, ProviderError, refusesOurKey, UnreadableError } from '../errors.ts'
import { inParallel } from '../in-parallel.ts'
import { mistakeItem, stuckId, stuckItem } from '../items/stuck-item.ts'
import type { System } from '../ports.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { DueKind, DuePiece, DueWork } from './due.ts'
import type { Lane } from './lanes.ts'

/** Works on one piece. */
export type Work = (piece: DuePiece) => Promise<unknown>

/** A kind of due work and its worker, built for the first piece. */
export interface Worker extends DueKind {
  start(): Promise<Work>
}

export interface WorkLaneDeps extends Pick<System, 'clock' | 'log'> {
  due: DueWork
  breaker: Pick<CircuitBreaker, 'state' | 'retriesAt'>
}

/** One run of a lane. */
export interface LaneRun {
  lane: Lane
  /** Concurrency. */
  atOnce: number
  workers: readonly Worker[]
  /** No piece is started after this. */
  until: Date
}

/** Page size per kind. */
const pageSize = 1000
/**
 * Quarantine of a piece that cannot succeed, and of one hit by a bug of ours, which affects others too. Milliseconds.
 */
const [hopelessMs, mistakenMs] = [60 * 60_000, 5 * 60_000]
/** Pieces considered for a probe. */
const probed = 10
/** A piece due for longer is quarantined. Milliseconds. */
const longestMs = 72 * 60 * 60_000
/** The same under contention. Milliseconds. */
const contendedMs = 10 * 60_000

/**
 * Works once on everything due in a lane, oldest first, page by page, while there is time and the breaker is closed. A
 * half-open breaker is probed with one piece, due or not unless it keeps its time. After a transient failure a piece stays due, or sets its next
 * time itself; after any other that left its document unchanged it is quarantined, with an item.
 */
export async function workLane(deps: WorkLaneDeps, { lane, atOnce, workers, until }: LaneRun): Promise<void> {
  const isOver = () => deps.clock.now() >= until
  const startedAt = deps.clock.now()
  const cursors = workers.map((worker): Cursor => ({ worker, after: undefined, isTold: false }))
  while (workers.length > 0 && !isOver()) {
    const state = await deps.breaker.state(lane)
    if (state === 'open') {
      if (await isTriedLater(deps, lane, until)) continue
      return
    }
    if (state === 'half-open') {
      if (!(await probe(deps, cursors))) return
      continue
    }
    const pages = await Promise.all(cursors.map(cursor => pageOf(deps, cursor, startedAt, pageSize)))
    for (const last of pages.map(page => page.at(-1))) if (last) last.cursor.after = last.piece
    const pieces = oldestFirst(pages)
    if (pieces.length === 0) return
    await inParallel(atOnce, pieces, async taken => {
      const isClosed = (await deps.breaker.state(lane)) === 'closed'
      if (isClosed && !isOver()) await workOn(deps, taken)
    })
  }
}

/** Waits for the next probe of an open breaker. False if that is after this run. */
async function isTriedLater({ clock, breaker }: WorkLaneDeps, lane: Lane, until: Date): Promise<boolean> {
  const retriesAt = breaker.retriesAt(lane)
  if (!retriesAt || retriesAt >= until) return false
  await clock.sleep(Math.max(0, retriesAt.getTime() - clock.now().getTime()))
  return clock.now() >= retriesAt
}

const oldestFirst = (pages: readonly Taken[][]): Taken[] =>
  pages.flat().toSorted((a, b) => a.piece.dueAt.getTime() - b.piece.dueAt.getTime())

/** Probes the vendor with the next piece, made due if necessary. False if there is none. */
async function probe(deps: WorkLaneDeps, cursors: readonly Cursor[]): Promise<boolean> {
  const someDay = new Date('9999-01-01T00:00:00Z')
  const until = ({ worker }: Cursor) => (worker.keepsTime ? deps.clock.now() : someDay)
  const pages = await Promise.all(cursors.map(cursor => pageOf(deps, cursor, until(cursor), probed)))
  const all = oldestFirst(pages)
  // A quarantined piece would say little about the vendor.
  const next = all.find(({ piece }) => !piece.isQuarantined) ?? all[0]
  if (!next) return false
  const { cursor, piece } = next
  cursor.after = piece
  const now = deps.clock.now()
  const due = piece.dueAt > now ? await deps.due.hasten(cursor.worker.query, piece, now) : piece
  if (due) await workOn(deps, { ...next, piece: due })
  return true
}

/** A kind's progress in this run. */
interface Cursor {
  worker: Worker
  after: DuePiece | undefined
  /** Whether an item about a bug of ours is open. */
  isTold: boolean
}

interface Taken {
  cursor: Cursor
  work: Work
  piece: DuePiece
}

async function pageOf({ due }: WorkLaneDeps, cursor: Cursor, until: Date, limit: number): Promise<Taken[]> {
  const { worker, after } = cursor
  const pieces = await due.page(worker.query, until, limit, after)
  if (pieces.length === 0) return []
  const work = await worker.start()
  return pieces.map(piece => ({ cursor, work, piece }))
}

async function workOn(deps: WorkLaneDeps, taken: Taken): Promise<void> {
  const { log, due, clock } = deps
  const { piece, work } = taken
  const { worker } = taken.cursor
  const { name } = worker
  const startedAt = clock.now().getTime()
  const about = { kind: name, document: piece.path, lateMs: startedAt - piece.dueAt.getTime() }
  const ms = () => clock.now().getTime() - startedAt
  try {
    await work(piece)
    log.info('due work done', { ...about, ms: ms(), outcome: 'done' })
    // A piece that was worked on has changed, so quarantining skips it.
    if (about.lateMs > longestMs) await quarantine(deps, taken)
    else if (piece.isQuarantined)
      await due.settle(worker.query, piece, [stuckId(name), stuckId(name, piece.path)], clock.now())
  } catch (error) {
    log.error('due work failed', { ...about, ms: ms(), outcome: 'failed', error })
    const isOver = about.lateMs > (error instanceof ContentionError ? contendedMs : longestMs)
    if (!isOver && (isTransient(error) || (await deps.due.isTransient(error)))) return
    await quarantine(deps, taken, isOver ? undefined : error).catch((failure: unknown) =>
      log.error('due work was not set aside', { ...about, error: failure }),
    )
  }
}

/** One item per document that cannot succeed; one per kind for a bug of ours. */
async function quarantine(
  { clock, due }: WorkLaneDeps,
  { cursor, piece }: Taken,
  error?: unknown,
): Promise<void> {
  const { worker } = cursor
  const now = clock.now()
  const until = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  if (error === undefined || isHopeless(error)) {
    const item = stuckItem(worker.name, piece.path, now)
    return due.quarantine(worker.query, piece, { until: until(hopelessMs), item })
  }
  const item = cursor.isTold ? undefined : mistakeItem(worker.name, piece.path, now)
  await due.quarantine(worker.query, piece, { until: until(mistakenMs), item })
  cursor.isTold = true
}

/** It may succeed later: a vendor failed, or somebody else was working on it. */
function isTransient(error: unknown): boolean {
  if (error instanceof ProviderError) return error.kind !== 'permanent' || refusesOurKey(error)
  if (error instanceof DomainError) return !isRefusal(error) || error.retryAfterSeconds !== undefined
  return error instanceof ContentionError
}

/** It was refused or cannot be read, and would be again. */
const isHopeless = (error: unknown): boolean =>
  error instanceof UnreadableError || error instanceof ProviderError || error instanceof DomainError
