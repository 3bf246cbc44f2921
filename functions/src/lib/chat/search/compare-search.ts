import * as z from 'zod'
import { IdRanges, idRange } from '../../rounds/id-ranges.ts'
import type { Round } from '../../rounds/round.ts'
import { type RoundDeps, runRound } from '../../rounds/run-round.ts'
import type { ListedThread } from '../ports.ts'
import { compareRecords } from './compare-records.ts'
import { type CompareDeps, compareThreads, pageSize } from './compare-threads.ts'
import { type DriftCounts, noDrift } from './drift.ts'

export interface CompareSearchDeps extends CompareDeps, RoundDeps {
  /** Ranges of threads compared at once. */
  atOnce: number
}

/** How far the comparison has come. */
const checkpoint = z.object({
  /** The threads that are left; none at the start of a round. */
  ranges: z.array(idRange),
  cursor: z.string().optional(),
  suspects: z.array(z.object({ threadId: z.string(), since: z.date() })),
  /** When the round over the threads began. */
  startedAt: z.date().optional(),
})
type Checkpoint = z.infer<typeof checkpoint>

export const searchCheckpoint = { name: 'search', schema: checkpoint }

/**
 * Goes on with an endless round over threads, and one over records, until they are over or time is: repairs what
 * differs, as `reindex` does. Ranges of threads are compared side by side, with a checkpoint after each page. A thread
 * that has just changed, and a record just found without a thread, are left to a later run. Throws ProviderError when
 * the index cannot be read; the next run then takes the same pages.
 */
export async function compareSearch(deps: CompareSearchDeps): Promise<DriftCounts> {
  const counts = noDrift()
  await runRound(deps, searchRound(deps, counts))
  deps.log.info('search drift', { ...counts })
  return counts
}

const searchRound = (
  deps: CompareSearchDeps,
  counts: DriftCounts,
): Round<Checkpoint, readonly ListedThread[]> => ({
  kind: searchCheckpoint,
  budgetMs: 480_000,
  atOnce: 1,
  saves: 'after',
  async begin({ ranges: left = [], startedAt: before, ...stored } = { ranges: [], suspects: [] }, run) {
    const { index, threads, atOnce } = deps
    const isNew = left.length === 0
    if (isNew && !(await index.isSetUp())) await index.setUp()
    const startedAt = (isNew ? undefined : before) ?? run.startedAt
    const ranges = new IdRanges(isNew ? [{}] : left, run, {
      pageSize,
      page: (after, limit, until) => threads.page(after, limit, until),
      idOf: ({ threadId }) => threadId,
    })
    const readers = Array.from({ length: atOnce }, () => () => ranges.next())
    let records = stored
    let isOver = false
    const nextRecords = async () => {
      if (isOver) return undefined
      records = await compareRecords(deps, records, counts)
      isOver = records.cursor === undefined
      return { pieces: [] }
    }
    return {
      checkpoint: () => ({ ...records, ranges: ranges.left, startedAt, cursor: records.cursor }),
      readers: [nextRecords, ...readers],
    }
  },
  async work(page) {
    await compareThreads(deps, page, counts, { isDryRun: false })
    return 'done'
  },
})
