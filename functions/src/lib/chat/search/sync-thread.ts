import type { Needs } from '../../context.ts'
import type { Clock } from '../../ports.ts'
import { anyFields, collection, type Store, serverTime, set } from '../../store.ts'
import type { Thread } from '../thread.ts'
import { threads } from '../thread-writes.ts'
import { threadRecord } from './thread-record.ts'

type Deps = Needs<'index' | 'store'>

const staleRecords = collection('staleRecords/{threadId}', anyFields)

/** After a failure the thread is due. `read` replaces the first read. */
export async function syncThread(deps: Deps, threadId: string, read?: ReadThread): Promise<void> {
  try {
    await projectThread(deps, threadId, read)
  } catch (error) {
    deps.log.warn('a search record was not written', { threadId, error })
    await syncLater(deps, threadId)
  }
}

/** Each mark is a new revision, even in the same moment. */
export const syncLater = (
  { clock, store }: { clock: Pick<Clock, 'now'>; store: Store },
  threadId: string,
): Promise<void> =>
  store.write([set(staleRecords.at(threadId), { dueAt: clock.now(), markedAt: serverTime })])

export async function projectThread(
  { store, index }: Pick<Deps, 'index'> & { store: Store },
  threadId: string,
  read?: ReadThread,
): Promise<void> {
  const readAgain: ReadThread = async () => (await store.read(threads.at(threadId)))?.value
  const thread = await (read ?? readAgain)()
  if (thread) await index.save(threadRecord(threadId, thread))
  else await removeRecord(index, threadId, readAgain)
}

export type ReadThread = () => Promise<Thread | undefined>

/** A new thread gets its record back. Throws ProviderError. */
export async function removeRecord(
  index: Needs<'index'>['index'],
  threadId: string,
  lookAgain: ReadThread,
): Promise<void> {
  await index.remove(threadId)
  const thread = await lookAgain()
  if (thread) await index.save(threadRecord(threadId, thread))
}
