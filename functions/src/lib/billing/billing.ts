import type { Confirmations } from './confirm-invoice.ts'

export interface SubscriptionOrder {
  paymentId: string
  landlordId: string
  target: { propertyId: string; ota: string }
  attemptId: string
  at: Date
}

export interface Settlement {
  facts: { attemptId: string; landlordId: string }
  subscription?: { id: string; amount: number; currency: string } | undefined
  at: Date
}

/** `refused`: the payment is in use elsewhere, or the reservation was cancelled. */
export type ReservationOutcome =
  | { outcome: 'reserved'; subscriptionId: string }
  | { outcome: 'paid-already' }
  | { outcome: 'refused' }

/**
 * Every call may throw ProviderError; after `unknown` only `reservationOf` can tell. Charges begin with the commit that
 * completes the connection.
 */
export interface Billing extends Confirmations {
  /** Idempotent per attempt. */
  reserve(order: SubscriptionOrder): Promise<ReservationOutcome>
  reservationOf(attemptId: string): Promise<{ subscriptionId: string } | undefined>
  /** Also cancels one in flight; spares active subscriptions and other attempts'. */
  cancel(order: SubscriptionOrder): Promise<void>
}
