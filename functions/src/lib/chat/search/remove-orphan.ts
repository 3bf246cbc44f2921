import type { CompareDeps } from './compare-threads.ts'
import type { DriftCounts } from './drift.ts'
import { threadRecord } from './thread-record.ts'

/** Deletes the record of a thread that does not exist. Adds to the counts. */
export async function removeOrphan(deps: CompareDeps, threadId: string, counts: DriftCounts): Promise<void> {
  try {
    if (await deps.threads.thread(threadId)) return
    counts.orphaned += 1
    await deps.index.remove(threadId)
    await restore(deps, threadId)
    counts.repaired += 1
  } catch (error) {
    counts.failed += 1
    deps.log.error('search record could not be removed', { threadId, error })
  }
}

/** A thread of that id may have come into being between the look and the deletion. */
async function restore({ threads, index }: CompareDeps, threadId: string): Promise<void> {
  const stored = (await threads.thread(threadId))?.stored
  if (stored) await index.save(threadRecord(threadId, stored.value))
}
