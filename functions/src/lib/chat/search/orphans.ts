import { inParallel } from '../../in-parallel.ts'
import type { CompareDeps } from './compare-threads.ts'
import type { DriftCounts } from './drift.ts'
import { removeRecord } from './sync-thread.ts'

export interface OrphanOptions {
  /** Looks only. */
  isDryRun: boolean
  /** Removes records without a thread however many they are. */
  removesManyOrphans: boolean
  /** The rest of the index is left alone after it. */
  until?: Date
}

/** Ids that the index answers for at once. */
const lookUpLimit = 1000
const width = 10

/**
 * Removes the records without a thread, unless they are so many that project or index are probably wrong: more than a
 * fifth, and more than 20. Adds to the counts, and returns how many records were left alone for that. Throws
 * ProviderError when the index cannot be read, and an Error where there is no thread at all.
 */
export async function removeOrphans(
  deps: CompareDeps,
  counts: DriftCounts,
  { isDryRun, removesManyOrphans, until }: OrphanOptions,
): Promise<number> {
  const { orphans, records } = await findOrphans(deps, until)
  const areTooMany = orphans.length > 20 && orphans.length > records / 5 && !removesManyOrphans
  if (isDryRun || areTooMany) counts.orphaned = orphans.length
  else if (orphans.length > 0 && (await deps.threads.page(undefined, 1)).length === 0)
    throw new Error(
      `There are no threads, but ${orphans.length} records: is this the right index? None removed.`,
    )
  else await inParallel(width, orphans, threadId => removeOrphan(deps, threadId, counts))
  return areTooMany ? orphans.length : 0
}

/** All of them before the first is deleted: deleting moves the pages. */
async function findOrphans(
  deps: CompareDeps,
  until: Date | undefined,
): Promise<{ orphans: string[]; records: number }> {
  const absent: string[] = []
  let records = 0
  for (let cursor: string | undefined; ; ) {
    const page = await deps.index.page(cursor)
    records += page.threadIds.length
    absent.push(...(await deps.threads.absent(page.threadIds)))
    cursor = page.cursor
    if (cursor === undefined || (until && deps.clock.now() >= until))
      return { orphans: await stillOrphans(deps, absent), records }
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

/** Deletes the record of a thread that does not exist. */
async function removeOrphan(deps: CompareDeps, threadId: string, counts: DriftCounts): Promise<void> {
  const found = async () => (await deps.threads.listed([threadId])).at(0)
  try {
    if (await found()) return
    counts.orphaned += 1
    await removeRecord(deps.index, threadId, async () => (await found())?.stored?.value)
    counts.repaired += 1
  } catch (error) {
    counts.failed += 1
    deps.log.error('search record could not be removed', { threadId, error })
  }
}
