import { createHash } from 'node:crypto'
import type { Query } from 'firebase-admin/firestore'
import {
  afterConfirmation,
  type Confirmations,
  type Invoice,
  type InvoiceChange,
  itemsAfter,
  storedInvoice,
} from '../../lib/billing/confirm-invoice.ts'
import {
  decideCancellation,
  decideReservation,
  invoiceOf,
  type OwnReservations,
  type PaymentUses,
  type Reservation,
  reservationIn,
  reserved,
  type Subscription,
  storedSubscription,
  subscriptionOf,
  takenUp,
} from '../../lib/billing/reservation.ts'
import type {
  Billing,
  Completion,
  ReservationOutcome,
  SubscriptionOrder,
} from '../../lib/connection/ports.ts'
import type { Target } from '../../lib/connection/target.ts'
import { change, resolvedAs } from '../../lib/durable/change.ts'
import { retry } from '../../lib/durable/retry.ts'
import type { Clock, Versioned } from '../../lib/ports.ts'
import type { Firestore, Queries, Write } from './client.ts'
import { commit } from './commit-extras.ts'
import { rereading } from './failures.ts'
import { create, repository, update, versioned, without } from './repository.ts'
import { endOf } from './retention.ts'

/** Billing by the platform's own ledger: `subscriptions` and `invoices` in Firestore. */
export const ledgerBilling = (db: Firestore, clock: Clock): Billing => ({
  ...ledgerConfirmations(db, clock),

  reserve: order =>
    change<PaymentUses, Reservation, ReservationOutcome>(
      { clock },
      {
        read: () => retry({ clock }, rereading, () => usesOf(db, order)),
        decide: uses => decideReservation(order, uses),
        commit: (reservation, { ofPayment }) =>
          commitReservation(db, order, { ...reservation, id: idFor(order.paymentId, ofPayment) }),
      },
    ),

  async reservationOf(attemptId) {
    const own = await retry({ clock }, rereading, () => reservedBy(db, attemptId))
    const subscription = reservationIn(own)
    return subscription && { subscriptionId: subscription.id }
  },

  cancel: order =>
    change<OwnReservations, readonly Subscription[], void>(
      { clock },
      {
        read: () =>
          retry({ clock }, rereading, async () => {
            const [own, { exists: isBarred }] = await Promise.all([
              reservedBy(db, order.attemptId),
              barOf(db, order).get(),
            ])
            return { own, isBarred }
          }),
        decide: decideCancellation,
        commit: async pending => resolvedAs(await commitCancellation(db, order, pending), undefined),
      },
    ),
})

const place = (id: string) => ({ path: `subscriptions/${id}` })

/** Stands in the way of the attempt's reservation that is still on its way. */
const barOf = (db: Firestore, { attemptId }: SubscriptionOrder) => db.doc(place(attemptId).path)

async function found(query: Query): Promise<Subscription[]> {
  const { docs } = await query.get()
  return docs.flatMap(document => {
    const stored = versioned(document, storedSubscription)
    return stored ? [{ ...stored, id: document.id }] : []
  })
}

async function usesOf(db: Firestore, { target, paymentId }: SubscriptionOrder): Promise<PaymentUses> {
  const queries = await db.queries()
  const [ofPayment, active] = await Promise.all([
    found(queries.collection('subscriptions').where('paymentId', '==', paymentId)),
    activeFor(queries, target).limit(1).get(),
  ])
  return { ofPayment, isActive: !active.empty }
}

const reservedBy = async (db: Firestore, attemptId: string): Promise<Subscription[]> =>
  found((await db.queries()).collection('subscriptions').where('attemptId', '==', attemptId))

async function commitReservation(
  db: Firestore,
  order: SubscriptionOrder,
  { freed, others, id: newId }: Reservation & { id: string },
) {
  const { paymentId } = order
  const own = freed
    ? update(place(freed.id), { ...takenUp(order, freed), ...without(['expireAt']) }, freed.revision)
    : create(place(newId), subscriptionOf(order, 'pending'))
  const writes = others.map(({ id, revision }) => update(place(id), { paymentId }, revision))
  return resolvedAs(await commit(db, [...writes, own]), reserved(freed?.id ?? newId))
}

function commitCancellation(db: Firestore, order: SubscriptionOrder, pending: readonly Subscription[]) {
  const end = endOf(db, 'subscriptions', order.at)
  const bar = create(barOf(db, order), { ...subscriptionOf(order, 'cancelled'), ...end })
  const ended = pending.map(({ id, revision }) =>
    update(place(id), { status: 'cancelled', ...end }, revision),
  )
  return commit(db, pending.length === 0 ? [bar] : ended)
}

/** The same for everybody who sees the same uses of the payment. */
const idFor = (paymentId: string, uses: readonly Subscription[]): string =>
  createHash('sha256')
    .update(JSON.stringify([paymentId, ...uses.map(({ id }) => id).toSorted()]))
    .digest('hex')
    .slice(0, 32)

/** The ledger's part of the commit that completes a connection: the reservation starts to charge with it. */
export const ledgerSettlement =
  (db: Firestore) =>
  (completion: Pick<Completion, 'facts' | 'subscription' | 'at'>): Write[] => {
    const invoice = invoiceOf(completion)
    if (!invoice) return []
    const { at } = completion
    return [
      update(place(invoice.subscriptionId), { status: 'active', activatedAt: at }),
      create({ path: `invoices/${invoice.id}` }, { ...invoice.fields, ...endOf(db, 'invoices', at) }),
    ]
  }

/** What the billing side says of the ledger's invoices. */
export function ledgerConfirmations(db: Firestore, clock: Clock): Confirmations {
  const invoices = repository(db, { path: (id: string) => `invoices/${id}`, schema: storedInvoice })
  return {
    confirm: said =>
      change<Versioned<Invoice> | undefined, InvoiceChange, boolean>(
        { clock },
        {
          read: () => retry({ clock }, rereading, () => invoices.read(said.invoiceId)),
          decide: stored => {
            const next = stored && afterConfirmation(stored.value, said)
            return next ? { write: next } : { result: stored !== undefined }
          },
          commit: async (next, stored) => {
            if (!stored) return { result: false }
            const written = update(invoices.doc(said.invoiceId), next, stored.revision)
            return resolvedAs(
              await commit(db, [written], { items: itemsAfter(said, stored.value, next) }),
              true,
            )
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
    cancel: (at: Date) =>
      docs.map(({ ref }) =>
        update(ref, { status: 'cancelled', cancelledAt: at, ...endOf(db, 'subscriptions', at) }),
      ),
  }
}
