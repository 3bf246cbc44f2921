import { type DocumentSnapshot, Filter, type Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import { storedGuest } from '../../lib/chat/guest.ts'
import type { FoundGuest } from '../../lib/chat/inbound/guest-change.ts'
import type { GuestThread, InboundStore } from '../../lib/chat/inbound/ports.ts'
import { isUnsettled } from './failures.ts'
import { changeGuests } from './inbound-trace.ts'
import { inboundDoc, maxIn, triageDoc } from './paths.ts'
import { defined, plain } from './values.ts'

const stay = z.looseObject({ arrival: z.string(), departure: z.string() })
const storedCheckpoint = z.looseObject({ readUntil: z.date() })

/** More guests than ever share a number. */
const maxSenders = 100
/** Documents of one read. */
const chunk = 150

export const inboundStore = (db: Firestore): InboundStore => ({
  async guestsByAddress(addresses) {
    const isTheirs = Filter.or(
      Filter.where('phone', 'in', [...addresses]),
      Filter.where('addresses', 'array-contains-any', [...addresses]),
    )
    const found = await db.collection('guests').where(isTheirs).limit(maxSenders).get()
    return found.docs.map(foundGuest)
  },

  async threadsOfGuest(guestId) {
    const reservations = await db.collection('reservations').where('guestId', '==', guestId).get()
    const stays = new Map(
      reservations.docs.flatMap(document => {
        const value = stay.safeParse(document.data()).data
        return value ? [[document.id, value] as const] : []
      }),
    )
    const latest = [...stays].sort(([, a], [, b]) => (a.arrival < b.arrival ? 1 : -1)).slice(0, maxIn)
    if (latest.length === 0) return []
    const ids = latest.map(([id]) => id)
    const threads = await db.collection('threads').where('reservationId', 'in', ids).get()
    return threads.docs.flatMap((document): GuestThread[] => {
      const reservation = stays.get(String(document.get('reservationId')))
      return reservation ? [{ threadId: document.id, reservation }] : []
    })
  },

  async keepForTriage({ providerMessageId, ...message }, { reason, receivedAt, guests }) {
    const record = inboundDoc(db, providerMessageId)
    const batch = db.batch()
    batch.create(record, { triage: true, receivedAt })
    batch.create(triageDoc(db, providerMessageId), {
      ...defined(message),
      reason,
      receivedAt,
      status: 'open',
    })
    changeGuests(db, batch, guests, receivedAt)
    try {
      await batch.commit()
    } catch (error) {
      // Stored or kept already: by another delivery of it, or by this one although its answer was lost.
      if (!isUnsettled(error) || !(await record.get()).exists) throw error
    }
  },

  async missing(providerMessageIds) {
    const missing = new Set(providerMessageIds)
    for (let start = 0; start < providerMessageIds.length; start += chunk) {
      const ids = providerMessageIds.slice(start, start + chunk)
      const documents = ids.flatMap(id => [inboundDoc(db, id), triageDoc(db, id)])
      for (const { exists, id } of await db.getAll(...documents)) if (exists) missing.delete(id)
    }
    return missing
  },

  async checkpoint() {
    const snapshot = await checkpointDoc(db).get()
    return storedCheckpoint.safeParse(plain(snapshot.data())).data?.readUntil
  },

  async setCheckpoint(readUntil) {
    await checkpointDoc(db).set({ readUntil })
  },
})

const checkpointDoc = (db: Firestore) => db.doc('checkpoints/inbound')

/** A guest of an odd shape can still be found and written to: what does not parse counts as absent. */
export const foundGuest = (snapshot: DocumentSnapshot): FoundGuest => ({
  guestId: snapshot.id,
  guest: storedGuest.safeParse(plain(snapshot.data())).data ?? storedGuest.parse({}),
})
