import type { Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import { storedGuest } from '../../lib/chat/guest.ts'
import type { StayReader } from '../../lib/chat/stay.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { parsed } from './values.ts'

const text = z.string().optional().catch(undefined)
const storedReservation = z.looseObject({ guestId: text, propertyId: text, arrival: text, departure: text })
const storedProperty = z.looseObject({ name: text })

export const stayReader = (db: Firestore): StayReader => ({
  async stay(reservationId) {
    if (!isDocumentId(reservationId)) return {}
    const reservation = parsed(await db.doc(`reservations/${reservationId}`).get(), storedReservation)
    if (!reservation) return {}
    const { guestId, propertyId, arrival, departure } = reservation
    const found = await documentsOf(db, { guests: guestId, properties: propertyId })
    const guest = found.get('guests')
    const property = found.get('properties')
    return {
      arrival,
      departure,
      guest: guest && parsed(guest, storedGuest),
      propertyName: property && parsed(property, storedProperty)?.name,
    }
  },
})

/** One round trip for those whose id can name a document; none when there is none. */
async function documentsOf(db: Firestore, ids: Record<string, string | undefined>) {
  const wanted = Object.entries(ids).filter(([, id]) => id !== undefined && isDocumentId(id))
  const documents = wanted.map(([collection, id]) => db.doc(`${collection}/${id}`))
  const snapshots = documents.length > 0 ? await db.getAll(...documents) : []
  return new Map(snapshots.map(snapshot => [snapshot.ref.parent.id, snapshot]))
}
