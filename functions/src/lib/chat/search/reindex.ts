import { pagesOf } from '../../store.ts'
import { listedThreads } from '../thread-writes.ts'
import { type CompareDeps, compareThreads, pageSize } from './compare-threads.ts'
import { type DriftCounts, noDrift } from './drift.ts'
import { type OrphanOptions, removeOrphans } from './orphans.ts'

export interface ReindexOptions extends OrphanOptions {
  onProgress(counts: Readonly<DriftCounts>, total: number): void
}

export interface ReindexReport extends DriftCounts {
  setUp: boolean
  leftovers: number
}

/** Throws ProviderError. */
export async function reindex(deps: CompareDeps, options: ReindexOptions): Promise<ReindexReport> {
  const setUp = !(await deps.index.isSetUp())
  if (setUp && !options.isDryRun) await deps.index.setUp()
  const counts = noDrift()
  await compareAll(deps, counts, options)
  const leftovers = await removeOrphans(deps, counts, options)
  return { ...counts, setUp, leftovers }
}

async function compareAll(deps: CompareDeps, counts: DriftCounts, options: ReindexOptions): Promise<void> {
  const total = await deps.store.count(listedThreads.all())
  for await (const page of pagesOf(deps.store, listedThreads.orderBy('__name__'), pageSize)) {
    await compareThreads(deps, page, counts, options)
    options.onProgress(counts, Math.max(total, counts.threads))
  }
}
