import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import type { ListedThread, ThreadQueries } from '../../lib/chat/ports.ts'
import { storedThread, type Thread } from '../../lib/chat/thread.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Versioned } from '../../lib/ports.ts'
import { threadDoc } from './paths.ts'
import { allOf } from './query-pages.ts'
import { StoredShapeError, versioned } from './values.ts'

export const threadQueries = (db: Firestore): ThreadQueries => ({
  async count() {
    return (await db.collection('threads').count().get()).data().count
  },

  async page(after, limit) {
    const ordered = db.collection('threads').orderBy('__name__').limit(limit)
    const found = await (after === undefined ? ordered : ordered.startAfter(after)).get()
    return found.docs.flatMap(document => listedThread(document) ?? [])
  },

  async listed(threadIds) {
    const documents = threadIds.filter(isDocumentId).map(threadId => threadDoc(db, threadId))
    if (documents.length === 0) return []
    return (await db.getAll(...documents)).flatMap(snapshot => listedThread(snapshot) ?? [])
  },

  async absent(threadIds) {
    const possible = threadIds.filter(isDocumentId).map(threadId => threadDoc(db, threadId))
    if (possible.length === 0) return [...threadIds]
    const found = await db.getAll(...possible, { fieldMask: ['version'] })
    const existing = new Set(found.filter(({ exists }) => exists).map(({ id }) => id))
    return threadIds.filter(threadId => !existing.has(threadId))
  },

  async dueForLandlords(now) {
    const due = db
      .collection('threads')
      .where('supportNotificationDueAt', '<=', now)
      .select('supportNotificationDueAt')
    return (await allOf(due)).map(({ id }) => id)
  },
})

function listedThread(snapshot: DocumentSnapshot): ListedThread | undefined {
  if (!snapshot.updateTime) return undefined
  return { threadId: snapshot.id, changedAt: snapshot.updateTime.toDate(), stored: parsedThread(snapshot) }
}

function parsedThread(snapshot: DocumentSnapshot): Versioned<Thread> | undefined {
  try {
    return versioned(snapshot, storedThread)
  } catch (error) {
    if (error instanceof StoredShapeError) return undefined
    throw error
  }
}
