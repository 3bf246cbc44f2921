import type { DocumentSnapshot, Firestore, Transaction, WriteBatch } from 'firebase-admin/firestore'
import * as z from 'zod'
import type { Billing, Completion, SubscriptionOrder } from '../../lib/connection/ports.ts'

const stored = z.looseObject({
  propertyId: z.string(),
  ota: z.string(),
  status: z.string(),
  attemptId: z.string().optional(),
})

interface Use extends z.infer<typeof stored> {
  id: string
}

const useOf = (document: DocumentSnapshot): Use => ({ ...stored.parse(document.data()), id: document.id })

/** Billing by the platform's own ledger: `subscriptions` and `invoices` in Firestore. */
export const ledgerBilling = (db: Firestore): Billing => ({
  reserve: order =>
    db.runTransaction(async transaction => {
      const { propertyId, ota } = order.target
      const [uses, active] = await Promise.all([
        transaction.get(db.collection('subscriptions').where('paymentId', '==', order.paymentId)),
        // Only who holds the target's claim changes this.
        db
          .collection('subscriptions')
          .where('propertyId', '==', propertyId)
          .where('ota', '==', ota)
          .where('status', '==', 'active')
          .limit(1)
          .get(),
      ])
      return reserveIn(db, transaction, order, uses.docs.map(useOf), !active.empty)
    }),

  async reservationOf(attemptId) {
    const [use] = await usesBy(db, attemptId)
    return use && use.status !== 'cancelled' ? { subscriptionId: use.id } : undefined
  },

  cancel: order =>
    db.runTransaction(async transaction => {
      const { attemptId } = order
      const own = await transaction.get(db.collection('subscriptions').where('attemptId', '==', attemptId))
      const place = await transaction.get(db.collection('subscriptions').doc(attemptId))
      for (const document of own.docs) {
        if (document.get('status') === 'pending') transaction.update(document.ref, { status: 'cancelled' })
      }
      // Stands in the way of a reservation that is still on its way.
      if (own.empty && !place.exists) transaction.create(place.ref, documentOf(order, 'cancelled'))
    }),
})

const usesBy = async (db: Firestore, attemptId: string): Promise<Use[]> =>
  (await db.collection('subscriptions').where('attemptId', '==', attemptId).get()).docs.map(useOf)

/** One payment, one subscription: a cancelled one frees it, and the same target may take it up again. */
function reserveIn(
  db: Firestore,
  transaction: Transaction,
  order: SubscriptionOrder,
  uses: readonly Use[],
  isPaid: boolean,
): Awaited<ReturnType<Billing['reserve']>> {
  const mine = uses.find(use => use.attemptId === order.attemptId)
  if (mine) return mine.status === 'cancelled' ? refused : reserved(mine.id)
  if (isPaid) return { outcome: 'paid-already' }
  if (uses.some(use => use.status !== 'cancelled')) return refused
  const freed = uses.find(use => isFor(use, order))
  const document = db.collection('subscriptions').doc(freed?.id ?? order.attemptId)
  transaction.set(document, documentOf(order, 'pending'))
  return reserved(document.id)
}

const refused = { outcome: 'refused' } as const
const reserved = (subscriptionId: string) => ({ outcome: 'reserved', subscriptionId }) as const

const documentOf = ({ target, landlordId, paymentId, attemptId, at }: SubscriptionOrder, status: string) => ({
  propertyId: target.propertyId,
  ota: target.ota,
  landlordId,
  paymentId,
  attemptId,
  status,
  createdAt: at,
})

const isFor = (use: Use, { target }: SubscriptionOrder): boolean =>
  use.propertyId === target.propertyId && use.ota === target.ota

/** The ledger's part of the commit that completes a connection: the reservation starts to charge with it. */
export const ledgerSettlement =
  (db: Firestore) =>
  (batch: WriteBatch, { subscription, landlordId, attemptId, at }: Completion): void => {
    if (!subscription) return
    const { id, amount, currency } = subscription
    batch.update(db.doc(`subscriptions/${id}`), { status: 'active', activatedAt: at })
    batch.create(db.doc(`invoices/${id}_${attemptId}`), {
      landlordId,
      subscriptionId: id,
      amount,
      currency,
      status: 'paid',
      createdAt: at,
    })
  }
