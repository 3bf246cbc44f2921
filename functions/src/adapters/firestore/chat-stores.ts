import { FieldValue, type Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import { storedMessage } from '../../lib/chat/message.ts'
import type { ForwardingStore, GuestThread, InboundStore, ThreadReader } from '../../lib/chat/ports.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import { isLostRace } from './failures.ts'
import { messageDoc, messageRefOf, sweepLimit, threadDoc } from './paths.ts'
import { parsed, unchanged, versioned } from './values.ts'

export const threadReader = (db: Firestore): ThreadReader => ({
  async thread(threadId) {
    return parsed(await threadDoc(db, threadId).get(), storedThread)
  },

  async markStale(threadId) {
    await db.doc(`staleRecords/${threadId}`).set({ at: FieldValue.serverTimestamp() })
  },

  async clearStale(threadId) {
    await db.doc(`staleRecords/${threadId}`).delete()
  },

  async staleThreads() {
    const found = await db.collection('staleRecords').orderBy('at').limit(sweepLimit).get()
    return found.docs.map(document => document.id)
  },
})

export const forwardingStore = (db: Firestore): ForwardingStore => ({
  async message(ref) {
    return versioned(await messageDoc(db, ref).get(), storedMessage)
  },

  async recordSuccess(ref, forwarding) {
    await messageDoc(db, ref).update({ forwarding })
  },

  async recordFailure(ref, revision, forwarding) {
    try {
      await messageDoc(db, ref).update({ forwarding }, unchanged(revision))
    } catch (error) {
      if (!isLostRace(error)) throw error
    }
  },

  async unfinished() {
    const found = await db
      .collectionGroup('messages')
      .where('forwarding.status', '==', 'pending')
      .limit(sweepLimit)
      .get()
    return found.docs.map(messageRefOf)
  },
})

const stay = z.looseObject({ arrival: z.string(), departure: z.string() })

/** Firestore's bound on an `in` filter. */
const maxIn = 30

export const inboundStore = (db: Firestore): InboundStore => ({
  async guestsByPhone(phone) {
    const found = await db.collection('guests').where('phone', '==', phone).limit(2).get()
    return found.docs.map(document => document.id)
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

  async keepForTriage({ providerMessageId, ...entry }) {
    try {
      await db.doc(`triage/${providerMessageId}`).create({ ...entry, status: 'open' })
    } catch (error) {
      if (!isLostRace(error)) throw error
    }
  },
})
