import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import type { TriageStore } from '../../lib/chat/inbound/ports.ts'
import { storedTriageEntry, type TriageEntry } from '../../lib/chat/inbound/triage.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import { guestOfThread } from './guest-of-thread.ts'
import { foundGuest } from './inbound-store.ts'
import { sweepLimit, threadDoc, triageDoc } from './paths.ts'
import { parsed } from './values.ts'

const pageSize = 50

export const triageStore = (db: Firestore): TriageStore => ({
  async page(cursor) {
    const open = db
      .collection('triage')
      .where('status', '==', 'open')
      .orderBy('receivedAt')
      .limit(pageSize + 1)
    const after = cursor === undefined ? undefined : await triageDoc(db, cursor).get()
    if (after && !after.exists) return undefined
    const found = await (after ? open.startAfter(after) : open).get()
    const entries = found.docs.slice(0, pageSize).flatMap(entryOf)
    const isLast = found.docs.length <= pageSize
    return { entries, nextCursor: isLast ? null : (found.docs[pageSize - 1]?.id ?? null) }
  },

  async load(entryId, threadId) {
    const [entry, thread] = await db.getAll(triageDoc(db, entryId), threadDoc(db, threadId))
    return { entry: entry && entryOf(entry)[0], thread: thread && parsed(thread, storedThread) }
  },

  async openOf({ channel, from }) {
    const found = await db
      .collection('triage')
      .where('status', '==', 'open')
      .where('channel', '==', channel)
      .where('from', '==', from)
      .orderBy('receivedAt')
      .limit(sweepLimit)
      .get()
    return found.docs.flatMap(entryOf)
  },

  async guestOf(threadId, reservationId) {
    const guest = await guestOfThread(db, threadId, reservationId)
    return guest && foundGuest(guest)
  },
})

const entryOf = (snapshot: DocumentSnapshot): TriageEntry[] => {
  const entry = parsed(snapshot, storedTriageEntry)
  return entry ? [{ ...entry, entryId: snapshot.id }] : []
}
