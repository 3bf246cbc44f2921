import { ContentionError } from '../durable/change.ts'
import { DomainError, isRefusal, ProviderError, refusesOurKey, UnreadableError } from '../errors.ts'
import { inParallel } from '../in-parallel.ts'
import { mistakeItem, stuckId, stuckItem } from '../items/stuck-item.ts'
import type { System } from '../ports.ts'
import type { Store } from '../store.ts'
import type { BreakerState } from './circuit-breaker.ts'
import type { DueKind, DuePiece } from './due.ts'
import { duePage, hasten, quarantine, settle } from './due-work.ts'

export interface Worker extends DueKind {
  work(piece: DuePiece): Promise<unknown>
}

export interface WorkLaneDeps extends Pick<System, 'clock' | 'log'> {
  store: Pick<Store, 'find' | 'commit' | 'isTransient'>
}

export interface Gate {
  state(): Promise<BreakerState>
  /** Undefined: no probe is worth a wait. */
  retriesAt(): Date | undefined
}

export interface LaneRun {
  gate?: Gate | undefined
  atOnce: number
  workers: readonly Worker[]
  until: Date
}

/** Per kind. */
const pageSize = 1000
/** A bug of ours hits others, too. */
const [hopelessMs, mistakenMs] = [60 * 60_000, 5 * 60_000]
const probed = 10
/** A piece due for longer is quarantined. */
const longestMs = 72 * 60 * 60_000
const contendedMs = 10 * 60_000

/**
 * Oldest first, while time is left and the breaker closed; one piece, perhaps early, probes a half-open one. After a
 * transient failure a piece stays due, or sets its time; after another that left its document unchanged it is
 * quarantined, with an item.
 */
export async function workLane(deps: WorkLaneDeps, { gate, atOnce, workers, until }: LaneRun): Promise<void> {
  const isOver = () => deps.clock.now() >= until
  const stateOf = async (): Promise<BreakerState> => (gate ? gate.state() : 'closed')
  const startedAt = deps.clock.now()
  const cursors = workers.map((worker): Cursor => ({ ...worker, after: undefined, isTold: false }))
  while (workers.length > 0 && !isOver()) {
    const state = await stateOf()
    if (state === 'open') {
      if (await isTriedLater(deps, gate?.retriesAt(), until)) continue
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
    await inParallel(atOnce, pieces, async entry => {
      if ((await stateOf()) === 'closed' && !isOver()) await workOn(deps, entry)
    })
  }
}

async function isTriedLater(
  { clock }: WorkLaneDeps,
  retriesAt: Date | undefined,
  until: Date,
): Promise<boolean> {
  if (!retriesAt || retriesAt >= until) return false
  await clock.sleep(Math.max(0, retriesAt.getTime() - clock.now().getTime()))
  return clock.now() >= retriesAt
}

const oldestFirst = (pages: readonly QueueEntry[][]): QueueEntry[] =>
  pages.flat().toSorted((a, b) => a.piece.dueAt.getTime() - b.piece.dueAt.getTime())

async function probe(deps: WorkLaneDeps, cursors: readonly Cursor[]): Promise<boolean> {
  const someDay = new Date('9999-01-01T00:00:00Z')
  const until = ({ keepsTime }: Cursor) => (keepsTime ? deps.clock.now() : someDay)
  const pages = await Promise.all(cursors.map(cursor => pageOf(deps, cursor, until(cursor), probed)))
  const all = oldestFirst(pages)
  // A quarantined piece says little about the vendor.
  const next = all.find(({ piece }) => !piece.isQuarantined) ?? all[0]
  if (!next) return false
  const { cursor, piece } = next
  cursor.after = piece
  const now = deps.clock.now()
  const due = piece.dueAt > now ? await hasten(deps.store, cursor.query, piece, now) : piece
  if (due) await workOn(deps, { cursor, piece: due })
  return true
}

interface Cursor extends Worker {
  after: DuePiece | undefined
  isTold: boolean
}

interface QueueEntry {
  cursor: Cursor
  piece: DuePiece
}

async function pageOf(
  { store }: WorkLaneDeps,
  cursor: Cursor,
  until: Date,
  limit: number,
): Promise<QueueEntry[]> {
  const pieces = await duePage(store, cursor.query, { until, limit, after: cursor.after })
  return pieces.map(piece => ({ cursor, piece }))
}

async function workOn(deps: WorkLaneDeps, entry: QueueEntry): Promise<void> {
  const { log, store, clock } = deps
  const { piece, cursor } = entry
  const { name, query } = cursor
  const startedAt = clock.now().getTime()
  const about = { kind: name, document: piece.path, lateMs: startedAt - piece.dueAt.getTime() }
  const ms = () => clock.now().getTime() - startedAt
  try {
    await cursor.work(piece)
    log.info('due work done', { ...about, ms: ms(), outcome: 'done' })
    // Quarantine spares a changed piece.
    if (about.lateMs > longestMs) await setAside(deps, entry)
    else if (piece.isQuarantined)
      await settle(store, query, piece, {
        itemIds: [stuckId(name), stuckId(name, piece.path)],
        at: clock.now(),
      })
  } catch (error) {
    log.error('due work failed', { ...about, ms: ms(), outcome: 'failed', error })
    const isOver = about.lateMs > (error instanceof ContentionError ? contendedMs : longestMs)
    if (!isOver && (isTransient(error) || (await store.isTransient(error)))) return
    await setAside(deps, entry, isOver ? undefined : error).catch((failure: unknown) =>
      log.error('due work was not set aside', { ...about, error: failure }),
    )
  }
}

/** One item per hopeless document, or per kind for a bug of ours. */
async function setAside(
  { clock, store }: WorkLaneDeps,
  { cursor, piece }: QueueEntry,
  error?: unknown,
): Promise<void> {
  const { name, query } = cursor
  const now = clock.now()
  const until = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  if (error === undefined || isHopeless(error)) {
    const item = stuckItem(name, piece.path, now)
    return quarantine(store, query, piece, { until: until(hopelessMs), item })
  }
  const item = cursor.isTold ? undefined : mistakeItem(name, piece.path, now)
  await quarantine(store, query, piece, { until: until(mistakenMs), item })
  cursor.isTold = true
}

function isTransient(error: unknown): boolean {
  if (error instanceof ProviderError) return error.kind !== 'permanent' || refusesOurKey(error)
  if (error instanceof DomainError) return !isRefusal(error) || error.retryAfterSeconds !== undefined
  return error instanceof ContentionError
}

const isHopeless = (error: unknown): boolean =>
  error instanceof UnreadableError || error instanceof ProviderError || error instanceof DomainError
