import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import { storedMessage } from '../../lib/chat/message.ts'
import type { DeliveryContext, DeliveryRecord, DeliveryStore, MessageRef } from '../../lib/chat/ports.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { isUnsettled } from './failures.ts'
import { messageDoc, messageRefOf, sweepLimit, threadDoc } from './paths.ts'
import { parsed, revisionOf, unchanged, versioned } from './values.ts'

const reservation = z.looseObject({ guestId: z.string() })
const guest = z.looseObject({ phone: z.string().nullish() })

export const deliveryStore = (db: Firestore): DeliveryStore => ({
  async load(ref, reservationId) {
    const documents = [messageDoc(db, ref), threadDoc(db, ref.threadId)]
    if (reservationId !== undefined && isDocumentId(reservationId))
      documents.push(db.doc(`reservations/${reservationId}`))
    const [messageSnapshot, threadSnapshot, reservationSnapshot] = await db.getAll(...documents)
    const message = messageSnapshot && versioned(messageSnapshot, storedMessage)
    const thread = threadSnapshot && versioned(threadSnapshot, storedThread)
    if (!message || !thread) return undefined
    const known = reservationSnapshot ?? (await reservationOf(db, { message, thread }))
    return { message, thread, guestId: known && parsed(known, reservation)?.guestId }
  },

  async guestPhone(guestId) {
    if (!isDocumentId(guestId)) return undefined
    return parsed(await db.doc(`guests/${guestId}`).get(), guest)?.phone ?? undefined
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

  async record(record) {
    try {
      await commitRecord(db, record)
      return true
    } catch (error) {
      if (isUnsettled(error)) return false
      throw error
    }
  },

  async unfinished() {
    const found = await db
      .collectionGroup('messages')
      .where('delivery.status', 'in', ['pending', 'sending'])
      .limit(sweepLimit)
      .get()
    return found.docs.map(messageRefOf)
  },
})

/** For a delivery that was stored without the reservation's id. */
async function reservationOf(
  db: Firestore,
  { message, thread }: Pick<DeliveryContext, 'message' | 'thread'>,
): Promise<DocumentSnapshot | undefined> {
  const id = message.value.delivery?.reservationId ?? thread.value.reservationId
  return id && isDocumentId(id) ? db.doc(`reservations/${id}`).get() : undefined
}

async function commitRecord(db: Firestore, record: DeliveryRecord): Promise<void> {
  const ref: MessageRef = record.ref
  const { delivery, externalMessageId, thread } = record
  const batch = db.batch()
  batch.update(
    messageDoc(db, ref),
    { delivery, ...(externalMessageId !== undefined && { externalMessageId }) },
    unchanged(record.messageRevision),
  )
  if (thread) batch.update(threadDoc(db, ref.threadId), thread.patch, unchanged(thread.revision))
  await batch.commit()
}
