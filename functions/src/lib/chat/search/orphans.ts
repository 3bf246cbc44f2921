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
  try {
    if (await deps.threads.thread(threadId)) return
    counts.orphaned += 1
    await removeRecord(deps.index, threadId, async () => (await deps.threads.thread(threadId))?.stored?.value)
    counts.repaired += 1
  } catch (error) {
    counts.failed += 1
    deps.log.error('search record could not be removed', { threadId, error })
  }
}
