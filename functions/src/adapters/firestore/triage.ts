import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import type { Inbound } from '../../lib/chat/inbound/receive-message.ts'
import { storedTriageEntry, type TriageEntry } from '../../lib/chat/inbound/triage.ts'
import { resolvedCommit } from './failures.ts'
import { changeGuests } from './guests.ts'
import { inboundDoc, sweepLimit, triageDoc } from './paths.ts'
import { defined, parsed } from './repository.ts'

const pageSize = 50
/** Provider ids of one read, of two documents each. */
const chunk = 150

export const inbound = (db: Firestore): Inbound => ({
  async missing(providerMessageIds) {
    const missing = new Set(providerMessageIds)
    for (let start = 0; start < providerMessageIds.length; start += chunk) {
      const ids = providerMessageIds.slice(start, start + chunk)
      const documents = ids.flatMap(id => [inboundDoc(db, id), triageDoc(db, id)])
      for (const { exists, id } of await db.getAll(...documents)) if (exists) missing.delete(id)
    }
    return missing
  },

  keep({ providerMessageId, ...entry }, guests) {
    const batch = db.batch()
    batch.create(inboundDoc(db, providerMessageId), { triage: true, receivedAt: entry.receivedAt })
    batch.create(triageDoc(db, providerMessageId), { ...defined(entry), status: 'open' })
    changeGuests(db, batch, guests)
    return resolvedCommit(batch.commit())
  },

  async page(cursor) {
    const oldestFirst = db
      .collection('triage')
      .where('status', '==', 'open')
      .orderBy('receivedAt')
      .limit(pageSize + 1)
    const after = cursor === undefined ? undefined : await triageDoc(db, cursor).get()
    if (after && !after.exists) return undefined
    const found = await (after ? oldestFirst.startAfter(after) : oldestFirst).get()
    const entries = found.docs.slice(0, pageSize).flatMap(entryIn)
    const isLast = found.docs.length <= pageSize
    return { entries, nextCursor: isLast ? null : (found.docs[pageSize - 1]?.id ?? null) }
  },

  async entry(entryId) {
    return entryIn(await triageDoc(db, entryId).get())[0]
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
    return found.docs.flatMap(entryIn)
  },
})

const entryIn = (snapshot: DocumentSnapshot): TriageEntry[] => {
  const entry = parsed(snapshot, storedTriageEntry)
  return entry ? [{ ...entry, entryId: snapshot.id }] : []
}
