import { bestEffort } from '../../best-effort.ts'
import { digestOf } from '../../digest.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import type { Versioned } from '../../ports.ts'
import { otas } from '../otas.ts'
import type { OpenRequest } from '../ports.ts'
import { asRefused, type Consent, type ConsentReason } from './consent.ts'
import { refusedOf, rejectedFor, unconnected } from './refuse-consent.ts'
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
 * manager; a refusal rejects the requests of the properties. Answers what is wrong with the link, if anything is.
 */
export async function comeBack(deps: ConsentDeps, input: Return): Promise<ReturnProblem | undefined> {
  const hash = digestOf(input.token)
  const [now, usedBy] = [deps.clock.now(), deps.ids.claim()]
  const problem = await change<State, Consent, ReturnProblem | undefined>(deps, {
    async read() {
      const found = await deps.consents.read(input.consentId)
      const isRefused = found?.value.tokenHash === hash && !isAnswer(input)
      return {
        found,
        requests: isRefused ? await unconnected(deps, found.value, refusedOf(found.value)) : [],
      }
    },
    recognise: ({ found }) => (found?.value.usedBy === usedBy ? { result: undefined } : undefined),
    decide({ found }) {
      if (found?.value.tokenHash !== hash) return { result: 'link-used' }
      const { expiresAt, tokenHash: _, ...consent } = found.value
      if (!expiresAt || expiresAt <= now) return { result: 'link-expired' }
      return { write: { ...answered(consent, input, now), usedBy } }
    },
    async commit(consent, { found, requests }) {
      const rejected = isAnswer(input) ? undefined : rejectedFor(consent, requests, now)
      return resolvedAs(
        await deps.consents.put(input.consentId, consent, found?.revision, { rejected }),
        undefined,
      )
    },
  })
  if (!problem && input.isSuccess)
    await bestEffort(deps.log, 'reading a channel that a host let us have', () =>
      workOnConsent(deps, input.consentId),
    )
  return problem
}

interface State {
  found: Versioned<Consent> | undefined
  requests: OpenRequest[]
}

const isAnswer = (input: Return): input is Return & { channelId: string } =>
  input.isSuccess && input.channelId !== undefined

function answered(consent: Omit<Consent, 'tokenHash' | 'expiresAt'>, input: Return, at: Date): Consent {
  if (!isAnswer(input)) return asRefused(consent, refused(otas[consent.ota].label))
  const returned = { channelId: input.channelId, at }
  return { ...consent, returned, dueAt: new Date(at.getTime() + patienceMs) }
}

const refused = (label: string): ConsentReason => ({
  code: 'ota-setup-incomplete',
  detail: `The host did not let us connect, or ${label} refused it.`,
  nextAction: `Ask the host to end what else manages their listings, calendar feeds too, then ask again and have them sign in to ${label} as the host.`,
})
