import * as z from 'zod'
import type { Decision } from '../durable/change.ts'
import type { Versioned } from '../ports.ts'
import type { ReservationOutcome, Settlement, SubscriptionOrder } from './billing.ts'

const text = z.string().optional().catch(undefined)

export const storedSubscription = z.looseObject({
  status: text,
  attemptId: text,
  propertyId: text,
  ota: text,
  /** Never reset. */
  activatedAt: z.unknown().optional(),
  earlierAttemptIds: z.array(z.unknown()).catch([]),
})

export interface Subscription extends Versioned<z.output<typeof storedSubscription>> {
  id: string
}

export interface PaymentUses {
  ofPayment: readonly Subscription[]
  isActive: boolean
}

export interface Reservation {
  /** A cancelled subscription of the target. */
  freed: Subscription | undefined
  /** All are written, so one rival wins. */
  others: readonly Subscription[]
}

/** A payment has one subscription: a cancelled reservation frees it, also for the same target. */
export function decideReservation(
  { attemptId, target }: SubscriptionOrder,
  { ofPayment, isActive }: PaymentUses,
): Decision<Reservation, ReservationOutcome> {
  const mine = ofPayment.find(({ value }) => value.attemptId === attemptId)
  if (mine) return { result: isCancelled(mine) ? refused : reserved(mine.id) }
  // A later attempt has it; a delayed process must not take it back.
  if (ofPayment.some(({ value }) => value.earlierAttemptIds.includes(attemptId))) return { result: refused }
  if (isActive) return { result: { outcome: 'paid-already' } }
  if (ofPayment.some(isSpent)) return { result: refused }
  const freed = freedFor(target, ofPayment)
  return { write: { freed, others: ofPayment.filter(one => one !== freed) } }
}

const isCancelled = ({ value }: Subscription): boolean => value.status === 'cancelled'

/** A paid subscription uses up its payment even after its cancellation. */
const isSpent = (use: Subscription): boolean => !isCancelled(use) || use.value.activatedAt !== undefined

const refused = { outcome: 'refused' } as const
export const reserved = (subscriptionId: string) => ({ outcome: 'reserved', subscriptionId }) as const

export const reservationIn = (own: readonly Subscription[]): Subscription | undefined =>
  own.find(use => !isCancelled(use))

type Cancellation = { pending: readonly Subscription[] } | { freed: Subscription | undefined }

/** One reading covers all uses: a reservation between two would be in neither. */
export function decideCancellation(
  { attemptId, target }: SubscriptionOrder,
  ofPayment: readonly Subscription[],
): Cancellation | undefined {
  const own = ofPayment.filter(({ value }) => value.attemptId === attemptId)
  const pending = own.filter(({ value }) => value.status === 'pending')
  if (pending.length > 0) return { pending }
  const isBarred = ofPayment.some(({ value }) => value.earlierAttemptIds.includes(attemptId))
  return own.length > 0 || isBarred ? undefined : { freed: freedFor(target, ofPayment) }
}

const freedFor = ({ propertyId, ota }: SubscriptionOrder['target'], ofPayment: readonly Subscription[]) =>
  ofPayment.find(use => use.value.propertyId === propertyId && use.value.ota === ota && isCancelled(use))

export const subscriptionOf = (
  { target, at, ...order }: SubscriptionOrder,
  status: 'pending' | 'cancelled',
) => {
  const { landlordId, paymentId, attemptId } = order
  const { propertyId, ota } = target
  return { propertyId, ota, landlordId, paymentId, attemptId, status, createdAt: at }
}

export const resumptionOf = (order: SubscriptionOrder, { value }: Subscription) => ({
  ...subscriptionOf(order, 'pending'),
  earlierAttemptIds: [...value.earlierAttemptIds, value.attemptId],
})

export function invoiceOf({ subscription, facts, at }: Settlement) {
  if (!subscription) return undefined
  const { id: subscriptionId, amount, currency } = subscription
  const { attemptId, landlordId } = facts
  const fields = { landlordId, subscriptionId, amount, currency, status: 'open', createdAt: at }
  return { id: `${subscriptionId}_${attemptId}`, subscriptionId, fields }
}
