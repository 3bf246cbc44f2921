import type { Needs } from '../../context.ts'
import { DomainError, ProviderError } from '../../errors.ts'
import { asDomainError } from '../rejections.ts'
import { complete, connectedBy } from './complete-activation.ts'
import {
  type Activation,
  type ChosenListing,
  type Consent,
  type ConsentReason,
  isSameSale,
  reasonIn,
} from './consent.ts'
import { refuseConsent } from './refuse-consent.ts'
import { cancelPayments, reserved } from './reserve-payments.ts'
import { MappingsLostError, switchOn } from './switch-on.ts'

type Deps = Needs<'billing' | 'channelManager' | 'connections' | 'consents'>

/**
 * Finishes an activation: payments, the channel, then one commit of everything. One that another process has finished, or
 * taken back, is left. Throws DomainError where it cannot be, ProviderError where the channel manager does not say.
 */
export async function finishActivation(deps: Deps, consentId: string, consent: Consent): Promise<Consent> {
  const { activation } = consent
  if (!activation) return consent
  try {
    const properties = await reserved(deps, consent, activation)
    await connectedBy(deps, consentId, consent, activation, properties)
    await switchOn(deps.channelManager, consent)
    return await complete(deps, consentId, activation, properties)
  } catch (error) {
    const isPassing = error instanceof ProviderError && error.kind !== 'permanent'
    const isOurs = !(error instanceof DomainError) && !(error instanceof ProviderError)
    // Somebody tries again what may pass; what is ours may have been committed.
    if (isOurs || (isPassing && !isTriedLongEnough(activation, deps.clock.now()))) throw error
    await takeBack(deps, consentId, activation, error)
    throw error
  }
}

const longestMs = 3_600_000
const isTriedLongEnough = ({ at }: Activation, now: Date): boolean => now.getTime() - at.getTime() > longestMs

const notMapped = (
  { sentAt: _, isSold: __, ...one }: ChosenListing,
  reason: ConsentReason,
): ChosenListing => ({ ...one, state: 'failed', reason })

const triedOf = ({ mappings }: Consent) => new Set(mappings.map(({ propertyId }) => propertyId))

/** Ends an activation that did not work: first as such, with its requests, so that nobody finishes it, then what it reserved. */
async function takeBack(
  deps: Deps,
  consentId: string,
  activation: Activation,
  error: unknown,
): Promise<void> {
  const reason = reasonIn(asDomainError(error))
  const lost = error instanceof MappingsLostError ? error.lost : []
  const after = await refuseConsent(deps, consentId, triedOf, current => {
    if (current.activation?.id !== activation.id) return 'done'
    const { activation: _, ...rest } = current
    return {
      ...rest,
      reason: { ...reason, of: 'activation' },
      state: current.state === 'activating' ? activation.from : current.state,
      // A failed one is sent again where it is chosen again.
      mappings: current.mappings.map(one =>
        lost.some(other => isSameSale(one, other)) ? notMapped(one, reason) : one,
      ),
      undo: activation,
      dueAt: deps.clock.now(),
    }
  })
  if (after.undo?.id === activation.id) await cancelPayments(deps, consentId, after)
}
