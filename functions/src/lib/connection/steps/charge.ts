import { DomainError, ProviderError } from '../../errors.ts'
import { StepError } from '../../pipeline.ts'
import type { ConnectionState, ConnectionStep, Order, StepDeps } from '../attempt/attempt.ts'
import { type AttemptFacts, targetOf } from '../attempt/facts.ts'
import type { Billing, ReservationOutcome, SubscriptionOrder } from '../ports.ts'
import { asShown, checkPrice, priceOf } from '../requests/waiting.ts'

/**
 * Reserves the subscription if the landlord's terms require one and a payment was given (specification A1, step 3),
 * unless the account has an active one for this connection. Nothing is charged before the connection is complete.
 */
export const reservePayment = (deps: StepDeps, order: Order): ConnectionStep => ({
  name: 'charge',
  // A change of terms since the start does not undo what was done.
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
    throw new StepError<ConnectionState>(nothingDue, paymentFailed())
  },
  lookUp: async () => deps.billing.reservationOf(order.facts.attemptId),
  result: ({ subscriptionId = null }) => ({ subscriptionId }),
  compensate: cancelReservation(deps, order.facts),
})

const nothingDue: Partial<ConnectionState> = { subscriptionId: null }

/** After an unknown outcome, looks up the reservation. */
async function reserve(billing: Billing, order: SubscriptionOrder): Promise<ReservationOutcome> {
  try {
    return await billing.reserve(order)
  } catch (error) {
    if (error instanceof ProviderError && error.kind !== 'unknown') throw error
    const found = await billing.reservationOf(order.attemptId).catch(() => undefined)
    if (found) return { outcome: 'reserved', ...found }
    throw error
  }
}

/** Also if it is unknown whether there is a reservation; not if nothing was due. */
export const cancelReservation =
  (deps: Pick<StepDeps, 'billing' | 'clock'>, facts: AttemptFacts) =>
  async ({ subscriptionId }: ConnectionState): Promise<void> => {
    const subscription = subscriptionOrder(deps, facts)
    if (subscriptionId !== null && subscription) await deps.billing.cancel(subscription)
  }

function subscriptionOrder(
  { clock }: Pick<StepDeps, 'clock'>,
  facts: AttemptFacts,
): SubscriptionOrder | undefined {
  const { paymentId, landlordId, attemptId } = facts
  if (paymentId === undefined) return undefined
  return { paymentId, landlordId, target: targetOf(facts), attemptId, at: clock.now() }
}

const paymentFailed = (): DomainError =>
  new DomainError('payment-failed', 'This payment has been used for another connection.', {
    nextAction: 'Choose another payment, or connect without one.',
  })
