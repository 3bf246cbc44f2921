import type { Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import { storedGuest } from '../../lib/chat/guest.ts'
import { type StayReader, storedReservation } from '../../lib/chat/stay.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { guestSentTo } from './guest-of-thread.ts'
import { parsed } from './values.ts'

const text = z.string().optional().catch(undefined)
const storedProperty = z.looseObject({ name: text })

export const stayReader = (db: Firestore): StayReader => ({
  async stay({ threadId, reservationId }) {
    const reservation = await reservationOf(db, reservationId)
    const { guestId, propertyId, arrival, departure } = reservation ?? {}
    const found = await documentsOf(db, { guests: guestId, properties: propertyId })
    const guest = guestId === undefined ? await guestSentTo(db, threadId) : found.get('guests')
    const property = found.get('properties')
    return {
      arrival,
      departure,
      guest: guest && parsed(guest, storedGuest),
      propertyName: property && parsed(property, storedProperty)?.name,
    }
  },
})

async function reservationOf(db: Firestore, id: string | null | undefined) {
  if (!id || !isDocumentId(id)) return undefined
  return parsed(await db.doc(`reservations/${id}`).get(), storedReservation)
}

/** One round trip for those whose id can name a document; none when there is none. */
async function documentsOf(db: Firestore, ids: Record<string, string | undefined>) {
  const wanted = Object.entries(ids).filter(([, id]) => id !== undefined && isDocumentId(id))
  const documents = wanted.map(([collection, id]) => db.doc(`${collection}/${id}`))
  const snapshots = documents.length > 0 ? await db.getAll(...documents) : []
  return new Map(snapshots.map(snapshot => [snapshot.ref.parent.id, snapshot]))
}
