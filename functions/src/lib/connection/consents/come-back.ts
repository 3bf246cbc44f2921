import { bestEffort } from '../../best-effort.ts'
import { digestOf } from '../../digest.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import type { Versioned } from '../../ports.ts'
import { otas } from '../otas.ts'
import { type Consent, type ConsentReason, isGranted } from './consent.ts'
import { type ConsentDeps, workOnConsent } from './work-on-consent.ts'

interface Return {
  consentId: string
  token: string
  /** What the browser says of the host's answer; nothing proves it. */
  isSuccess: boolean
  channelId: string | undefined
}

export type ReturnProblem = 'link-used' | 'link-expired'

/** When somebody else reads the channel, where this process does not. Milliseconds. */
const patienceMs = 30_000

/**
 * Takes a host's answer to a link, once. Of what the browser says only the channel is kept, to be asked for at the channel
 * manager. Answers what is wrong with the link, if anything is.
 */
export async function comeBack(deps: ConsentDeps, input: Return): Promise<ReturnProblem | undefined> {
  const hash = digestOf(input.token)
  const [now, usedBy] = [deps.clock.now(), deps.ids.claim()]
  type Found = Versioned<Consent> | undefined
  const problem = await change<Found, Consent, ReturnProblem | undefined>(deps, {
    read: () => deps.consents.read(input.consentId),
    recognise: found => (found?.value.usedBy === usedBy ? { result: undefined } : undefined),
    decide(found) {
      if (found?.value.tokenHash !== hash) return { result: 'link-used' }
      const { expiresAt, tokenHash: _, ...consent } = found.value
      if (!expiresAt || expiresAt <= now) return { result: 'link-expired' }
      return { write: { ...answered(consent, input, now), usedBy } }
    },
    commit: async (consent, found) =>
      resolvedAs(await deps.consents.put(input.consentId, consent, found?.revision), undefined),
  })
  if (!problem && input.isSuccess)
    await bestEffort(deps.log, 'reading a channel that a host let us have', () =>
      workOnConsent(deps, input.consentId),
    )
  return problem
}

function answered(
  consent: Omit<Consent, 'tokenHash' | 'expiresAt'>,
  { isSuccess, channelId }: Return,
  at: Date,
): Consent {
  if (isSuccess && channelId !== undefined)
    return { ...consent, returned: { channelId, at }, dueAt: new Date(at.getTime() + patienceMs) }
  const reason = { ...refused(otas[consent.ota].label), of: 'answer' as const }
  return { ...consent, reason, state: isGranted(consent) ? consent.state : 'refused' }
}

const refused = (label: string): ConsentReason => ({
  code: 'ota-setup-incomplete',
  detail: `The host did not let us connect, or ${label} refused it.`,
  nextAction: `Ask the host to end what else manages their listings, calendar feeds too, then ask again and have them sign in to ${label} as the host.`,
})
