import { db, put, uniqueId } from './stack.ts'

/** Stores a thread with these fields over the defaults; returns its id. */
export async function storeThread(fields: Record<string, unknown> = {}): Promise<string> {
  const threadId = uniqueId('thread')
  await put(`threads/${threadId}`, {
    source: 'guest',
    participantIds: [],
    needsAttention: [],
    needsAttentionMap: {},
    updatedAt: new Date(Date.now() - 60_000),
    ...fields,
  })
  return threadId
}

let lastPhone = 0

/** A guest with a stay going on now and the thread for it. */
export async function storeGuestThread(fields: Record<string, unknown> = {}, phone = uniquePhone()) {
  const [guestId, reservationId] = [uniqueId('guest'), uniqueId('reservation')]
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await db().doc(`guests/${guestId}`).set({ name: 'Maria Rossi', phone })
  await put(`reservations/${reservationId}`, {
    guestId,
    propertyId: 'some-property',
    arrival: day(-1),
    departure: day(3),
  })
  const threadId = await storeThread({ reservationId, participantIds: [guestId], ...fields })
  return { threadId, guestId, reservationId, phone }
}

/** E.164, valid, and none of the sandbox's magic numbers. */
export function uniquePhone(): string {
  lastPhone += 1
  const number = (Date.now() * 10 + process.pid + lastPhone) % 10_000_000
  return `+4915${String(number).padStart(7, '0')}99`
}

export interface StoredProperty {
  propertyId: string
  landlordId: string
  channelManagerId: string
  hotelId: string
  requestId: string
}
