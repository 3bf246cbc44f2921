import { type DocumentSnapshot, FieldValue, type Firestore } from 'firebase-admin/firestore'
import type {
  DeliveryContext,
  DeliveryRecord,
  DeliveryStore,
  Sibling,
} from '../../lib/chat/delivery/ports.ts'
import { storedGuest } from '../../lib/chat/guest.ts'
import { storedMessage } from '../../lib/chat/message.ts'
import { storedReservation } from '../../lib/chat/stay.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { isUnsettled, settled } from './failures.ts'
import { guestOfThread } from './guest-of-thread.ts'
import { auditDoc, chunked, messageDoc, messageRefOf, sweepLimit, threadDoc } from './paths.ts'
import { allOf, hasCome } from './query-pages.ts'
import { parsed, revisionOf, unchanged, versioned } from './values.ts'

export const deliveryStore = (db: Firestore): DeliveryStore => ({
  async load(ref, reservationId) {
    const documents = [messageDoc(db, ref), threadDoc(db, ref.threadId)]
    if (reservationId !== undefined && isDocumentId(reservationId))
      documents.push(db.doc(`reservations/${reservationId}`))
    const [messageSnapshot, threadSnapshot, reservationSnapshot] = await db.getAll(...documents)
    const message = messageSnapshot && versioned(messageSnapshot, storedMessage)
    const thread = threadSnapshot && versioned(threadSnapshot, storedThread)
    if (!message || !thread) return undefined
    return {
      message,
      thread,
      guestId: reservationSnapshot && parsed(reservationSnapshot, storedReservation)?.guestId,
    }
  },

  async guest(context) {
    const found = await guestOf(db, context)
    return found && parsed(found, storedGuest)
  },

  async claim(ref, revision, delivery) {
    try {
      const written = await messageDoc(db, ref).update({ delivery }, unchanged(revision))
      return revisionOf(written.writeTime)
    } catch (error) {
      if (!isUnsettled(error)) throw error
      const now = versioned(await messageDoc(db, ref).get(), storedMessage)
      return now?.value.delivery?.claimId === delivery.claimId ? now?.revision : undefined
    }
  },

  record: record => settled(commitRecord(db, record)),

  async claimedFor(to, since) {
    const found = await db
      .collectionGroup('messages')
      .where('delivery.to', '==', to)
      .where('delivery.claimedAt', '>=', since)
      .limit(sweepLimit)
      .get()
    return messagesIn(found.docs)
  },

  async knownProviderIds(ids) {
    const found = await Promise.all(chunked(ids).map(some => withProviderIds(db, some).get()))
    const messages = found.flatMap(({ docs }) => messagesIn(docs))
    return new Set(messages.flatMap(({ externalMessageId }) => externalMessageId ?? []))
  },

  async messageOf(providerMessageId) {
    const found = await withProviderIds(db, [providerMessageId]).limit(1).get()
    return found.docs[0] && messageRefOf(found.docs[0])
  },

  async unfinished(now) {
    const open = db
      .collectionGroup('messages')
      .where('delivery.status', 'in', ['pending', 'sending'])
      .select('delivery.status', 'delivery.notBefore')
    const toLookUp = db
      .collectionGroup('messages')
      .where('delivery.lookUpAt', '<=', now)
      .select('delivery.lookUpAt')
    const found = await Promise.all([
      allOf(
        open,
        message =>
          message.get('delivery.status') === 'sending' || hasCome(message, 'delivery.notBefore', now),
      ),
      allOf(toLookUp),
    ])
    return found.flat().map(messageRefOf)
  },
})

const withProviderIds = (db: Firestore, ids: readonly string[]) =>
  db.collectionGroup('messages').where('externalMessageId', 'in', ids)

const messagesIn = (snapshots: readonly DocumentSnapshot[]): Sibling[] =>
  snapshots.flatMap(snapshot => parsed(snapshot, storedMessage) ?? [])

function guestOf(db: Firestore, { message, thread, guestId }: DeliveryContext) {
  if (guestId !== undefined && isDocumentId(guestId)) return db.doc(`guests/${guestId}`).get()
  const { delivery, threadId } = message.value
  return guestOfThread(db, threadId, delivery?.reservationId ?? thread.value.reservationId)
}

async function commitRecord(db: Firestore, record: DeliveryRecord): Promise<void> {
  const { ref, delivery, externalMessageId, thread, audit } = record
  const batch = db.batch()
  batch.update(
    messageDoc(db, ref),
    {
      delivery,
      ...(externalMessageId !== undefined && { externalMessageId: externalMessageId ?? FieldValue.delete() }),
    },
    unchanged(record.messageRevision),
  )
  if (thread) batch.update(threadDoc(db, ref.threadId), thread.patch, unchanged(thread.revision))
  if (audit) {
    const { id, ...entry } = audit
    batch.create(auditDoc(db, id), entry)
  }
  await batch.commit()
}
