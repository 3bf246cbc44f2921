import { inParallel } from '../../in-parallel.ts'
import { type CompareDeps, compareThreads, pageSize } from './compare-threads.ts'
import { type DriftCounts, noDrift } from './drift.ts'
import { removeOrphan } from './remove-orphan.ts'

export interface ReindexOptions {
  /** Looks only: neither the index nor a thread is written. */
  isDryRun: boolean
  onProgress(counts: Readonly<DriftCounts>, total: number): void
}

export interface ReindexReport extends DriftCounts {
  /** The index was, or in a dry run would be, set up. */
  setUp: boolean
}

/**
 * Brings the whole index in line with the threads: its settings, every record, and none without a thread. What fails
 * for one thread is counted and does not stop the others; throws ProviderError when the index cannot be read.
 */
export async function reindex(deps: CompareDeps, options: ReindexOptions): Promise<ReindexReport> {
  const setUp = !(await deps.index.isSetUp())
  if (setUp && !options.isDryRun) await deps.index.setUp()
  const counts = noDrift()
  await compareAll(deps, counts, options)
  const orphans = await findOrphans(deps)
  if (options.isDryRun) counts.orphaned = orphans.length
  else await removeAll(deps, orphans, counts)
  return { ...counts, setUp }
}

async function compareAll(deps: CompareDeps, counts: DriftCounts, options: ReindexOptions): Promise<void> {
  const total = await deps.threads.count()
  for (let after: string | undefined; ; ) {
    const page = await deps.threads.page(after, pageSize)
    await compareThreads(deps, page, counts, options)
    options.onProgress(counts, Math.max(total, counts.threads))
    if (page.length < pageSize) return
    after = page.at(-1)?.threadId
  }
}

/** All of them before the first is deleted: deleting moves the pages. */
async function findOrphans({ threads, index }: CompareDeps): Promise<string[]> {
  const orphans: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await index.page(cursor)
    orphans.push(...(await threads.absent(page.threadIds)))
    cursor = page.cursor
    if (cursor === undefined) return orphans
  }
}

async function removeAll(deps: CompareDeps, orphans: string[], counts: DriftCounts): Promise<void> {
  if (counts.threads === 0 && orphans.length > 0) {
    throw new Error(
      `There are no threads, but ${orphans.length} records: is this the right index? None removed.`,
    )
  }
  await inParallel(10, orphans, threadId => removeOrphan(deps, threadId, counts))
}
