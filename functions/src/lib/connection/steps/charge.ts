import type { Billing, ReservationOutcome, SubscriptionOrder } from '../../billing/billing.ts'
import { ProviderError } from '../../errors.ts'
import { StepError } from '../../pipeline.ts'
import { asShown, checkPrice, priceOf } from '../price.ts'
import { refusals } from '../refusals.ts'
import { targetOf } from '../target.ts'
import type { ConnectionState, ConnectionStep, JobFacts, Order, StepDeps } from './order.ts'

/** Specification A1, step 3; charges only a complete connection. */
export const reservePayment = (deps: StepDeps, order: Order): ConnectionStep => ({
  name: 'charge',
  // A later change of terms does not undo a reservation.
  hasEffect:
    order.facts.paymentId !== undefined &&
    (order.isResumed || order.account.connectionService.plan === 'paid'),
  async run() {
    const subscription = subscriptionOrder(deps, order.facts)
    if (order.account.connectionService.plan === 'free' || !subscription) return nothingDue
    const { price } = order.facts
    if (price)
      checkPrice(priceOf(order.account), asShown(price), 'Read the price again, and choose it at that price.')
    const reserved = await reserve(deps.billing, subscription)
    if (reserved.outcome === 'reserved') return { subscriptionId: reserved.subscriptionId }
    if (reserved.outcome === 'paid-already') return nothingDue
    throw new StepError<ConnectionState>(nothingDue, refusals.paymentUsed())
  },
  lookUp: async () => deps.billing.reservationOf(order.facts.attemptId),
  result: ({ subscriptionId = null }) => ({ subscriptionId }),
  compensate: cancelReservation(deps, order.facts),
})

const nothingDue: Partial<ConnectionState> = { subscriptionId: null }

async function reserve(billing: Billing, order: SubscriptionOrder): Promise<ReservationOutcome> {
  try {
    return await billing.reserve(order)
  } catch (error) {
    if (error instanceof ProviderError && error.kind !== 'unknown') throw error
    const reservation = await billing.reservationOf(order.attemptId).catch(() => undefined)
    if (reservation) return { outcome: 'reserved', ...reservation }
    throw error
  }
}

/** Null: nothing due; undefined: a reservation is possible. */
export const cancelReservation =
  (deps: StepDeps, facts: JobFacts) =>
  async ({ subscriptionId }: ConnectionState): Promise<void> => {
    const subscription = subscriptionOrder(deps, facts)
    if (subscriptionId !== null && subscription) await deps.billing.cancel(subscription)
  }

function subscriptionOrder({ clock }: StepDeps, facts: JobFacts): SubscriptionOrder | undefined {
  const { paymentId, landlordId, attemptId } = facts
  if (paymentId === undefined) return undefined
  return { paymentId, landlordId, target: targetOf(facts), attemptId, at: clock.now() }
}
