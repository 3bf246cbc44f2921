import type { Actor } from '../actor.ts'
import { buildAuditEntry } from '../audit.ts'
import type { OtaName } from '../connection/otas.ts'
import type { Needs } from '../context.ts'
import { change, resolvedAs } from '../durable/change.ts'
import { DomainError } from '../errors.ts'
import { checkLandlord } from './my-home.ts'
import { type AskedConnection, askedId } from './ports.ts'

interface About {
  propertyId: string
  ota: OtaName
}

const auditOf = (deps: Needs, actor: Actor, action: string, { propertyId, ota }: About) =>
  buildAuditEntry(deps, actor, 'success', {
    ...{ action, targetType: 'connectionRequest', targetId: askedId(propertyId, ota) },
    metadata: { propertyId, ota },
  })

/** Somebody else's property is none. */
function checkOwn({ landlordId }: AskedConnection, actor: Actor): void {
  if (landlordId === actor.uid) return
  throw new DomainError('property-not-found', 'There is no such property of yours.')
}

/**
 * Makes a pending request that operations find where they find the others. Idempotent. Throws `property-not-found`,
 * `already-connected`.
 */
export async function askConnection(
  deps: Needs<'landlords'>,
  actor: Actor,
  about: About,
): Promise<{ requestId: string }> {
  checkLandlord(actor)
  const { propertyId, ota } = about
  const audit = auditOf(deps, actor, 'request.ask', about)
  const requestId = askedId(propertyId, ota)
  return change<AskedConnection, AskedConnection, { requestId: string }>(deps, {
    read: () => deps.landlords.asked(propertyId, ota),
    decide: asked => {
      checkOwn(asked, actor)
      if (asked.isConnected)
        throw new DomainError('already-connected', 'The property is connected to this OTA already.')
      return asked.request?.value.status === 'pending' ? { result: { requestId } } : { write: asked }
    },
    commit: async ({ request }) => {
      const written = await deps.landlords.ask(
        { propertyId, ota, previous: request?.revision },
        { landlordId: actor.uid, at: deps.clock.now() },
        { audits: [audit] },
      )
      return resolvedAs(written, { requestId })
    },
  })
}

/**
 * Takes it back while nobody has connected the property for it. Again changes nothing. Throws `property-not-found`,
 * `connection-in-progress`, `already-connected`.
 */
export async function takeBackConnection(
  deps: Needs<'landlords'>,
  actor: Actor,
  about: About,
): Promise<void> {
  checkLandlord(actor)
  const { propertyId, ota } = about
  const audit = auditOf(deps, actor, 'request.take-back', about)
  await change<AskedConnection, AskedConnection, void>(deps, {
    read: () => deps.landlords.asked(propertyId, ota),
    decide: asked => {
      checkOwn(asked, actor)
      if (!asked.request) return { result: undefined }
      if (asked.isConnecting)
        throw new DomainError('connection-in-progress', 'The property is being connected right now.', {
          nextAction: 'Look again in a minute.',
          retryAfterSeconds: 60,
        })
      if (asked.request.value.status === 'completed')
        throw new DomainError('already-connected', 'The property was connected for this request.', {
          nextAction: 'Write to us to have it disconnected.',
        })
      return { write: asked }
    },
    commit: async ({ request }) => {
      const previous = request?.revision
      const written = await deps.landlords.ask({ propertyId, ota, previous }, null, { audits: [audit] })
      return resolvedAs(written, undefined)
    },
  })
}
