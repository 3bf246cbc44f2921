import { inParallel } from '../../in-parallel.ts'
import { type CompareDeps, compareThreads, pageSize } from './compare-threads.ts'
import { type DriftCounts, noDrift } from './drift.ts'
import { areTooMany, removeOrphan } from './save-records.ts'

export interface ReindexOptions {
  /** Looks only: neither the index nor a thread is written. */
  isDryRun: boolean
  /** Removes records without a thread however many they are. */
  removesManyOrphans: boolean
  onProgress(counts: Readonly<DriftCounts>, total: number): void
}

export interface ReindexReport extends DriftCounts {
  /** The index was, or in a dry run would be, set up. */
  setUp: boolean
  /** Records without a thread that are, or would be, left alone because they are too many. */
  kept: number
}

/** Ids that the index answers for at once. */
const lookUpLimit = 1000

/**
 * Brings the whole index in line with the threads: its settings, every record, and none without a thread. What fails
 * for one thread is counted and does not stop the others; throws ProviderError when the index cannot be read.
 */
export async function reindex(deps: CompareDeps, options: ReindexOptions): Promise<ReindexReport> {
  const setUp = !(await deps.index.isSetUp())
  if (setUp && !options.isDryRun) await deps.index.setUp()
  const counts = noDrift()
  await compareAll(deps, counts, options)
  const { orphans, records } = await findOrphans(deps)
  const isKept = areTooMany(orphans.length, records) && !options.removesManyOrphans
  if (options.isDryRun || isKept) counts.orphaned = orphans.length
  else await removeAll(deps, orphans, counts)
  return { ...counts, setUp, kept: isKept ? orphans.length : 0 }
}

async function compareAll(deps: CompareDeps, counts: DriftCounts, options: ReindexOptions): Promise<void> {
  const total = await deps.threads.count()
  for (let after: string | undefined; ; ) {
    const page = await deps.threads.page(after, pageSize)
    await compareThreads(deps, page, counts, options)
    options.onProgress(counts, Math.max(total, counts.threads + counts.skipped))
    if (page.length < pageSize) return
    after = page.at(-1)?.threadId
  }
}

/** All of them before the first is deleted: deleting moves the pages. */
async function findOrphans(deps: CompareDeps): Promise<{ orphans: string[]; records: number }> {
  const absent: string[] = []
  let records = 0
  for (let cursor: string | undefined; ; ) {
    const page = await deps.index.page(cursor)
    records += page.threadIds.length
    absent.push(...(await deps.threads.absent(page.threadIds)))
    cursor = page.cursor
    if (cursor === undefined) return { orphans: await stillOrphans(deps, absent), records }
  }
}

/** A thread deleted meanwhile has had its record removed, and one created meanwhile has a right to its own. */
async function stillOrphans({ threads, index }: CompareDeps, suspects: readonly string[]): Promise<string[]> {
  const orphans: string[] = []
  for (let at = 0; at < suspects.length; at += lookUpLimit) {
    const absent = await threads.absent(suspects.slice(at, at + lookUpLimit))
    const records = await index.records(absent)
    orphans.push(...absent.filter(threadId => records.has(threadId)))
  }
  return orphans
}

async function removeAll(deps: CompareDeps, orphans: string[], counts: DriftCounts): Promise<void> {
  if (counts.threads + counts.skipped === 0 && orphans.length > 0) {
    throw new Error(
      `There are no threads, but ${orphans.length} records: is this the right index? None removed.`,
    )
  }
  await inParallel(10, orphans, threadId => removeOrphan(deps, threadId, counts))
}
