import type { ListAddress } from '@functions/lib/chat/desk/list-address.ts'
import { type ListQuery, listQueries } from '@functions/lib/chat/desk/lists.ts'
import {
  collection,
  documentId,
  getDocs,
  limit,
  onSnapshot,
  orderBy,
  type Query,
  type QueryDocumentSnapshot,
  query,
  where,
} from 'firebase/firestore'
import type { LiveThread } from '../thread.ts'
import { liveFirestore } from './firestore.ts'
import { liveThreads } from './live-thread.ts'

interface ThreadCallbacks {
  /** `isWhole`: there are no others. */
  onThreads: (threads: LiveThread[], isWhole: boolean) => void
  /** Whether the update comes from the server. */
  onSignal: (isFromServer: boolean) => void
}

const stored = () => collection(liveFirestore(), 'threads')

/** Tells of the threads that changed last. */
export const watchThreads = ({ size }: { size: number }, callbacks: ThreadCallbacks): (() => void) =>
  watchAll([query(stored(), orderBy('updatedAt', 'desc'))], size, callbacks)

interface List {
  address: ListAddress
  userId: string
  size: number
}

/** Tells of the first threads of a list, in no order, with some that do not stand in it. */
export function watchList({ address, userId, size }: List, callbacks: ThreadCallbacks): () => void {
  const threads = stored()
  const queries = listQueries(address, { userId, now: new Date() })
  return watchAll(
    queries.map(one => firestoreQuery(threads, one)),
    size,
    callbacks,
  )
}

const firestoreQuery = (threads: Query, { where: conditions, orderBy: order }: ListQuery): Query =>
  query(threads, ...conditions.map(one => where(...one)), orderBy(...order))

/** Listens to several queries as to one. */
function watchAll(all: Query[], size: number, { onThreads, onSignal }: ThreadCallbacks): () => void {
  const results = new Map<number, QueryDocumentSnapshot[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    const found = new Map([...results.values()].flat().map(document => [document.id, document]))
    onThreads(
      liveThreads([...found.values()]),
      [...results.values()].every(docs => docs.length < size),
    )
  }
  const stops = all.map((one, index) =>
    onSnapshot(
      query(one, limit(size)),
      // Also when only the connection has changed.
      { includeMetadataChanges: true },
      ({ docs, metadata }) => {
        onSignal(!metadata.fromCache)
        if (metadata.fromCache) return
        results.set(index, docs)
        // In a task of its own, and once for what comes together.
        clearTimeout(timer)
        if (results.size === all.length) timer = setTimeout(tell)
      },
      () => onSignal(false),
    ),
  )
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/** As many as one query may name, or as are read of a day. */
const mostAtOnce = 30

/** Reads those threads once. */
export async function readThreads(threadIds: readonly string[]): Promise<LiveThread[]> {
  const threads = stored()
  const parts = Array.from({ length: Math.ceil(threadIds.length / mostAtOnce) }, (_, part) =>
    threadIds.slice(part * mostAtOnce, (part + 1) * mostAtOnce),
  )
  const found = await Promise.all(parts.map(ids => getDocs(query(threads, where(documentId(), 'in', ids)))))
  return liveThreads(found.flatMap(({ docs }) => docs))
}

/** Reads once the first threads whose guests arrive on a day, and those whose guests leave. */
export async function readStays(day: string): Promise<{ arrival: LiveThread[]; departure: LiveThread[] }> {
  const of = async (end: string) =>
    liveThreads((await getDocs(query(stored(), where(`stay.${end}`, '==', day), limit(mostAtOnce)))).docs)
  const [arrival, departure] = await Promise.all([of('arrival'), of('departure')])
  return { arrival, departure }
}
