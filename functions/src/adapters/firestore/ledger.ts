import { createHash } from 'node:crypto'
import type { DocumentData, Firestore, QueryDocumentSnapshot, WriteBatch } from 'firebase-admin/firestore'
import type {
  Billing,
  Completion,
  ReservationOutcome,
  SubscriptionOrder,
} from '../../lib/connection/ports.ts'

/** Billing by the platform's own ledger: `subscriptions` and `invoices` in Firestore. */
export const ledgerBilling = (db: Firestore): Billing => ({
  reserve: order => untilWritten(() => tryToReserve(db, order)),

  async reservationOf(attemptId) {
    const own = await usesBy(db, attemptId)
    const subscription = own.find(use => use.get('status') !== 'cancelled')
    return subscription && { subscriptionId: subscription.id }
  },

  cancel: order => untilWritten(() => tryToCancel(db, order)),
})

const maxTries = 6

/**
 * Reads and writes, again from the reading when the write did not get through, or nobody knows whether it did. No
 * transaction: one whose answer is lost keeps its locks for a minute.
 */
async function untilWritten<T>(readAndWrite: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readAndWrite()
    } catch (error) {
      if (tries >= maxTries) throw error
    }
  }
}

/** One payment, one subscription: a cancelled reservation frees it, and the same target may take it up again. */
async function tryToReserve(db: Firestore, order: SubscriptionOrder): Promise<ReservationOutcome> {
  const { propertyId, ota } = order.target
  const [{ docs: uses }, active] = await Promise.all([
    db.collection('subscriptions').where('paymentId', '==', order.paymentId).get(),
    db
      .collection('subscriptions')
      .where('propertyId', '==', propertyId)
      .where('ota', '==', ota)
      .where('status', '==', 'active')
      .limit(1)
      .get(),
  ])
  const mine = uses.find(use => use.get('attemptId') === order.attemptId)
  if (mine) return mine.get('status') === 'cancelled' ? refused : reserved(mine.id)
  // Cancelled, and its place taken by a later attempt: a process that was held up so long must not take it back.
  if (uses.some(use => earlierAttempts(use).includes(order.attemptId))) return refused
  if (!active.empty) return { outcome: 'paid-already' }
  if (uses.some(isSpent)) return refused
  const freed = uses.find(use => use.get('propertyId') === propertyId && use.get('ota') === ota)
  const id = freed?.id ?? idFor(order.paymentId, uses)
  const batch = db.batch()
  // Whoever else takes the payment saw the same uses: all of them are written, so that only one of the two gets through.
  for (const use of uses.filter(one => one !== freed))
    batch.update(use.ref, { paymentId: order.paymentId }, asItIs(use))
  if (freed) {
    const earlierAttemptIds = [...earlierAttempts(freed), freed.get('attemptId')]
    batch.update(freed.ref, { ...documentOf(order, 'pending'), earlierAttemptIds }, asItIs(freed))
  } else batch.create(db.doc(`subscriptions/${id}`), documentOf(order, 'pending'))
  await batch.commit()
  return reserved(id)
}

/** Also by a subscription that charged before it was cancelled: what was paid once pays for nothing else. */
const isSpent = (use: QueryDocumentSnapshot): boolean =>
  use.get('status') !== 'cancelled' || use.get('activatedAt') !== undefined

async function tryToCancel(db: Firestore, order: SubscriptionOrder): Promise<void> {
  const own = await usesBy(db, order.attemptId)
  const batch = db.batch()
  for (const use of own.filter(one => one.get('status') === 'pending'))
    batch.update(use.ref, { status: 'cancelled' }, asItIs(use))
  if (own.length === 0) {
    const marker = await db.doc(`subscriptions/${order.attemptId}`).get()
    // Stands in the way of a reservation that is still on its way.
    if (!marker.exists) batch.create(marker.ref, documentOf(order, 'cancelled'))
  }
  await batch.commit()
}

const usesBy = async (db: Firestore, attemptId: string): Promise<QueryDocumentSnapshot[]> =>
  (await db.collection('subscriptions').where('attemptId', '==', attemptId).get()).docs

/** Attempts whose cancelled reservation a later one has taken up. */
const earlierAttempts = (use: QueryDocumentSnapshot): unknown[] => use.get('earlierAttemptIds') ?? []

/** The same for everybody who sees the same uses of the payment. */
const idFor = (paymentId: string, uses: readonly QueryDocumentSnapshot[]): string =>
  createHash('sha256')
    .update(JSON.stringify([paymentId, ...uses.map(({ id }) => id).toSorted()]))
    .digest('hex')
    .slice(0, 32)

const asItIs = ({ updateTime }: QueryDocumentSnapshot) => ({ lastUpdateTime: updateTime })

const refused = { outcome: 'refused' } as const
const reserved = (subscriptionId: string) => ({ outcome: 'reserved', subscriptionId }) as const

const documentOf = (
  { target, landlordId, paymentId, attemptId, at }: SubscriptionOrder,
  status: string,
): DocumentData => ({
  propertyId: target.propertyId,
  ota: target.ota,
  landlordId,
  paymentId,
  attemptId,
  status,
  createdAt: at,
})

/** The ledger's part of the commit that completes a connection: the reservation starts to charge with it. */
export const ledgerSettlement =
  (db: Firestore) =>
  (
    batch: WriteBatch,
    { subscription, facts, at }: Pick<Completion, 'facts' | 'subscription' | 'at'>,
  ): void => {
    if (!subscription) return
    const { id, amount, currency } = subscription
    batch.update(db.doc(`subscriptions/${id}`), { status: 'active', activatedAt: at })
    batch.create(db.doc(`invoices/${id}_${facts.attemptId}`), {
      landlordId: facts.landlordId,
      subscriptionId: id,
      amount,
      currency,
      status: 'paid',
      createdAt: at,
    })
  }
