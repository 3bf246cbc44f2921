import type { Threads } from '../ports.ts'
import type { Thread } from '../thread.ts'
import type { ThreadIndex } from './thread-record.ts'
import { threadRecord } from './thread-record.ts'

export interface SyncThreadDeps {
  threads: Threads
  /** Asked for only when a record is to be written. */
  index(): Promise<ThreadIndex>
}

/**
 * Projects the thread as it stands now into the search index (specification B1, step 6). One read, one index call; a
 * thread that is gone has no record. When that fails the thread is marked for the sweep, and the failure is thrown on.
 */
export async function syncThread(deps: SyncThreadDeps, threadId: string): Promise<void> {
  try {
    await project(deps, threadId)
  } catch (error) {
    await deps.threads.markStale(threadId)
    throw error
  }
}

async function project({ threads, index }: SyncThreadDeps, threadId: string): Promise<void> {
  const read = async () => (await threads.read(threadId))?.value
  const thread = await read()
  const target = await index()
  if (thread) await target.save(threadRecord(threadId, thread))
  else await removeRecord(target, threadId, read)
}

/**
 * Removes the record of a thread that was just seen not to exist, and writes it again if the thread has come into being
 * meanwhile. Throws ProviderError.
 */
export async function removeRecord(
  index: ThreadIndex,
  threadId: string,
  lookAgain: () => Promise<Thread | undefined>,
): Promise<void> {
  await index.remove(threadId)
  const thread = await lookAgain()
  if (thread) await index.save(threadRecord(threadId, thread))
}
