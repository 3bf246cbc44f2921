import type { Firestore } from 'firebase-admin/firestore'

/** A thread, its stay and its guest. */
export interface Home {
  threadId: string
  reservationId: string
  guestId: string
  phone: string
}

/** A thread in which nothing has happened for a minute. */
export const quietThread = (fields: { participantIds: string[]; [more: string]: unknown }) => ({
  source: 'guest',
  version: 0,
  needsAttention: [],
  needsAttentionMap: {},
  updatedAt: new Date(Date.now() - 60_000),
  ...fields,
})

let made = 0

/** Stores `count` homes, each with a stay of today. */
export async function newHomes(db: Firestore, count: number): Promise<Home[]> {
  const homes = Array.from({ length: count }, () => {
    made += 1
    const ids = { threadId: `send-t${made}`, reservationId: `send-r${made}`, guestId: `send-g${made}` }
    return { ...ids, phone: `+49151${10_000_000 + made}` }
  })
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const writer = db.bulkWriter()
  for (const { threadId, reservationId, guestId, phone } of homes) {
    void writer.set(db.doc(`guests/${guestId}`), { name: 'Maria Rossi', phone })
    void writer.set(db.doc(`reservations/${reservationId}`), { guestId, arrival: day(-1), departure: day(3) })
    const thread = quietThread({ participantIds: ['maria', 'sam'], reservationId, guestId })
    void writer.set(db.doc(`threads/${threadId}`), thread)
  }
  await writer.close()
  return homes
}
