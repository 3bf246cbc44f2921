import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import type { Versioned } from '../../ports.ts'
import type { ConnectionRecord, OpenRequest } from '../ports.ts'
import { isRejection } from '../rejections.ts'
import { openRequestIds } from '../requests/refuse-requests.ts'
import type { Target } from '../target.ts'
import { readConsent } from './change-consent.ts'
import { type Consent, isGranted } from './consent.ts'
import type { RejectedRequests } from './ports.ts'

type Deps = Needs<'connections' | 'consents'>

export const isStanding = ({ channel }: ConnectionRecord): boolean =>
  channel !== undefined && channel.status !== 'disconnected'

/** What connecting the target would complete. */
export const openOf = async (
  { connections }: Needs<'connections'>,
  record: ConnectionRecord,
  target: Target,
): Promise<OpenRequest[]> =>
  (await connections.openRequests(openRequestIds(record), target)).filter(({ isCompleted }) => !isCompleted)

/** The requests of properties that are not connected. */
export async function unconnected(
  deps: Needs<'connections'>,
  { ota }: Consent,
  propertyIds: Iterable<string>,
): Promise<OpenRequest[]> {
  const found = await Promise.all(
    [...propertyIds].map(async propertyId => {
      const target = { propertyId, ota }
      const record = await deps.connections.load(target)
      return isStanding(record) ? [] : openOf(deps, record, target)
    }),
  )
  return found.flat()
}

/** Whom an answer that is not taken leaves unconnected: none where an earlier one was. */
export const refusedOf = (consent: Consent): readonly string[] =>
  isGranted(consent) ? [] : consent.propertyIds

export const rejectedFor = (
  { reason }: Consent,
  requests: readonly OpenRequest[],
  at: Date,
): RejectedRequests | undefined => {
  if (!reason || !isRejection(reason.code)) return undefined
  const { code, detail, nextAction } = reason
  return { requests, rejection: { code, detail, nextAction, at } }
}

interface State {
  consent: Versioned<Consent>
  requests: OpenRequest[]
}

/**
 * Writes why a consent does not lead to a connection, and rejects the requests of those properties for the same reason,
 * where it is one to reject them for, in one commit. Answers it as it is then. `decide` as for `changeConsent`. Throws `not-found`.
 */
export const refuseConsent = (
  deps: Deps,
  consentId: string,
  propertyIdsOf: (consent: Consent) => Iterable<string>,
  decide: (consent: Consent) => Consent | 'done',
): Promise<Consent> =>
  change<State, Consent, Consent>(deps, {
    async read() {
      const consent = await readConsent(deps, consentId)
      return { consent, requests: await unconnected(deps, consent.value, propertyIdsOf(consent.value)) }
    },
    decide({ consent: { value } }) {
      const next = decide(value)
      return next === 'done' ? { result: value } : { write: next }
    },
    async commit(next, { consent, requests }) {
      const rejected = rejectedFor(next, requests, deps.clock.now())
      return resolvedAs(await deps.consents.put(consentId, next, consent.revision, { rejected }), next)
    },
  })
