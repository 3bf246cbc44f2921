import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import { storedReservation } from '../../lib/chat/stay.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { parsed } from './values.ts'

/** The guest of a thread: that of its reservation, else the one whose messages staff sent there. One round trip or two. */
export async function guestOfThread(
  db: Firestore,
  threadId: string,
  reservationId: string | null | undefined,
): Promise<DocumentSnapshot | undefined> {
  const guestId = await guestOfReservation(db, reservationId)
  return guestId === undefined ? guestSentTo(db, threadId) : db.doc(`guests/${guestId}`).get()
}

async function guestOfReservation(db: Firestore, id: string | null | undefined): Promise<string | undefined> {
  if (!id || !isDocumentId(id)) return undefined
  const guestId = parsed(await db.doc(`reservations/${id}`).get(), storedReservation)?.guestId
  return guestId !== undefined && isDocumentId(guestId) ? guestId : undefined
}

/** The guest without a reservation's thread whose messages go to this one. */
export async function guestSentTo(db: Firestore, threadId: string): Promise<DocumentSnapshot | undefined> {
  const found = await db.collection('guests').where('threadId', '==', threadId).limit(1).get()
  return found.docs[0]
}
