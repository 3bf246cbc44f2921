import type { ThreadIndex, ThreadReader } from './ports.ts'
import { threadRecord } from './thread-record.ts'

/** Projects the thread as it stands now into the search index (specification B1, step 6). One read, one index call. */
export async function syncThread(
  deps: { threads: ThreadReader; index: ThreadIndex },
  threadId: string,
): Promise<void> {
  const thread = await deps.threads.thread(threadId)
  if (thread) await deps.index.save(threadRecord(threadId, thread))
}
