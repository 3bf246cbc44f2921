import type { Needs } from '../../context.ts'
import type { Consent } from './consent.ts'
import { stateOf } from './view-consent.ts'

export interface OpenConsent {
  consentId: string
  ota: string
  state: 'asked' | 'checking' | 'granted' | 'activating'
}

/** What is asked of hosts for a property, or given and not sold yet. */
export async function openConsents(
  { consents, clock }: Needs<'consents'>,
  propertyId: string,
): Promise<OpenConsent[]> {
  const now = clock.now()
  return (await consents.ofProperty(propertyId)).flatMap(({ id, consent }) => openIn(id, consent, now))
}

function openIn(consentId: string, consent: Consent, now: Date): OpenConsent[] {
  const state = stateOf(consent, now)
  const isOver = state === 'expired' || state === 'refused' || state === 'active' || state === 'ended'
  return isOver ? [] : [{ consentId, ota: consent.ota, state }]
}
