import type { Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import type { GuestThread, InboundStore } from '../../lib/chat/inbound/ports.ts'
import { isLostRace } from './failures.ts'
import { maxIn } from './paths.ts'

const stay = z.looseObject({ arrival: z.string(), departure: z.string() })

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
