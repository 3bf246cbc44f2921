import type { Inbound, TriageSender } from '../../lib/chat/inbound/inbound-port.ts'
import { storedTriageEntry, type TriageEntry, type TriageList } from '../../lib/chat/inbound/triage.ts'
import type { DocumentSnapshot, Firestore, Queries } from './client.ts'
import { commit, extraWrites } from './commit-extras.ts'
import { guestWrites } from './guests.ts'
import { inboundDoc, pageOf, sweepLimit, triageDoc } from './paths.ts'
import { create, defined, parsed, remove, set, update, versioned, without } from './repository.ts'
import { endOf } from './retention.ts'

const pageSize = 50
/** Provider ids per read; each takes two documents. */
const chunk = 150

export const inbound = (db: Firestore): Inbound => ({
  async missing(providerMessageIds) {
    const missing = new Set(providerMessageIds)
    for (let start = 0; start < providerMessageIds.length; start += chunk) {
      const ids = providerMessageIds.slice(start, start + chunk)
      const documents = ids.flatMap(id => [inboundDoc(db, id), triageDoc(db, id)])
      for (const { exists, id } of await db.getAll(documents)) if (exists) missing.delete(id)
    }
    return missing
  },

  keep({ providerMessageId, ...entry }, guests) {
    const { receivedAt, status } = entry
    const mark = { triage: true, receivedAt, ...endOf(db, 'inboundMessages', receivedAt) }
    const end = status === 'open' ? {} : endOf(db, 'triage', receivedAt)
    return commit(db, [
      create(inboundDoc(db, providerMessageId), mark),
      create(triageDoc(db, providerMessageId), defined({ ...entry, ...end })),
      ...guestWrites(db, guests),
    ])
  },

  async page(list, cursor) {
    const queries = await db.queries()
    const after = cursor === undefined ? undefined : await queries.doc(triageDoc(db, cursor).path).get()
    if (after && !after.exists) return undefined
    const found = await pageOf(listed(queries, list), pageSize + 1, after)
    const isLast = found.length <= pageSize
    return {
      entries: found.slice(0, pageSize).flatMap(entryIn),
      nextCursor: isLast ? null : (found[pageSize - 1]?.id ?? null),
    }
  },

  async entry(entryId) {
    const snapshot = await triageDoc(db, entryId).get()
    const entry = versioned(snapshot, storedTriageEntry)
    return entry && { ...entry, value: { ...entry.value, entryId } }
  },

  async ofSender({ channel, from }, place) {
    const found = await (await db.queries())
      .collection('triage')
      .where('status', '==', place)
      .where('channel', '==', channel)
      .where('from', '==', from)
      .orderBy('receivedAt')
      .limit(sweepLimit)
      .get()
    return found.docs.flatMap(entryIn)
  },

  move(entryId, revision, { to, by, at }, extras) {
    const end = to === 'open' ? without(['expireAt']) : endOf(db, 'triage', at)
    const fields = { status: to, movedBy: by, movedAt: at, ...end }
    return commit(db, [update(triageDoc(db, entryId), fields, revision)], extras)
  },

  async isSpam(sender) {
    const [mark] = await db.getAll([spamDoc(db, sender)], [])
    return mark?.exists ?? false
  },

  async markSpam(sender, mark, extras) {
    await db.commit([
      mark ? spamMark(db, sender, mark) : remove(spamDoc(db, sender)),
      ...extraWrites(db, extras),
    ])
  },
})

function listed(db: Queries, { status, order }: TriageList) {
  if (order === 'oldest') return db.collection('triage').where('status', '==', status).orderBy('receivedAt')
  return db.collection('triage').where('status', '==', status).orderBy('receivedAt', 'desc')
}

/** Encoded, since an address may hold characters that ids may not. */
const spamDoc = (db: Firestore, { channel, from }: TriageSender) =>
  db.doc(`spamSenders/${channel}:${encodeURIComponent(from)}`)

function spamMark(db: Firestore, { channel, from }: TriageSender, { by, at }: { by: string; at: Date }) {
  const mark = { channel, from, markedBy: by, markedAt: at, ...endOf(db, 'spamSenders', at) }
  return set(spamDoc(db, { channel, from }), mark)
}

const entryIn = (snapshot: DocumentSnapshot): TriageEntry[] => {
  const entry = parsed(snapshot, storedTriageEntry)
  return entry ? [{ ...entry, entryId: snapshot.id }] : []
}
