import type { Actor } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import { bestEffort } from '../../best-effort.ts'
import { DomainError, isErrorCode } from '../../errors.ts'
import { asDomainError } from '../rejections.ts'
import { changeConsent, readConsent } from './change-consent.ts'
import { type Activation, type Consent, isGranted, isSold, listedIn } from './consent.ts'
import { finishActivation } from './finish-activation.ts'
import { type ConsentDeps, workOnConsent } from './work-on-consent.ts'

/** When somebody else finishes it, where this process does not. Milliseconds. */
const patienceMs = 90_000

interface ActivateInput {
  consentId: string
  payments?: Activation['payments'] | undefined
  /** Of each, as it was shown. */
  price?: Activation['price'] | undefined
}

/**
 * Connects the properties whose listings are mapped: charges if due, activates the channel, completes their requests and
 * tells the landlord, in one commit. Idempotent. Throws DomainError.
 */
export async function activateConsent(
  deps: ConsentDeps,
  actor: Actor,
  { consentId, payments = [], price }: ActivateInput,
): Promise<void> {
  const { uid, role, origin } = actor
  const id = deps.ids.attempt()
  const audit = buildAuditEntry(deps, actor, 'success', {
    ...{ action: 'consent.activate', targetType: 'consent', targetId: consentId },
    metadata: {},
  })
  const activate = async () => {
    const at = deps.clock.now()
    const base = {
      id,
      at,
      payments,
      ...(price && { price }),
      actor: { uid, role, ...(origin && { origin }) },
    }
    const { value } = await readConsent(deps, consentId)
    if (isSold(value)) return
    const consent = await changeConsent(deps, consentId, current => {
      if (current.activation?.id === id) return 'done'
      checkReady(current)
      checkPayments(current, payments, price)
      const dueAt = new Date(at.getTime() + patienceMs)
      return { ...current, state: 'activating', activation: { ...base, from: current.state }, dueAt }
    })
    checkTaken(await finishActivation(deps, consentId, consent), id)
  }
  await auditingFailure(deps, audit, activate, asDomainError)
  await bestEffort(deps.log, 'what follows an activation', () => workOnConsent(deps, consentId))
}

/** One at most for each property that is connected, and the price that was shown. */
function checkPayments(consent: Consent, payments: Activation['payments'], price: Activation['price']): void {
  const listed = listedIn(consent)
  const errors = payments.flatMap(({ propertyId }, at) => {
    const path = `payments.${at}.propertyId`
    if (!listed.has(propertyId))
      return [{ path, message: 'must be a property with a listing that is mapped' }]
    const isAgain = payments.slice(0, at).some(one => one.propertyId === propertyId)
    return isAgain ? [{ path, message: 'must stand here once' }] : []
  })
  if (payments.length > 0 && !price)
    errors.push({ path: 'price', message: 'must be what the consent shows, beside payments' })
  if (errors.length === 0) return
  throw new DomainError('validation-failed', 'The properties cannot be connected with these payments.', {
    ...{ nextAction: 'Correct what "errors" names and send it again.', errors },
  })
}

/** Another process may have taken it back meanwhile. */
function checkTaken({ activation, reason }: Consent, id: string): void {
  if (activation?.id === id || reason?.of !== 'activation') return
  const { code, detail, nextAction } = reason
  throw new DomainError(isErrorCode(code) ? code : 'activation-refused', detail, { nextAction })
}

function checkReady(consent: Consent): void {
  const states = new Set(consent.mappings.map(({ state }) => state))
  const isBusy = consent.activation ?? consent.undo ?? consent.returned
  if (isBusy || states.has('waiting'))
    throw new DomainError('connection-in-progress', 'The channel is being worked on right now.', {
      ...{ nextAction: 'Wait until every listing is mapped, then activate.', retryAfterSeconds: 10 },
    })
  if (!isGranted(consent))
    throw new DomainError('ota-setup-incomplete', 'The host has not let us connect yet.', {
      nextAction: 'Send the host the link, or ask again.',
    })
  if (states.has('failed') || !states.has('mapped'))
    throw new DomainError('mapping-failed', 'Not every listing that was chosen is mapped.', {
      nextAction: 'Choose listings, correct those that say why they are not mapped, then activate.',
    })
}
