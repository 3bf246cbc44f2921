import { hexDigestOf } from '../digest.ts'
import { amend } from '../durable/amend.ts'
import { retry } from '../durable/retry.ts'
import { itemWrites } from '../items/item.ts'
import type { Clock } from '../ports.ts'
import {
  collection,
  create,
  expiring,
  fieldRemoval,
  patch,
  type Query,
  type Store,
  type StoredDocument,
  type Write,
} from '../store.ts'
import type { Billing, ReservationOutcome, Settlement, SubscriptionOrder } from './billing.ts'
import { afterConfirmation, itemsAfter, storedInvoice } from './confirm-invoice.ts'
import {
  decideCancellation,
  decideReservation,
  invoiceOf,
  type PaymentUses,
  type Reservation,
  reservationIn,
  reserved,
  resumptionOf,
  type Subscription,
  storedSubscription,
  subscriptionOf,
} from './reservation.ts'

const subscriptions = collection('subscriptions/{subscriptionId}', storedSubscription)
const invoices = collection('invoices/{invoiceId}', storedInvoice)

const rereading = { tries: 4, backoff: { baseMs: 50, capMs: 1_000 } }

export function ledger(deps: { store: Store; clock: Clock }): Billing {
  const { store } = deps
  const again = <T>(read: () => Promise<T>) =>
    retry(deps, { ...rereading, isWorthIt: error => store.isTransient(error) }, read)
  const reservedBy = (attemptId: string) => store.find(subscriptions.where('attemptId', '==', attemptId))
  return {
    reserve: order =>
      amend(deps, {
        read: () => again(() => usesOf(store, order)),
        decide(uses): { writes?: Write[]; result: ReservationOutcome } {
          const decided = decideReservation(order, uses)
          return 'result' in decided ? decided : reservation(order, decided.write, uses)
        },
      }),

    async reservationOf(attemptId) {
      const subscription = reservationIn(await again(() => reservedBy(attemptId)))
      return subscription && { subscriptionId: subscription.id }
    },

    cancel: order =>
      amend(deps, {
        read: () => again(() => ofPayment(store, order)),
        decide: uses => ({ writes: cancellation(order, uses), result: undefined }),
      }),

    confirm: confirmation =>
      amend(deps, {
        read: () => again(() => store.read(invoices.at(confirmation.invoiceId))),
        decide(stored) {
          const next = stored && afterConfirmation(stored.value, confirmation)
          if (!next) return { result: stored !== undefined }
          const items = itemsAfter(confirmation, stored.value, next)
          return {
            writes: [patch(stored, next, stored.revision), ...items.flatMap(itemWrites)],
            result: true,
          }
        },
      }),
  }
}

async function usesOf(store: Store, order: SubscriptionOrder): Promise<PaymentUses> {
  const [uses, active] = await Promise.all([
    ofPayment(store, order),
    store.find(activeFor(order.target).limit(1)),
  ])
  return { ofPayment: uses, isActive: active.length > 0 }
}

const ofPayment = (
  store: Store,
  { paymentId }: SubscriptionOrder,
): Promise<StoredDocument<Subscription['value']>[]> =>
  store.find(subscriptions.where('paymentId', '==', paymentId))

function reservation(
  order: SubscriptionOrder,
  { freed, others }: Reservation,
  { ofPayment }: PaymentUses,
): { writes: Write[]; result: ReservationOutcome } {
  const { paymentId } = order
  const place = subscriptions.at(freed?.id ?? idFor(paymentId, ofPayment))
  const own = freed
    ? patch(place, { ...resumptionOf(order, freed), expireAt: fieldRemoval }, freed.revision)
    : create(place, subscriptionOf(order, 'pending'))
  return { writes: [...touchWrites(order, others), own], result: reserved(place.id) }
}

/** A write without a change keeps the revision, and stops no rival. */
const touchWrites = ({ attemptId }: SubscriptionOrder, uses: readonly Subscription[]): Write[] =>
  uses.map(({ id, revision }) => patch(subscriptions.at(id), { seenBy: attemptId }, revision))

/** A cancelled reservation bars one in flight. */
function cancellation(order: SubscriptionOrder, uses: readonly Subscription[]): Write[] {
  const decided = decideCancellation(order, uses)
  if (!decided) return []
  const end = expiring('subscriptions', order.at)
  if ('pending' in decided)
    return decided.pending.map(({ id, revision }) =>
      patch(subscriptions.at(id), { status: 'cancelled', ...end }, revision),
    )
  const { freed } = decided
  if (freed) {
    const earlierAttemptIds = [...freed.value.earlierAttemptIds, order.attemptId]
    return [patch(subscriptions.at(freed.id), { earlierAttemptIds }, freed.revision)]
  }
  const place = subscriptions.at(idFor(order.paymentId, uses))
  // Another attempt may free a reservation meanwhile.
  return [...touchWrites(order, uses), create(place, { ...subscriptionOf(order, 'cancelled'), ...end })]
}

/** Equal uses of the payment give the same id. */
const idFor = (paymentId: string, uses: readonly Subscription[]): string =>
  hexDigestOf([paymentId, ...uses.map(({ id }) => id).toSorted()]).slice(0, 32)

export function settlementWrites(completion: Settlement): Write[] {
  const invoice = invoiceOf(completion)
  if (!invoice) return []
  const { at } = completion
  return [
    patch(subscriptions.at(invoice.subscriptionId), { status: 'active', activatedAt: at }),
    create(invoices.at(invoice.id), { ...invoice.fields, ...expiring('invoices', at) }),
  ]
}

export const activeFor = ({ propertyId, ota }: SubscriptionOrder['target']): Query<Subscription['value']> =>
  subscriptions.where('propertyId', '==', propertyId).where('ota', '==', ota).where('status', '==', 'active')

export const endingWrites = (active: readonly Pick<StoredDocument, 'path'>[], at: Date): Write[] =>
  active.map(one => patch(one, { status: 'cancelled', cancelledAt: at, ...expiring('subscriptions', at) }))
