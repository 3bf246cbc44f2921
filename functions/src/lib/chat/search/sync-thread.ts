import type { ThreadIndex, ThreadReader } from './ports.ts'
import { threadRecord } from './thread-record.ts'

export interface SyncThreadDeps {
  threads: ThreadReader
  /** Asked for only when a record is to be written. */
  index(): Promise<ThreadIndex>
}

/**
 * Projects the thread as it stands now into the search index (specification B1, step 6). One read, one index call.
 * When that fails the thread is marked for the sweep, and the failure is thrown on.
 */
export async function syncThread({ threads, index }: SyncThreadDeps, threadId: string): Promise<void> {
  const thread = await threads.thread(threadId)
  if (!thread) return
  try {
    await (await index()).save(threadRecord(threadId, thread))
  } catch (error) {
    await threads.markStale(threadId)
    throw error
  }
}
