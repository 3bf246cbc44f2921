import type { Needs } from '../../context.ts'
import { ProviderError } from '../../errors.ts'
import { ready } from '../../lazy-port.ts'
import type { PullDeps } from '../../reservations/run-pull.ts'
import { changeConsent } from './change-consent.ts'
import { checkReturned } from './check-returned.ts'
import { type Consent, isAtWork } from './consent.ts'
import { finishActivation } from './finish-activation.ts'
import { loadWaiting } from './load-waiting.ts'
import { mapWaiting } from './map-waiting.ts'
import { cancelPayments } from './reserve-payments.ts'

export type ConsentDeps = PullDeps &
  Needs<'auditLog' | 'billing' | 'channelManager' | 'connections' | 'consents' | 'items'>

/** When it is tried again. Milliseconds. */
const againMs = 60_000

/**
 * Does what is left to do of a consent: reads the channel that a browser named, maps listings, finishes what died. Every
 * part is safe to do twice, so nobody holds it. Throws ProviderError where the channel manager is away; it is due then.
 */
export async function workOnConsent(deps: ConsentDeps, consentId: string): Promise<void> {
  await ready(deps.channelManager)
  const found = await deps.consents.read(consentId)
  if (!found) return
  let consent = found.value
  try {
    let unread: ProviderError | undefined
    try {
      consent = await checkReturned(deps, consentId, consent)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      unread = error
    }
    if (consent.undo) consent = await cancelPayments(deps, consentId, consent)
    consent = await mapWaiting(deps, consentId, consent)
    if (consent.activation) consent = await finishActivation(deps, consentId, consent)
    if (consent.toLoad) consent = await loadWaiting(deps, consentId, consent)
    if (unread) throw unread
    await changeConsent(deps, consentId, current => restingOf(current))
  } catch (error) {
    if (error instanceof ProviderError)
      await changeConsent(deps, consentId, current => ({
        ...{ ...current, dueAt: new Date(deps.clock.now().getTime() + againMs) },
      }))
    throw error
  }
}

/** Nothing is due of one of which nothing is left to do. */
function restingOf(consent: Consent): Consent | 'done' {
  const { dueAt, ...rest } = consent
  return isAtWork(rest) || !dueAt ? 'done' : rest
}
