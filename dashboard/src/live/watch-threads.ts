import { type ThreadRecord, wholeRecord } from '@functions/lib/chat/search/thread-record.ts'
import { storedThread } from '@functions/lib/chat/thread.ts'
import { collection, limit, onSnapshot, orderBy, query } from 'firebase/firestore'
import { liveFirestore, plain } from './firestore.ts'

interface Watch {
  size: number
  onThreads: (records: ThreadRecord[]) => void
  /** Whether what is told comes from the server. */
  onHeard: (isFromServer: boolean) => void
}

/** Tells of the threads that changed last, in the form of their search records. */
export async function watchThreads({ size, onThreads, onHeard }: Watch): Promise<() => void> {
  const db = await liveFirestore()
  const newest = query(collection(db, 'threads'), orderBy('updatedAt', 'desc'), limit(size))
  return onSnapshot(
    newest,
    // Also told when only the connection has changed.
    { includeMetadataChanges: true },
    ({ docs, metadata }) => {
      onHeard(!metadata.fromCache)
      if (metadata.fromCache) return
      onThreads(
        docs.flatMap(document => {
          const thread = storedThread.safeParse(plain(document.data())).data
          return thread ? [wholeRecord(document.id, thread)] : []
        }),
      )
    },
    () => onHeard(false),
  )
}
