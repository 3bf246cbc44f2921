import type { Firestore, WriteBatch } from 'firebase-admin/firestore'
import type { Target } from '../../lib/connection/ports.ts'

/** The ledger's part of the commit that ends a connection: what charges for it stops with it. */
export const ledgerEnding = (db: Firestore) => async (target: Target) => {
  const { docs } = await db
    .collection('subscriptions')
    .where('propertyId', '==', target.propertyId)
    .where('ota', '==', target.ota)
    .where('status', '==', 'active')
    .get()
  return {
    isSubscribed: docs.length > 0,
    cancel: (batch: WriteBatch, at: Date): void => {
      for (const { ref } of docs) batch.update(ref, { status: 'cancelled', cancelledAt: at })
    },
  }
}
