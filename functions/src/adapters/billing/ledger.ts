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

  // One payment, one subscription: a cancelled one frees it, and the same target may take it up again.
  async reserve({ paymentId, landlordId, target, attemptId, at }: SubscriptionOrder) {
    return db.runTransaction(async transaction => {
      const found = await transaction.get(db.collection('subscriptions').where('paymentId', '==', paymentId))
      const uses = found.docs.map(document => ({ id: document.id, ...subscription.parse(document.data()) }))
      const own = uses.find(use => use.status !== 'active' && isFor(use, target))
      if (uses.some(use => use !== own && use.status !== 'cancelled')) return undefined
      const document = db.collection('subscriptions').doc(own?.id ?? attemptId)
      const { propertyId, ota } = target
      const order = { propertyId, ota, landlordId, paymentId, attemptId, status: 'pending', createdAt: at }
      transaction.set(document, order)
      return { subscriptionId: document.id }
    })
  },

  async cancel(subscriptionId) {
    const document = db.doc(`subscriptions/${subscriptionId}`)
    if ((await document.get()).exists) await document.update({ status: 'cancelled' })
  },
})

const isFor = (use: z.infer<typeof subscription>, { propertyId, ota }: Target): boolean =>
  use.propertyId === propertyId && use.ota === ota
