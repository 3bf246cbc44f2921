import type { CommitExtras } from '../../commit-extras.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import type { Versioned } from '../../ports.ts'
import { type Consent, noSuchConsent } from './consent.ts'

/**
 * Changes a consent, and answers it as it is then. `decide` must recognise its own write and then return `done`. Throws
 * `not-found`.
 */
export const changeConsent = (
  deps: Needs<'consents'>,
  consentId: string,
  decide: (consent: Consent) => Consent | 'done',
  extras?: CommitExtras,
): Promise<Consent> =>
  change<Versioned<Consent>, Consent, Consent>(deps, {
    read: () => readConsent(deps, consentId),
    decide: ({ value }) => {
      const next = decide(value)
      return next === 'done' ? { result: value } : { write: next }
    },
    commit: async (next, { revision }) =>
      resolvedAs(await deps.consents.put(consentId, next, revision, extras), next),
  })

/** Throws `not-found`. */
export async function readConsent(
  { consents }: Needs<'consents'>,
  consentId: string,
): Promise<Versioned<Consent>> {
  const found = await consents.read(consentId)
  if (!found) throw noSuchConsent()
  return found
}
