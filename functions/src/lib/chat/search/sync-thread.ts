import type { Needs } from '../../context.ts'
import type { Thread } from '../thread.ts'
import type { ThreadIndex } from './thread-record.ts'
import { threadRecord } from './thread-record.ts'

type Deps = Needs<'index' | 'threads'>

/**
 * Projects the thread as it stands now into the search index (specification B1, step 6). One read, one index call; a
 * thread that is gone has no record. When that fails the thread is marked as due. `read`: in place of the read.
 */
export async function syncThread(deps: Deps, threadId: string, read?: ReadThread): Promise<void> {
  try {
    await projectThread(deps, threadId, read)
  } catch (error) {
    deps.log.warn('a search record was not written', { threadId, error })
    await syncLater(deps, threadId)
  }
}

/** Remembers that the thread's record is to be written. */
export const syncLater = ({ clock, threads }: Deps, threadId: string): Promise<void> =>
  threads.markStale(threadId, clock.now())

/** The same for a thread that is marked: a failure is thrown. */
export async function projectThread(
  { threads, index }: Pick<Deps, 'threads' | 'index'>,
  threadId: string,
  read?: ReadThread,
): Promise<void> {
  const readAgain: ReadThread = async () => (await threads.read(threadId))?.value
  const thread = await (read ?? readAgain)()
  if (thread) await index.save(threadRecord(threadId, thread))
  else await removeRecord(index, threadId, readAgain)
}

export type ReadThread = () => Promise<Thread | undefined>

/**
 * Removes the record of a thread that was just seen not to exist, and writes it again if the thread has come into being
 * meanwhile. Throws ProviderError.
 */
export async function removeRecord(
  index: ThreadIndex,
  threadId: string,
  lookAgain: ReadThread,
): Promise<void> {
  await index.remove(threadId)
  const thread = await lookAgain()
  if (thread) await index.save(threadRecord(threadId, thread))
}
