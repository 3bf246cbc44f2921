import { FieldValue, type Firestore } from 'firebase-admin/firestore'
import type { Threads } from '../../lib/chat/ports.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import { accompany } from './company.ts'
import { resolvedCommit } from './failures.ts'
import { sweepLimit } from './paths.ts'
import { repository } from './repository.ts'
import { threadQueries } from './thread-queries.ts'
import { defined, revisionOf, unchanged } from './values.ts'

export const threads = (db: Firestore): Threads => {
  const stored = repository(db, { path: (threadId: string) => `threads/${threadId}`, schema: storedThread })
  const staleMark = (threadId: string) => db.doc(`staleRecords/${threadId}`)
  return {
    ...threadQueries(db),
    read: stored.read,

    change(threadId, revision, { fields, without = [], company = {} }) {
      const batch = db.batch()
      const gone = Object.fromEntries(without.map(field => [field, FieldValue.delete()]))
      batch.update(stored.doc(threadId), { ...gone, ...defined(fields) }, unchanged(revision))
      accompany(db, batch, company)
      return resolvedCommit(batch.commit())
    },

    changeImportance(threadId, userId, important) {
      const change = important ? FieldValue.arrayUnion(userId) : FieldValue.arrayRemove(userId)
      return resolvedCommit(
        stored.doc(threadId).update({ importantFor: change, version: FieldValue.increment(1) }),
      )
    },

    async markStale(threadId) {
      await staleMark(threadId).set({ at: FieldValue.serverTimestamp() })
    },

    async clearStale({ threadId, revision }) {
      // A mark that stays only has the record written once more.
      await resolvedCommit(staleMark(threadId).delete(unchanged(revision)))
    },

    async staleThreads() {
      const found = await db.collection('staleRecords').orderBy('at').limit(sweepLimit).get()
      return found.docs.map(({ id, updateTime }) => ({ threadId: id, revision: revisionOf(updateTime) }))
    },
  }
}
