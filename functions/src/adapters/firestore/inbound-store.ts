import { type DocumentSnapshot, Filter, type Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import { storedGuest } from '../../lib/chat/guest.ts'
import { nearestFirst } from '../../lib/chat/inbound/resolve-thread.ts'
import { type FoundGuest, settledChanges } from '../../lib/chat/inbound/guest-change.ts'
import type { GuestThread, InboundStore } from '../../lib/chat/inbound/ports.ts'
import { isUnsettled } from './failures.ts'
import { changeGuests, guestDoc, guestsIn } from './inbound-marks.ts'
import { chunked, inboundDoc, triageDoc } from './paths.ts'
import { defined, plain } from './values.ts'

const stay = z.looseObject({
  arrival: z.string(),
  departure: z.string(),
  status: z.string().optional().catch(undefined),
})
const storedCheckpoint = z.looseObject({ readUntil: z.date() })

/** More guests than ever share a number. */
const maxSenders = 100
const maxTries = 4
/** Documents of one read. */
const chunk = 150

export const inboundStore = (db: Firestore): InboundStore => ({
  async guestsByAddress(addresses) {
    const isTheirs = Filter.or(
      Filter.where('phone', 'in', [...addresses]),
      Filter.where('addresses', 'array-contains-any', [...addresses]),
      Filter.where('chatappIds', 'array-contains-any', [...addresses]),
    )
    const found = await db.collection('guests').where(isTheirs).limit(maxSenders).get()
    return found.docs.map(foundGuest)
  },

  async threadsOfGuest(guestId, now) {
    const reservations = await db.collection('reservations').where('guestId', '==', guestId).get()
    const stays = new Map(
      reservations.docs.flatMap(document => {
        const value = stay.safeParse(document.data()).data
        return value ? [[document.id, value] as const] : []
      }),
    )
    const isNearer = nearestFirst(now)
    const ids = [...stays].sort(([, a], [, b]) => isNearer(a, b)).map(([id]) => id)
    for (const nearest of chunked(ids)) {
      const threads = await db.collection('threads').where('reservationId', 'in', nearest).get()
      if (!threads.empty) return threads.docs.flatMap(thread => guestThread(thread, stays))
    }
    return []
  },

  async keepForTriage({ providerMessageId, ...message }, { reason, receivedAt, guests }) {
    const record = inboundDoc(db, providerMessageId)
    const entry = { ...defined(message), reason, receivedAt, status: 'open' }
    for (let tries = 1; ; tries += 1) {
      const read = guests.length > 0 ? await db.getAll(...guests.map(of => guestDoc(db, of.guestId))) : []
      const batch = db.batch()
      batch.create(record, { triage: true, receivedAt })
      batch.create(triageDoc(db, providerMessageId), entry)
      changeGuests(db, batch, settledChanges(guests, guestsIn(read), receivedAt))
      try {
        await batch.commit()
        return
      } catch (error) {
        if (!isUnsettled(error)) throw error
        // Stored or kept already: by another delivery of it, or by this one although its answer was lost.
        if ((await record.get()).exists) return
        if (guests.length === 0 || tries >= maxTries) throw error
      }
    }
  },

  async openItem(item) {
    const document = db.doc(`items/${item.kind}_${item.providerMessageId}`)
    try {
      await document.create({ ...item, status: 'open' })
    } catch (error) {
      if (!isUnsettled(error) || !(await document.get()).exists) throw error
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

function guestThread(
  thread: DocumentSnapshot,
  stays: ReadonlyMap<string, z.infer<typeof stay>>,
): GuestThread[] {
  const reservation = stays.get(String(thread.get('reservationId')))
  return reservation ? [{ threadId: thread.id, reservation }] : []
}

const checkpointDoc = (db: Firestore) => db.doc('checkpoints/inbound')

/** A guest of an odd shape can still be found and written to: what does not parse counts as absent. */
export const foundGuest = (snapshot: DocumentSnapshot): FoundGuest => ({
  guestId: snapshot.id,
  guest: storedGuest.safeParse(plain(snapshot.data())).data ?? storedGuest.parse({}),
})
