import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import type { AskedFor, StandingRequest, StandingRequests } from '../ports.ts'
import { propertyNotFound } from '../prerequisites.ts'
import { isConnecting, requestNotFound } from './waiting.ts'

type Deps = Needs<'connections'>

const auditOf = (deps: Needs, actor: Actor, action: string, id: string, { propertyId, ota }: AskedFor) =>
  buildAuditEntry(deps, actor, {
    ...{ action, targetType: 'connectionRequest', targetId: id, metadata: { propertyId, ota } },
  })

function checkRole({ role }: Actor): void {
  if (role === 'operations' || role === 'landlord') return
  throw new DomainError('forbidden', 'Only operations staff and landlords ask for connections.')
}

/** Somebody else's property is none. */
function checkProperty(actor: Actor, { property }: StandingRequests, propertyId: string): void {
  const isTheirs = property && (actor.role === 'operations' || property.landlordId === actor.uid)
  if (!isTheirs) throw propertyNotFound(propertyId)
}

/** What is asked for here has one request a property and OTA. */
const askedId = ({ propertyId, ota }: AskedFor): string => `asked_${propertyId}_${ota}`

/**
 * Makes a pending request, unless there is one, or one that is left to us, for operations or for the landlord of the property. Idempotent. Throws
 * `property-not-found`, `already-connected`.
 */
export async function askConnection(
  deps: Deps,
  actor: Actor,
  about: AskedFor,
): Promise<{ requestId: string }> {
  checkRole(actor)
  const requestId = askedId(about)
  const audit = auditOf(deps, actor, 'request.ask', requestId, about)
  return change<StandingRequests, StandingRequests, { requestId: string }>(deps, {
    read: () => deps.connections.standingRequests(about),
    decide: standing => {
      checkProperty(actor, standing, about.propertyId)
      if (standing.isConnected)
        throw new DomainError('already-connected', 'The property is connected to this OTA already.', {
          nextAction: 'Nothing has to be asked for.',
        })
      const open = [...standing.requests].find(
        ([, { value }]) => value.status === 'pending' || value.isLeftToUs,
      )
      return open ? { result: { requestId: open[0] } } : { write: standing }
    },
    commit: async ({ requests }) => {
      const { value, revision } = requests.get(requestId) ?? {}
      const { sentSteps } = value ?? {}
      const asked = { ...about, id: requestId, askedBy: actor.uid, at: deps.clock.now(), sentSteps }
      return resolvedAs(await deps.connections.ask(asked, revision, { audits: [audit] }), { requestId })
    },
  })
}

/**
 * Takes a request away while nobody has connected the property for it. Throws `not-found`, also for somebody else's,
 * `connection-in-progress`, `already-connected`.
 */
export async function withdrawRequest(deps: Deps, actor: Actor, requestId: string): Promise<void> {
  checkRole(actor)
  const about = await deps.connections.askedFor(requestId)
  if (!about) throw requestNotFound()
  const audit = auditOf(deps, actor, 'request.take-back', requestId, about)
  await change<StandingRequests, Versioned<StandingRequest>, void>(deps, {
    read: () => deps.connections.standingRequests(about),
    // Its own commit, whose answer was lost, has taken it away.
    recognise: ({ requests }) => (requests.has(requestId) ? undefined : { result: undefined }),
    decide: standing => {
      const request = standing.requests.get(requestId)
      const isTheirs = actor.role === 'operations' || standing.property?.landlordId === actor.uid
      if (!request || !isTheirs) throw requestNotFound()
      if (standing.isConnecting || isConnecting(request.value, deps.clock.now())) throw connecting()
      if (request.value.status === 'completed') throw connectedForIt(actor)
      return { write: request }
    },
    commit: async ({ revision }) =>
      resolvedAs(await deps.connections.withdraw(requestId, revision, { audits: [audit] }), undefined),
  })
}

const connecting = (): DomainError =>
  new DomainError('connection-in-progress', 'The property is being connected right now.', {
    nextAction: 'Look again in a minute.',
    retryAfterSeconds: 60,
  })

const connectedForIt = ({ role }: Actor): DomainError =>
  new DomainError('already-connected', 'The property was connected for this request.', {
    nextAction:
      role === 'landlord' ? 'Write to us to have it disconnected.' : 'Disconnect the channel instead.',
  })
