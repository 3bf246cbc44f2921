import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import type { ListedThread, ThreadList } from '../../lib/chat/search/ports.ts'
import { storedThread, type Thread } from '../../lib/chat/thread.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Versioned } from '../../lib/ports.ts'
import { resolvedCommit } from './failures.ts'
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

  async threads(threadIds) {
    const documents = threadIds.filter(isDocumentId).map(threadId => threadDoc(db, threadId))
    if (documents.length === 0) return []
    return (await db.getAll(...documents)).flatMap(snapshot => listed(snapshot) ?? [])
  },

  async absent(threadIds) {
    const possible = threadIds.filter(isDocumentId).map(threadId => threadDoc(db, threadId))
    if (possible.length === 0) return [...threadIds]
    const found = await db.getAll(...possible, { fieldMask: ['version'] })
    const existing = new Set(found.filter(({ exists }) => exists).map(({ id }) => id))
    return threadIds.filter(threadId => !existing.has(threadId))
  },

  raiseVersion: (threadId, { revision }, version) =>
    resolvedCommit(threadDoc(db, threadId).update({ version }, unchanged(revision))),
})

function listed(snapshot: DocumentSnapshot): ListedThread | undefined {
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
