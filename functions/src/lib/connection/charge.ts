import { DomainError } from '../errors.ts'
import type { Account } from './model.ts'
import type { Billing, SubscriptionOrder } from './ports.ts'

/**
 * Reserves the subscription when the landlord's terms ask for one and a payment came (specification A1, rule 3).
 * Undefined when nothing is due, or due but without a payment: then nothing is charged and nothing invoiced.
 */
export async function charge(
  billing: Billing,
  account: Account,
  order: Omit<SubscriptionOrder, 'paymentId'> & { paymentId?: string | undefined },
): Promise<{ subscriptionId: string } | undefined> {
  const { paymentId } = order
  if (account.connectionService.plan === 'free' || paymentId === undefined) return undefined
  if (await billing.hasActiveSubscription(order.target)) return undefined
  const reserved = await billing.reserve({ ...order, paymentId })
  if (reserved) return reserved
  throw new DomainError('payment-failed', 'This payment has been used for another connection.', {
    nextAction: 'Choose another payment, or connect without one.',
  })
}
