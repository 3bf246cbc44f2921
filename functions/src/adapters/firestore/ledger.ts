import { createHash } from 'node:crypto'
import type { Query } from 'firebase-admin/firestore'
import {
  afterConfirmation,
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
import type { Billing, ReservationOutcome, SubscriptionOrder } from '../../lib/connection/ports.ts'
import type { Target } from '../../lib/connection/target.ts'
import { change, resolvedAs } from '../../lib/durable/change.ts'
import { retry } from '../../lib/durable/retry.ts'
import type { Clock, Versioned } from '../../lib/ports.ts'
import type { Ending } from './channels.ts'
import type { Firestore, Queries } from './client.ts'
import { commit } from './commit-extras.ts'
import type { Settlement } from './connections.ts'
import { rereading } from './failures.ts'
import { byId, create, repository, update, versioned, withIds, without } from './repository.ts'
import { endOf } from './retention.ts'

/** Billing by the platform's own ledger: `subscriptions` and `invoices` in Firestore. */
export function ledgerBilling(db: Firestore, clock: Clock): Billing {
  const invoices = repository(db, { path: (id: string) => `invoices/${id}`, schema: storedInvoice })
  const again = <T>(read: () => Promise<T>) => retry({ clock }, rereading, read)
  return {
    reserve: order =>
      change<PaymentUses, Reservation, ReservationOutcome>(
        { clock },
        {
          read: () => again(() => usesOf(db, order)),
          decide: uses => decideReservation(order, uses),
          commit: (reservation, uses) => commitReservation(db, order, reservation, uses),
        },
      ),

    async reservationOf(attemptId) {
      const subscription = reservationIn(await again(() => reservedBy(db, attemptId)))
      return subscription && { subscriptionId: subscription.id }
    },

    cancel: order =>
      change<OwnReservations, readonly Subscription[], void>(
        { clock },
        {
          read: () =>
            again(async () => {
              const [own, { exists: isBarred }] = await Promise.all([
                reservedBy(db, order.attemptId),
                place(db, order.attemptId).get(),
              ])
              return { own, isBarred }
            }),
          decide: decideCancellation,
          commit: async pending => resolvedAs(await commitCancellation(db, order, pending), undefined),
        },
      ),

    confirm: said =>
      change<Versioned<Invoice> | undefined, InvoiceChange, boolean>(
        { clock },
        {
          read: () => again(() => invoices.read(said.invoiceId)),
          decide: stored => {
            const next = stored && afterConfirmation(stored.value, said)
            return next ? { write: next } : { result: stored !== undefined }
          },
          commit: async (next, stored) => {
            if (!stored) return { result: false }
            const written = update(invoices.doc(said.invoiceId), next, stored.revision)
            const items = itemsAfter(said, stored.value, next)
            return resolvedAs(await commit(db, [written], { items }), true)
          },
        },
      ),
  }
}

const place = (db: Firestore, id: string) => db.doc(`subscriptions/${id}`)

const found = async (query: Query): Promise<Subscription[]> =>
  withIds(byId((await query.get()).docs, document => versioned(document, storedSubscription)))

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
  { freed, others }: Reservation,
  { ofPayment }: PaymentUses,
) {
  const { paymentId } = order
  const document = place(db, freed?.id ?? idFor(paymentId, ofPayment))
  const own = freed
    ? update(document, { ...takenUp(order, freed), ...without(['expireAt']) }, freed.revision)
    : create(document, subscriptionOf(order, 'pending'))
  const writes = others.map(({ id, revision }) => update(place(db, id), { paymentId }, revision))
  return resolvedAs(await commit(db, [...writes, own]), reserved(document.id))
}

/** Where nothing is to be cancelled, a document in the attempt's name bars the reservation that is on its way. */
function commitCancellation(db: Firestore, order: SubscriptionOrder, pending: readonly Subscription[]) {
  const end = endOf(db, 'subscriptions', order.at)
  const bar = create(place(db, order.attemptId), { ...subscriptionOf(order, 'cancelled'), ...end })
  const ended = pending.map(({ id, revision }) =>
    update(place(db, id), { status: 'cancelled', ...end }, revision),
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
  (db: Firestore): Settlement =>
  completion => {
    const invoice = invoiceOf(completion)
    if (!invoice) return []
    const { at } = completion
    return [
      update(place(db, invoice.subscriptionId), { status: 'active', activatedAt: at }),
      create(db.doc(`invoices/${invoice.id}`), { ...invoice.fields, ...endOf(db, 'invoices', at) }),
    ]
  }

/** The subscriptions that charge for a connection. */
const activeFor = (db: Queries, { propertyId, ota }: Target): Query =>
  db
    .collection('subscriptions')
    .where('propertyId', '==', propertyId)
    .where('ota', '==', ota)
    .where('status', '==', 'active')

/** The ledger's part of the commit that ends a connection: what charges for it stops with it. */
export const ledgerEnding =
  (db: Firestore): Ending =>
  async target => {
    const { docs } = await activeFor(await db.queries(), target).get()
    return {
      isSubscribed: docs.length > 0,
      cancel: at => {
        const end = { status: 'cancelled', cancelledAt: at, ...endOf(db, 'subscriptions', at) }
        return docs.map(({ ref }) => update(ref, end))
      },
    }
  }
