import type { Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import type { Billing, SubscriptionOrder, Target } from '../../lib/connection/ports.ts'

const subscription = z.looseObject({ propertyId: z.string(), ota: z.string(), status: z.string() })

/** Billing by the platform's own ledger: `subscriptions` and `invoices` in Firestore. */
export const ledgerBilling = (db: Firestore): Billing => ({
  async hasActiveSubscription({ propertyId, ota }: Target) {
    const found = await db
      .collection('subscriptions')
      .where('propertyId', '==', propertyId)
      .where('ota', '==', ota)
      .where('status', '==', 'active')
      .limit(1)
      .get()
    return !found.empty
  },

  async reserve({ paymentId, landlordId, target, attemptId, at }: SubscriptionOrder) {
    const subscriptions = db.collection('subscriptions')
    return db.runTransaction(async transaction => {
      const found = await transaction.get(subscriptions.where('paymentId', '==', paymentId))
      const uses = found.docs.map(document => ({ id: document.id, ...subscription.parse(document.data()) }))
      if (uses.some(use => isTaken(use, target))) return undefined
      const document = subscriptions.doc(uses.find(isReserved)?.id ?? attemptId)
      const { propertyId, ota } = target
      transaction.set(document, {
        propertyId,
        ota,
        landlordId,
        paymentId,
        attemptId,
        status: 'pending',
        createdAt: at,
      })
      return { subscriptionId: document.id }
    })
  },

  async cancel(subscriptionId) {
    const document = db.doc(`subscriptions/${subscriptionId}`)
    if ((await document.get()).exists) await document.update({ status: 'cancelled' })
  },
})

/** A payment serves one subscription: it is free again only when that has been cancelled, or was reserved for the same. */
const isTaken = (use: z.infer<typeof subscription>, { propertyId, ota }: Target): boolean =>
  use.status !== 'cancelled' && !(isReserved(use) && use.propertyId === propertyId && use.ota === ota)

const isReserved = ({ status }: { status: string }): boolean => status === 'pending'
