import { type CompareDeps, compareThreads, pageSize } from './compare-threads.ts'
import { type DriftCounts, noDrift } from './drift.ts'
import { type OrphanOptions, removeOrphans } from './orphans.ts'

/** In a dry run neither the index nor a thread is written. */
export interface ReindexOptions extends OrphanOptions {
  onProgress(counts: Readonly<DriftCounts>, total: number): void
}

export interface ReindexReport extends DriftCounts {
  /** The index was, or in a dry run would be, set up. */
  setUp: boolean
  /** Records without a thread that are, or would be, left alone because they are too many. */
  kept: number
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
  const kept = await removeOrphans(deps, counts, options)
  return { ...counts, setUp, kept }
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
