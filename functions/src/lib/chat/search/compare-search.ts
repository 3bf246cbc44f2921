import * as z from 'zod'
import type { Page, Round } from '../../rounds/round.ts'
import { type RoundDeps, runRound } from '../../rounds/run-round.ts'
import type { ListedThread } from '../ports.ts'
import { changeCursor } from './change-cursor.ts'
import { compareRecords, removeOrphans, suspect } from './compare-records.ts'
import { type CompareDeps, compareThreads, pageSize } from './compare-threads.ts'
import { type DriftCounts, isAlarming, noDrift } from './drift.ts'
import {
  beginning,
  behindRecords,
  behindThreads,
  isNextDue,
  isOfHurriedDay,
  shareOfRun,
  storedRound,
} from './full-round.ts'

export interface CompareSearchDeps extends CompareDeps, RoundDeps {
  /** How long a round over everything takes; 0 for one in each run. Milliseconds. */
  roundMs: number
}

/** How far the comparison has come. */
const checkpoint = z.object({
  /** What has changed before then is compared. */
  changedSince: z.date().optional().catch(undefined),
  /** On the way through what has changed since: when that began, and where it goes on. */
  pass: z.object({ startedAt: z.date(), place: changeCursor }).optional().catch(undefined),
  round: storedRound.optional().catch(undefined),
  suspects: z.array(suspect).catch([]),
})
type Checkpoint = z.infer<typeof checkpoint>

export const searchCheckpoint = { name: 'search', schema: checkpoint }

/** How much later than it says a change may be found: its commit was slow, or clocks differ. Milliseconds. */
const overlapMs = 300_000
/** Suspects that a checkpoint has room for. */
const maxSuspects = 1000

type Threads = readonly ListedThread[]

/**
 * Compares the threads that have changed since the last run, and goes on with a round over all threads and records,
 * which is spread over its time: repairs what differs, as `reindex` does. More drift than usual begins a round at full
 * speed, at most once a day. A thread that has just changed, and a record just found without a thread, are left to a
 * later run. Throws ProviderError when the index cannot be read; the next run then takes the same pages.
 */
export async function compareSearch(deps: CompareSearchDeps): Promise<DriftCounts> {
  const counts = noDrift()
  await runRound(deps, searchRound(deps, counts))
  deps.log.info('search drift', { ...counts })
  return counts
}

const searchRound = (deps: CompareSearchDeps, counts: DriftCounts): Round<Checkpoint, Threads> => ({
  kind: searchCheckpoint,
  budgetMs: 480_000,
  atOnce: 1,
  saves: 'after',
  begin(stored, { startedAt }) {
    const reached = stored ?? { suspects: [] }
    const pages = pagesOf(deps, reached, counts, startedAt)
    return { checkpoint: () => ({ ...reached }), next: async () => (await pages.next()).value }
  },
  async work(threads) {
    await compareThreads(deps, threads, counts, { isDryRun: false })
    return 'done'
  },
})

/** Pages of threads to compare; those of records are dealt with when they are read. Each moves what is reached. */
type Pages = AsyncGenerator<Page<Threads>, undefined>

async function* pagesOf(deps: CompareSearchDeps, reached: Checkpoint, counts: DriftCounts, now: Date): Pages {
  const isSetUp = await deps.index.isSetUp()
  if (!isSetUp) await deps.index.setUp()
  reached.suspects = await removeOrphans(deps, reached.suspects, counts)
  yield* changedThreads(deps, reached, now)
  if (isNextDue(reached.round, now, deps.roundMs))
    reached.round = await newRound(deps, now, !reached.round || deps.roundMs === 0)
  yield* roundPages(deps, reached, now)
  const isInDoubt = !isSetUp || isAlarming(counts)
  if (!isInDoubt || isOfHurriedDay(reached.round, now)) return
  deps.log.warn('the search index may have lost more, comparing everything', { isSetUp, ...counts })
  reached.round = await newRound(deps, now, true)
  yield* roundPages(deps, reached, now)
}

async function* changedThreads({ threads }: CompareSearchDeps, reached: Checkpoint, now: Date): Pages {
  const { changedSince = before(now), pass } = reached
  const startedAt = pass?.startedAt ?? now
  let cursor = pass?.place
  do {
    const { threads: changed, next } = await threads.changedSince(changedSince, cursor, pageSize)
    cursor = next
    const end = (dealtWith: number) => {
      if (dealtWith === 0) return
      reached.changedSince = next ? changedSince : before(startedAt)
      reached.pass = next && { startedAt, place: next }
    }
    if (changed.length > 0 || !next) yield { pieces: [changed], end }
  } while (cursor)
}

async function* roundPages(deps: CompareSearchDeps, reached: Checkpoint, now: Date): Pages {
  let left = reached.round ? shareOfRun(reached.round, now, deps.roundMs) : 0
  while (reached.round?.stage === 'threads' && left > 0) {
    const { round } = reached
    const limit = Math.min(pageSize, left)
    const listed = await deps.threads.page(round.after, limit)
    left -= limit
    const end = (dealtWith: number) => {
      if (dealtWith > 0) reached.round = behindThreads(round, listed, limit)
    }
    yield { pieces: [listed], end }
  }
  while (reached.round?.stage === 'records' && reached.suspects.length < maxSuspects) {
    const { cursor, suspects } = await compareRecords(deps, reached.round.cursor, reached.suspects)
    reached.suspects = suspects
    reached.round = behindRecords(reached.round, cursor)
    yield { pieces: [] }
  }
}

const newRound = async ({ threads }: CompareSearchDeps, startedAt: Date, isHurried: boolean) =>
  beginning(startedAt, await threads.count(), isHurried)

const before = (time: Date): Date => new Date(time.getTime() - overlapMs)
