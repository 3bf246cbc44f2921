import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { textAt } from '../../documents.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { clientId } from '../../identifiers.ts'
import { create, patch, remove, set } from '../../store.ts'
import { stopWrites } from '../job/wait.ts'
import { otaNames } from '../otas.ts'
import { refusals } from '../refusals.ts'
import {
  isTarget,
  type RequestTarget,
  requests,
  type StandingRequests,
  standingRequests,
} from './stored-request.ts'

export const connectionWish = z.strictObject({ propertyId: clientId, ota: z.enum(otaNames) })

export const requestAnswer = z.object({ requestId: z.string() }).meta({ id: 'AskedConnection' })

type Deps = Needs<'store'>

const auditOf = (deps: Needs, actor: Actor, action: string, id: string, { propertyId, ota }: RequestTarget) =>
  buildAuditEntry(deps, actor, {
    action,
    targetType: 'connectionRequest',
    targetId: id,
    metadata: { propertyId, ota },
  })

function checkRole({ role }: Actor): void {
  if (role === 'operations' || role === 'landlord') return
  throw new DomainError('forbidden', 'Only operations staff and landlords ask for connections.')
}

/** Hides other landlords' properties. */
function checkProperty(actor: Actor, { property }: StandingRequests, propertyId: string): void {
  const isTheirs = property && (actor.role === 'operations' || textAt(property, 'landlordId') === actor.uid)
  if (!isTheirs) throw refusals.propertyNotFound(propertyId)
}

export const openAmong = ({ requests }: StandingRequests) =>
  requests.find(({ value }) => value.status === 'pending' || value.waitingFor)

/** One request per property and OTA. */
const requestIdOf = ({ propertyId, ota }: RequestTarget): string => `asked_${propertyId}_${ota}`

/** Keeps an open request. Idempotent. Throws `property-not-found`, `already-connected`. */
export async function askConnection(
  deps: Deps,
  actor: Actor,
  about: RequestTarget,
): Promise<z.infer<typeof requestAnswer>> {
  checkRole(actor)
  const requestId = requestIdOf(about)
  const audit = auditOf(deps, actor, 'request.ask', requestId, about)
  return amend(deps, {
    read: () => standingRequests(deps.store, about),
    audit,
    decide(standing) {
      checkProperty(actor, standing, about.propertyId)
      if (standing.isConnected) throw refusals.nothingToAsk()
      const open = openAmong(standing)
      if (open) return { result: { requestId: open.id } }
      const before = standing.requests.find(({ id }) => id === requestId)
      const { sentSteps = [] } = before?.value ?? {}
      const request = {
        propertyId: about.propertyId,
        ota: about.ota,
        askedBy: actor.uid,
        status: 'pending',
        createdAt: deps.clock.now(),
        ...(sentSteps.length > 0 && { sentSteps }),
      }
      const writes = before
        ? // All other old fields must go, and `set` takes no precondition.
          [patch(before, { status: 'pending' }, before.revision), set(before, request)]
        : [create(requests.at(requestId), request)]
      return { writes, result: { requestId } }
    },
  })
}

/** Throws `not-found`, also for another landlord's request, `connection-in-progress`, `already-connected`. */
export async function withdrawRequest(deps: Deps, actor: Actor, requestId: string): Promise<void> {
  checkRole(actor)
  const about = (await deps.store.read(requests.at(requestId)))?.value
  if (!about || !isTarget(about)) throw refusals.requestNotFound()
  const audit = auditOf(deps, actor, 'request.take-back', requestId, about)
  const requestIn = (standing: StandingRequests) => standing.requests.find(({ id }) => id === requestId)
  await amend(deps, {
    read: () => standingRequests(deps.store, about),
    audit,
    decide(standing) {
      const request = requestIn(standing)
      const isTheirs = actor.role === 'operations' || textAt(standing.property, 'landlordId') === actor.uid
      if (!request || !isTheirs) throw refusals.requestNotFound()
      if (standing.isConnecting) throw refusals.beingConnected()
      if (request.value.status === 'completed') throw refusals.connectedForIt(actor.role === 'landlord')
      const stops = stopWrites(standing.job, requestId, deps.clock.now())
      return { writes: [remove(request, request.revision), ...stops], result: undefined }
    },
  })
}
