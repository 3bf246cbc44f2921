import * as z from 'zod'
import type { Completion, ReservationOutcome, SubscriptionOrder } from '../connection/ports.ts'
import type { Decision } from '../durable/change.ts'
import type { Versioned } from '../ports.ts'

const text = z.string().optional().catch(undefined)

/** `subscriptions/{id}`, as far as reservations are decided from it. */
export const storedSubscription = z.looseObject({
  status: text,
  attemptId: text,
  propertyId: text,
  ota: text,
  /** Since when it has charged; set for good. */
  activatedAt: z.unknown().optional(),
  /** Attempts whose cancelled reservation a later one has taken up. */
  earlierAttemptIds: z.array(z.unknown()).catch([]),
})

export interface Subscription extends Versioned<z.output<typeof storedSubscription>> {
  id: string
}

/** Subscriptions that stand in the way of a reservation, or are its own. */
export interface PaymentUses {
  /** All that the payment was ever for. */
  ofPayment: readonly Subscription[]
  /** Whether the target has an active one. */
  isActive: boolean
}

export interface Reservation {
  /** A cancelled one of the same target, which it takes up again; undefined: it is a new one. */
  freed: Subscription | undefined
  /** Whoever else takes the payment saw the same: all of them are written, so that only one of the two gets through. */
  others: readonly Subscription[]
}

/** One payment, one subscription: a cancelled reservation frees it, and the same target may take it up again. */
export function decideReservation(
  { attemptId, target: { propertyId, ota } }: SubscriptionOrder,
  { ofPayment, isActive }: PaymentUses,
): Decision<Reservation, ReservationOutcome> {
  const mine = ofPayment.find(({ value }) => value.attemptId === attemptId)
  if (mine) return { result: isCancelled(mine) ? refused : reserved(mine.id) }
  // Cancelled, and its place taken by a later attempt: a process that was held up so long must not take it back.
  if (ofPayment.some(({ value }) => value.earlierAttemptIds.includes(attemptId))) return { result: refused }
  if (isActive) return { result: { outcome: 'paid-already' } }
  if (ofPayment.some(isSpent)) return { result: refused }
  const freed = ofPayment.find(({ value }) => value.propertyId === propertyId && value.ota === ota)
  return { write: { freed, others: ofPayment.filter(one => one !== freed) } }
}

const isCancelled = ({ value }: Subscription): boolean => value.status === 'cancelled'

/** Also by a subscription that charged before it was cancelled: what was paid once pays for nothing else. */
const isSpent = (use: Subscription): boolean => !isCancelled(use) || use.value.activatedAt !== undefined

const refused = { outcome: 'refused' } as const
export const reserved = (subscriptionId: string) => ({ outcome: 'reserved', subscriptionId }) as const

/** What an attempt has reserved and not cancelled. */
export const reservationIn = (own: readonly Subscription[]): Subscription | undefined =>
  own.find(use => !isCancelled(use))

/** An attempt's own reservations, and whether a late one is blocked. */
export interface OwnReservations {
  own: readonly Subscription[]
  isBarred: boolean
}

/** Those to cancel; where there is none, what is on its way is to be barred. */
export function decideCancellation({
  own,
  isBarred,
}: OwnReservations): Decision<readonly Subscription[], undefined> {
  const pending = own.filter(({ value }) => value.status === 'pending')
  const isOver = pending.length === 0 && (own.length > 0 || isBarred)
  return isOver ? { result: undefined } : { write: pending }
}

/** A subscription that the order begins, or bars. */
export const subscriptionOf = (
  { target, at, ...order }: SubscriptionOrder,
  status: 'pending' | 'cancelled',
) => {
  const { landlordId, paymentId, attemptId } = order
  const { propertyId, ota } = target
  return { propertyId, ota, landlordId, paymentId, attemptId, status, createdAt: at }
}

/** The same where it takes up a cancelled one. */
export const takenUp = (order: SubscriptionOrder, { value }: Subscription) => ({
  ...subscriptionOf(order, 'pending'),
  earlierAttemptIds: [...value.earlierAttemptIds, value.attemptId],
})

/** The invoice of a connection that is completed; undefined where nothing is charged for it. */
export function invoiceOf({ subscription, facts, at }: Pick<Completion, 'facts' | 'subscription' | 'at'>) {
  if (!subscription) return undefined
  const { id: subscriptionId, amount, currency } = subscription
  const { attemptId, landlordId } = facts
  const fields = { landlordId, subscriptionId, amount, currency, status: 'open', createdAt: at }
  return { id: `${subscriptionId}_${attemptId}`, subscriptionId, fields }
}
