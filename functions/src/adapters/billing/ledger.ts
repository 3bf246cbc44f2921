import { createHash } from 'node:crypto'
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
    const document = db.doc(`subscriptions/${subscriptionIdFor(paymentId)}`)
    const reserved = await db.runTransaction(async transaction => {
      const snapshot = await transaction.get(document)
      if (snapshot.exists && !isFreeFor(subscription.parse(snapshot.data()), target)) return false
      const order = { ...target, landlordId, paymentId, attemptId, status: 'pending', createdAt: at }
      transaction.set(document, order)
      return true
    })
    return reserved ? { subscriptionId: document.id } : undefined
  },

  async cancel(subscriptionId) {
    const document = db.doc(`subscriptions/${subscriptionId}`)
    if ((await document.get()).exists) await document.update({ status: 'cancelled' })
  },
})

/** One payment, one subscription: its id follows from the payment's, which may hold any character. */
const subscriptionIdFor = (paymentId: string): string =>
  createHash('sha256').update(paymentId).digest('base64url')

/** A payment whose connection failed may be used again for the same target. */
const isFreeFor = (taken: z.infer<typeof subscription>, target: Target): boolean =>
  taken.status !== 'active' && taken.propertyId === target.propertyId && taken.ota === target.ota
