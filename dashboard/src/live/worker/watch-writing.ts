import { collection, limit, onSnapshot, orderBy, query } from 'firebase/firestore'
import * as z from 'zod'
import type { Writer } from '../writers.ts'
import { liveFirestore, plain } from './firestore.ts'

const stored = z.object({ threadId: z.string(), userId: z.string(), at: z.date().transform(Number) })

/** As many as the rules allow. */
const most = 50

interface WriterCallbacks {
  onWriters: (writers: Writer[]) => void
  /** Whether the update comes from the server. */
  onSignal: (isFromServer: boolean) => void
}

/** Sends the reports of staff who write in threads, the newest first. */
export function watchWriting(
  _all: Record<never, never>,
  { onWriters, onSignal }: WriterCallbacks,
): () => void {
  return onSnapshot(
    query(collection(liveFirestore(), 'writing'), orderBy('at', 'desc'), limit(most)),
    ({ docs, metadata }) => {
      onSignal(!metadata.fromCache)
      if (!metadata.fromCache) onWriters(docs.flatMap(one => stored.safeParse(plain(one.data())).data ?? []))
    },
    () => onSignal(false),
  )
}
