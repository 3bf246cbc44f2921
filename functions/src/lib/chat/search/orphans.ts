import type { CompareDeps } from './compare-threads.ts'
import type { DriftCounts } from './drift.ts'
import { removeRecord } from './sync-thread.ts'

/**
 * Whether so many records without a thread, among the records looked at, are rather a sign of the wrong project or index
 * than records to remove: more than a fifth, and more than 20.
 */
export const areTooMany = (orphans: number, records: number): boolean => orphans > 20 && orphans > records / 5

/** Deletes the record of a thread that does not exist. Adds to the counts. */
export async function removeOrphan(deps: CompareDeps, threadId: string, counts: DriftCounts): Promise<void> {
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
