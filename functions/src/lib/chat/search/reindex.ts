import { inParallel } from '../../in-parallel.ts'
import { pagesOf } from '../../store.ts'
import { absentThreads, listedThreads, threadsAmong } from '../thread-writes.ts'
import { type CompareDeps, compareThreads, pageSize } from './compare-threads.ts'
import { type DriftCounts, noDrift } from './drift.ts'
import { removeRecord } from './sync-thread.ts'

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

interface OrphanOptions {
  isDryRun: boolean
  removesManyOrphans: boolean
  until?: Date
}

const lookUpLimit = 1000
const width = 10

/**
 * More than 20 orphans, above a fifth of the records, mean a wrong project or index, and stay; returns their
 * number. Throws ProviderError, and Error without any thread.
 */
export async function removeOrphans(
  deps: CompareDeps,
  counts: DriftCounts,
  { isDryRun, removesManyOrphans, until }: OrphanOptions,
): Promise<number> {
  const { orphans, records } = await findOrphans(deps, until)
  const areTooMany = orphans.length > 20 && orphans.length > records / 5 && !removesManyOrphans
  if (isDryRun || areTooMany) counts.orphaned = orphans.length
  else if (orphans.length > 0 && (await deps.store.find(listedThreads.all().limit(1))).length === 0)
    throw new Error(
      `There are no threads, but ${orphans.length} records: is this the right index? None removed.`,
    )
  else await inParallel(width, orphans, threadId => removeOrphan(deps, threadId, counts))
  return areTooMany ? orphans.length : 0
}

/** Deletions shift the pages, so they come later. */
async function findOrphans(
  deps: CompareDeps,
  until: Date | undefined,
): Promise<{ orphans: string[]; records: number }> {
  const absent: string[] = []
  let records = 0
  for (let cursor: string | undefined; ; ) {
    const page = await deps.index.page(cursor)
    records += page.threadIds.length
    absent.push(...(await absentThreads(deps.store, page.threadIds)))
    cursor = page.cursor
    if (cursor === undefined || (until && deps.clock.now() >= until))
      return { orphans: await stillOrphans(deps, absent), records }
  }
}

/** A thread may appear or vanish meanwhile. */
async function stillOrphans({ store, index }: CompareDeps, suspects: readonly string[]): Promise<string[]> {
  const orphans: string[] = []
  for (let at = 0; at < suspects.length; at += lookUpLimit) {
    const absent = await absentThreads(store, suspects.slice(at, at + lookUpLimit))
    const records = await index.records(absent)
    orphans.push(...absent.filter(threadId => records.has(threadId)))
  }
  return orphans
}

async function removeOrphan(deps: CompareDeps, threadId: string, counts: DriftCounts): Promise<void> {
  const readThread = async () => (await threadsAmong(deps.store, [threadId])).at(0)
  try {
    if (await readThread()) return
    counts.orphaned += 1
    await removeRecord(deps.index, threadId, async () => (await readThread())?.value ?? undefined)
    counts.repaired += 1
  } catch (error) {
    counts.failed += 1
    deps.log.error('search record could not be removed', { threadId, error })
  }
}
