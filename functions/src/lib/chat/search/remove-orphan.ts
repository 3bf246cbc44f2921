import type { CompareDeps } from './compare-threads.ts'
import type { DriftCounts } from './drift.ts'
import { removeRecord } from './remove-record.ts'

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
