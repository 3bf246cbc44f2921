import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import type { ListedThread, ThreadList } from '../../lib/chat/search/ports.ts'
import { storedThread, type Thread } from '../../lib/chat/thread.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Versioned } from '../../lib/ports.ts'
import { isUnsettled } from './failures.ts'
import { threadDoc } from './paths.ts'
import { StoredShapeError, unchanged, versioned } from './values.ts'

export const threadList = (db: Firestore): ThreadList => ({
  async count() {
    return (await db.collection('threads').count().get()).data().count
  },

  async page(after, limit) {
    const ordered = db.collection('threads').orderBy('__name__').limit(limit)
    const found = await (after === undefined ? ordered : ordered.startAfter(after)).get()
    return found.docs.flatMap(document => listed(document) ?? [])
  },

  async thread(threadId) {
    return isDocumentId(threadId) ? listed(await threadDoc(db, threadId).get()) : undefined
  },

  async absent(threadIds) {
    const possible = threadIds.filter(isDocumentId).map(threadId => threadDoc(db, threadId))
    if (possible.length === 0) return [...threadIds]
    const found = await db.getAll(...possible, { fieldMask: ['version'] })
    const existing = new Set(found.filter(({ exists }) => exists).map(({ id }) => id))
    return threadIds.filter(threadId => !existing.has(threadId))
  },

  async raiseVersion(threadId, { revision }, version) {
    try {
      await threadDoc(db, threadId).update({ version }, unchanged(revision))
      return true
    } catch (error) {
      if (isUnsettled(error)) return false
      throw error
    }
  },
})

function listed(snapshot: DocumentSnapshot): ListedThread | undefined {
  if (!snapshot.updateTime) return undefined
  return { threadId: snapshot.id, changedAt: snapshot.updateTime.toDate(), stored: readable(snapshot) }
}

function readable(snapshot: DocumentSnapshot): Versioned<Thread> | undefined {
  try {
    return versioned(snapshot, storedThread)
  } catch (error) {
    if (error instanceof StoredShapeError) return undefined
    throw error
  }
}
