import { type ThreadRecord, wholeRecord } from '@functions/lib/chat/search/thread-record.ts'
import { storedThread } from '@functions/lib/chat/thread.ts'
import { collection, limit, onSnapshot, orderBy, query } from 'firebase/firestore'
import { liveFirestore, plain } from './firestore.ts'

/** Tells of the threads that changed last, in the form of their search records. */
export async function watchThreads(
  size: number,
  onThreads: (records: ThreadRecord[]) => void,
): Promise<() => void> {
  const db = await liveFirestore()
  const newest = query(collection(db, 'threads'), orderBy('updatedAt', 'desc'), limit(size))
  return onSnapshot(
    newest,
    ({ docs }) =>
      onThreads(
        docs.flatMap(document => {
          const thread = storedThread.safeParse(plain(document.data())).data
          return thread ? [wholeRecord(document.id, thread)] : []
        }),
      ),
    // The list still has what the search index knows.
    () => {},
  )
}
