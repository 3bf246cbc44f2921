import { createHash } from 'node:crypto'
import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import {
  afterConfirmation,
  type Confirmations,
  type Invoice,
  type InvoiceChange,
  storedInvoice,
  unpaidItem,
  unpaidItemId,
} from '../../lib/billing/confirm-invoice.ts'
import { systemActorId } from '../../lib/company.ts'
import { targetOf } from '../../lib/connection/attempt/facts.ts'
import type {
  Billing,
  Completion,
  ReservationOutcome,
  SubscriptionOrder,
  Target,
} from '../../lib/connection/ports.ts'
import { change, type Decision, resolvedAs } from '../../lib/durable/change.ts'
import { persist } from '../../lib/durable/persist.ts'
import type { Clock, Versioned } from '../../lib/ports.ts'
import { type DocumentSnapshot, FieldValue, type Firestore, type Queries, type WriteBatch } from './client.ts'
import { accompany } from './company.ts'
import { rereading, resolvedCommit } from './failures.ts'
import { repository, unchanged } from './repository.ts'
import { endOf } from './retention.ts'

/** Billing by the platform's own ledger: `subscriptions` and `invoices` in Firestore. */
export const ledgerBilling = (db: Firestore, clock: Clock): Billing => ({
  reserve: order =>
    change<Uses, Reservation, ReservationOutcome>(
      { clock },
      {
        read: () => persist({ clock }, rereading, () => usesOf(db, order)),
        decide: uses => decideReservation(order, uses),
        commit: async reservation =>
          resolvedAs(await commitReservation(db, order, reservation), reserved(reservation.id)),
      },
    ),

  async reservationOf(attemptId) {
    const own = await persist({ clock }, rereading, () => usesBy(db, attemptId))
    const subscription = own.find(use => use.get('status') !== 'cancelled')
    return subscription && { subscriptionId: subscription.id }
  },

  cancel: order =>
    change<Reserved, Reserved, void>(
      { clock },
      {
        read: () => persist({ clock }, rereading, () => reservedBy(db, order)),
        decide: ({ own, marker }) => {
          const pending = own.filter(one => one.get('status') === 'pending')
          const isOver = pending.length === 0 && (own.length > 0 || marker.exists)
          return isOver ? { result: undefined } : { write: { own: pending, marker } }
        },
        commit: async write => resolvedAs(await commitCancellation(db, order, write), undefined),
      },
    ),
})

/** Subscriptions that stand in the way of a reservation, or are its own. */
interface Uses {
  /** All that the payment was ever for. */
  ofPayment: QueryDocumentSnapshot[]
  /** Whether the target has an active one. */
  isActive: boolean
}

async function usesOf(db: Firestore, { target, paymentId }: SubscriptionOrder): Promise<Uses> {
  const [{ docs }, active] = await Promise.all([
    (await db.queries()).collection('subscriptions').where('paymentId', '==', paymentId).get(),
    activeFor(await db.queries(), target)
      .limit(1)
      .get(),
  ])
  return { ofPayment: docs, isActive: !active.empty }
}

interface Reservation {
  id: string
  /** A cancelled one of the same target, which it takes up again. */
  freed: QueryDocumentSnapshot | undefined
  others: QueryDocumentSnapshot[]
}

/** One payment, one subscription: a cancelled reservation frees it, and the same target may take it up again. */
function decideReservation(
  { attemptId, paymentId, target: { propertyId, ota } }: SubscriptionOrder,
  { ofPayment, isActive }: Uses,
): Decision<Reservation, ReservationOutcome> {
  const mine = ofPayment.find(use => use.get('attemptId') === attemptId)
  if (mine) return { result: mine.get('status') === 'cancelled' ? refused : reserved(mine.id) }
  // Cancelled, and its place taken by a later attempt: a process that was held up so long must not take it back.
  if (ofPayment.some(use => earlierAttempts(use).includes(attemptId))) return { result: refused }
  if (isActive) return { result: { outcome: 'paid-already' } }
  if (ofPayment.some(isSpent)) return { result: refused }
  const freed = ofPayment.find(use => use.get('propertyId') === propertyId && use.get('ota') === ota)
  const others = ofPayment.filter(one => one !== freed)
  return { write: { id: freed?.id ?? idFor(paymentId, ofPayment), freed, others } }
}

function commitReservation(db: Firestore, order: SubscriptionOrder, { id, freed, others }: Reservation) {
  const batch = db.batch()
  // Whoever else takes the payment saw the same uses: all of them are written, so that only one of the two gets through.
  for (const use of others) batch.update(use.ref, { paymentId: order.paymentId }, asItIs(use))
  if (freed) {
    const earlierAttemptIds = [...earlierAttempts(freed), freed.get('attemptId')]
    const again = { earlierAttemptIds, expireAt: FieldValue.delete() }
    batch.update(freed.ref, { ...documentOf(order, 'pending'), ...again }, asItIs(freed))
  } else batch.create(db.doc(`subscriptions/${id}`), documentOf(order, 'pending'))
  return resolvedCommit(batch.commit())
}

/** Also by a subscription that charged before it was cancelled: what was paid once pays for nothing else. */
const isSpent = (use: QueryDocumentSnapshot): boolean =>
  use.get('status') !== 'cancelled' || use.get('activatedAt') !== undefined

/** What an attempt has reserved, and what stands in the way of a reservation of its that is still on its way. */
interface Reserved {
  own: QueryDocumentSnapshot[]
  marker: DocumentSnapshot
}

async function reservedBy(db: Firestore, { attemptId }: SubscriptionOrder): Promise<Reserved> {
  const [own, marker] = await Promise.all([usesBy(db, attemptId), db.doc(`subscriptions/${attemptId}`).get()])
  return { own, marker }
}

function commitCancellation(db: Firestore, order: SubscriptionOrder, { own, marker }: Reserved) {
  const batch = db.batch()
  const end = endOf(db, 'subscriptions', order.at)
  for (const use of own) batch.update(use.ref, { status: 'cancelled', ...end }, asItIs(use))
  if (own.length === 0) batch.create(marker.ref, { ...documentOf(order, 'cancelled'), ...end })
  return resolvedCommit(batch.commit())
}

const usesBy = async (db: Firestore, attemptId: string): Promise<QueryDocumentSnapshot[]> =>
  (await (await db.queries()).collection('subscriptions').where('attemptId', '==', attemptId).get()).docs

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

const documentOf = ({ target, at, ...order }: SubscriptionOrder, status: string) => {
  const { landlordId, paymentId, attemptId } = order
  return { ...targetOf(target), landlordId, paymentId, attemptId, status, createdAt: at }
}

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
      status: 'open',
      createdAt: at,
      ...endOf(db, 'invoices', at),
    })
  }

/** What the billing side says of the ledger's invoices. */
export function ledgerConfirmations(db: Firestore, clock: Clock): Confirmations {
  const invoices = repository(db, { path: (id: string) => `invoices/${id}`, schema: storedInvoice })
  return {
    confirm: said =>
      change<Versioned<Invoice> | undefined, InvoiceChange, boolean>(
        { clock },
        {
          read: () => persist({ clock }, rereading, () => invoices.read(said.invoiceId)),
          decide: stored => {
            const next = stored && afterConfirmation(stored.value, said)
            return next ? { write: next } : { result: stored !== undefined }
          },
          commit: async (next, stored) => {
            if (!stored) return { result: false }
            const { invoiceId, at } = said
            const batch = db.batch()
            batch.update(invoices.doc(invoiceId), { ...next }, unchanged(stored.revision))
            const opened = next.failed && { open: unpaidItem(said, stored.value) }
            const closed = !next.failed && stored.value.failed
            const resolved = closed && { resolve: unpaidItemId(invoiceId), by: systemActorId, at }
            accompany(db, batch, { items: [opened, resolved].filter(item => item !== false) })
            return resolvedAs(await resolvedCommit(batch.commit()), true)
          },
        },
      ),
  }
}

/** The subscriptions that charge for a connection. */
const activeFor = (db: Queries, { propertyId, ota }: Target): Query =>
  db
    .collection('subscriptions')
    .where('propertyId', '==', propertyId)
    .where('ota', '==', ota)
    .where('status', '==', 'active')

/** The ledger's part of the commit that ends a connection: what charges for it stops with it. */
export const ledgerEnding = (db: Firestore) => async (target: Target) => {
  const { docs } = await activeFor(await db.queries(), target).get()
  return {
    isSubscribed: docs.length > 0,
    cancel: (batch: WriteBatch, at: Date): void => {
      const end = { status: 'cancelled', cancelledAt: at, ...endOf(db, 'subscriptions', at) }
      for (const { ref } of docs) batch.update(ref, end)
    },
  }
}
