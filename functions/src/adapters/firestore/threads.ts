import { FieldValue, type Firestore } from 'firebase-admin/firestore'
import type { ThreadReader } from '../../lib/chat/search/ports.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import { isUnsettled } from './failures.ts'
import { sweepLimit, threadDoc } from './paths.ts'
import { parsed, revisionOf, unchanged } from './values.ts'

export const threadReader = (db: Firestore): ThreadReader => ({
  async thread(threadId) {
    return parsed(await threadDoc(db, threadId).get(), storedThread)
  },

  async markStale(threadId) {
    await db.doc(`staleRecords/${threadId}`).set({ at: FieldValue.serverTimestamp() })
  },

  async clearStale({ threadId, revision }) {
    try {
      await db.doc(`staleRecords/${threadId}`).delete(unchanged(revision))
    } catch (error) {
      // A mark that stays only has the record written once more.
      if (!isUnsettled(error)) throw error
    }
  },

  async staleThreads() {
    const found = await db.collection('staleRecords').orderBy('at').limit(sweepLimit).get()
    return found.docs.map(({ id, updateTime }) => ({ threadId: id, revision: revisionOf(updateTime) }))
  },
})
