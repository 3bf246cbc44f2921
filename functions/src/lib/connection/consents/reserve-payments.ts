import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { Account } from '../model.ts'
import { incomplete, loadTarget, managed, prepared } from '../prerequisites.ts'
import { checkPrice, priceOf } from '../requests/waiting.ts'
import { changeConsent } from './change-consent.ts'
import { type Activation, type Consent, listedIn } from './consent.ts'
import type { ConsentedProperty } from './ports.ts'

type Deps = Needs<'billing' | 'channelManager' | 'connections' | 'consents'>

export const attemptIdOf = ({ id }: Activation, propertyId: string): string => `${id}_${propertyId}`

const orderOf = (
  { ota, landlordId }: Consent,
  activation: Activation,
  { propertyId, paymentId }: Activation['payments'][number],
  at: Date,
) => ({
  ...{ paymentId, landlordId, at, target: { propertyId, ota } },
  attemptId: attemptIdOf(activation, propertyId),
})

export interface Reserved extends Pick<ConsentedProperty, 'propertyId' | 'paymentId' | 'subscription'> {
  name: string
  account: Account
}

/** Reserves as connecting by an id does: only where the terms ask for it and a payment was given. At the price that was shown. */
export async function reserved(deps: Deps, consent: Consent, activation: Activation): Promise<Reserved[]> {
  const properties: Reserved[] = []
  for (const propertyId of listedIn(consent).keys()) {
    const context = await loadTarget(deps, { propertyId, ota: consent.ota })
    if (context.property?.landlordId !== consent.landlordId)
      throw incomplete(
        `${propertyId} belongs to another landlord than when the host was asked.`,
        'Ask for the consent again',
      )
    const { account, propertyName } = await prepared(deps, context, managed(context, propertyId), '')
    const payment = activation.payments.find(one => one.propertyId === propertyId)
    const { plan, amount, currency } = account.connectionService
    const base = { propertyId, name: propertyName, account, paymentId: payment?.paymentId }
    if (!payment || plan === 'free') {
      properties.push({ ...base, subscription: undefined })
      continue
    }
    checkPrice(
      priceOf(account),
      activation.price,
      'Read the consent again, and activate at the price that it shows.',
    )
    const order = orderOf(consent, activation, payment, deps.clock.now())
    const outcome = await deps.billing.reserve(order)
    if (outcome.outcome === 'refused')
      throw new DomainError('payment-failed', 'This payment has been used for another connection.', {
        nextAction: 'Choose another payment, or connect without one.',
      })
    const subscription =
      outcome.outcome === 'reserved' ? { id: outcome.subscriptionId, amount, currency } : undefined
    properties.push({ ...base, subscription })
  }
  return properties
}

/** Idempotent. */
export async function cancelPayments(deps: Deps, consentId: string, consent: Consent): Promise<Consent> {
  const { undo } = consent
  if (!undo) return consent
  for (const payment of undo.payments)
    await deps.billing.cancel(orderOf(consent, undo, payment, deps.clock.now()))
  return changeConsent(deps, consentId, ({ undo: now, ...rest }) => (now?.id === undo.id ? rest : 'done'))
}
