import type { Firestore } from 'firebase-admin/firestore'
import { shardOf } from '../../src/lib/shards.ts'

export type Documents = Record<string, Record<string, unknown>>

/** Kinds of due work: a piece's vendor, its documents, and the fields that make it unreadable. */
export const duePieces = {
  'chatapp-delivery': {
    vendor: 'twilio',
    documents: (id: string, dueAt: Date): Documents => ({
      [`guests/${id}`]: { name: 'Maria', phone: `+49151${10_000_000 + Number(id.slice(1))}` },
      [`reservations/${id}`]: { guestId: id },
      [`threads/${id}`]: {
        source: 'guest',
        participantIds: ['staff'],
        needsAttention: [],
        reservationId: id,
      },
      [`threads/${id}/messages/${id}`]: {
        messageId: id,
        threadId: id,
        authorId: 'staff',
        createdAt: dueAt,
        source: 'platform',
        body: id,
        type: 'chatapp-message',
        contentType: 'text',
        delivery: {
          reservationId: id,
          status: 'pending',
          attempts: 0,
          dueAt,
          dueShard: shardOf(id),
          sendUntil: new Date(dueAt.getTime() + 24 * 3_600_000),
        },
      },
    }),
    poison: (id: string): Documents => ({ [`threads/${id}/messages/${id}`]: { body: 7 } }),
  },
  forwarding: {
    vendor: 'guest-platform',
    documents: (id: string, dueAt: Date): Documents => ({
      [`threads/${id}`]: { source: 'platform-guest', participantIds: [], needsAttention: [] },
      [`threads/${id}/messages/${id}`]: {
        messageId: id,
        threadId: id,
        authorId: 'staff',
        createdAt: dueAt,
        source: 'platform',
        body: id,
        forwarding: { status: 'pending', attempts: 0, dueAt, dueShard: shardOf(id) },
      },
    }),
    poison: (id: string): Documents => ({ [`threads/${id}/messages/${id}`]: { body: 7 } }),
  },
  email: {
    vendor: 'sendgrid',
    documents: (id: string, dueAt: Date): Documents => ({
      [`emails/${id}`]: {
        emailId: id,
        template: 'ota-listing-live',
        to: `${id}@guests.example`,
        data: {},
        about: {},
        status: 'pending',
        attempts: 0,
        createdAt: dueAt,
        dueAt,
      },
    }),
    poison: (id: string): Documents => ({ [`emails/${id}`]: { to: 7 } }),
  },
  'search-record': {
    vendor: 'algolia',
    documents: (id: string, dueAt: Date): Documents => ({
      [`threads/${id}`]: { source: 'guest', participantIds: [], needsAttention: [], version: 1 },
      [`staleRecords/${id}`]: { dueAt },
    }),
    poison: (id: string): Documents => ({ [`threads/${id}`]: { participantIds: 7 } }),
  },
} as const

export type PieceKind = keyof typeof duePieces

/** Stores pieces `p0`, `p1`, …, the first one oldest. The first ones may be poisoned: found, but unreadable. */
export async function storePieces(
  db: Firestore,
  kind: PieceKind,
  { count, now, poisoned = 0 }: { count: number; now: Date; poisoned?: number },
): Promise<void> {
  const { documents, poison } = duePieces[kind]
  const writer = db.bulkWriter({ throttling: false })
  for (let number = 0; number < count; number += 1) {
    const id = `p${number}`
    const spoilt = number < poisoned ? poison(id) : {}
    const dueAt = new Date(now.getTime() - (count - number) * 1000)
    for (const [path, fields] of Object.entries(documents(id, dueAt)))
      void writer.set(db.doc(path), { ...fields, ...spoilt[path] })
  }
  await writer.close()
}
