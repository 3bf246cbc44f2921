import type { Clock } from '../../ports.ts'
import { type CompareDeps, compareThreads, pageSize } from './compare-threads.ts'
import { type DriftCounts, noDrift } from './drift.ts'
import type { SearchCheckpoint, SearchCheckpoints } from './ports.ts'
import { removeOrphan } from './remove-orphan.ts'

export interface CompareSearchDeps extends CompareDeps {
  clock: Clock
  checkpoints: SearchCheckpoints
}

/** Threads, and records, that one run looks at. */
const share = 1000
/** What changed less than that many milliseconds ago may have its sync under way. */
const settling = 60_000

/**
 * One share of an endless round over threads and records: repairs what differs, as `reindex` does. A thread that has
 * just changed, and a record just found without a thread, are left to a later run. Throws ProviderError when the
 * index cannot be read; the next run then takes the same share.
 */
export async function compareSearch(deps: CompareSearchDeps): Promise<DriftCounts> {
  const checkpoint = await deps.checkpoints.read()
  if (checkpoint.after === undefined && !(await deps.index.isSetUp())) await deps.index.setUp()
  const counts = noDrift()
  const after = await compareShare(deps, checkpoint.after, counts)
  const records = await compareRecords(deps, checkpoint, counts)
  await deps.checkpoints.write({ after, ...records })
  deps.log.info('search drift', { ...counts })
  return counts
}

/** Answers the last thread of the share, undefined when the round is over. */
async function compareShare(
  deps: CompareSearchDeps,
  start: string | undefined,
  counts: DriftCounts,
): Promise<string | undefined> {
  let after = start
  for (let left = share; left > 0; left -= pageSize) {
    const limit = Math.min(left, pageSize)
    const page = await deps.threads.page(after, limit)
    const settled = page.filter(({ changedAt }) => isSettled(deps, changedAt))
    await compareThreads(deps, settled, counts, { isDryRun: false })
    if (page.length < limit) return undefined
    after = page.at(-1)?.threadId
  }
  return after
}

/** A record is deleted when its thread is still absent some time after that was first seen. */
async function compareRecords(
  deps: CompareSearchDeps,
  { cursor, suspects }: SearchCheckpoint,
  counts: DriftCounts,
): Promise<Omit<SearchCheckpoint, 'after'>> {
  const due = (await hasThreads(deps)) ? suspects.filter(({ since }) => isSettled(deps, since)) : []
  for (const { threadId } of due) await removeOrphan(deps, threadId, counts)
  const page = await deps.index.page(cursor)
  const since = deps.clock.now()
  const waiting = suspects.filter(suspect => !due.includes(suspect))
  const known = new Set(suspects.map(({ threadId }) => threadId))
  const absent = await deps.threads.absent(page.threadIds.filter(threadId => !known.has(threadId)))
  return { cursor: page.cursor, suspects: [...waiting, ...absent.map(threadId => ({ threadId, since }))] }
}

/** Without any, it is more likely the wrong project or index than that every record is too much. */
const hasThreads = async ({ threads }: CompareSearchDeps): Promise<boolean> =>
  (await threads.page(undefined, 1)).length > 0

const isSettled = ({ clock }: CompareSearchDeps, time: Date): boolean =>
  clock.now().getTime() - time.getTime() >= settling
