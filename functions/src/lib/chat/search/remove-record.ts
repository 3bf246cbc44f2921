import type { Thread } from '../thread.ts'
import type { ThreadIndex } from './ports.ts'
import { threadRecord } from './thread-record.ts'

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
