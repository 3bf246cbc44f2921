import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import { bestEffort } from '../../best-effort.ts'
import type { MessagesApplication } from '../../chat/ota/ports.ts'
import type { Needs } from '../../context.ts'
import { isAlive, newClaim } from '../../durable/lease.ts'
import { DomainError } from '../../errors.ts'
import { asChannelProblem } from '../channels/change-channel.ts'
import { managed } from '../prerequisites.ts'

type Deps = Needs<'connections' | 'messagesApplication'>
export type Application = Awaited<ReturnType<MessagesApplication['read']>>

/** One installation at a time, of whatever property: each costs money. */
const kind = {
  name: 'messages-application',
  schema: z.object({ claimId: z.string(), leaseUntil: z.date() }),
}

/** Whether a property's guests can be written to at the OTAs, and what that costs a month. Throws DomainError. */
export async function readMessagesApplication(deps: Deps, propertyId: string): Promise<Application> {
  const id = await managedId(deps, propertyId)
  return deps.messagesApplication.read(id).catch(throwProblem)
}

/**
 * Installs the application that is paid for, on behalf of somebody who was shown its price. Idempotent. Throws
 * DomainError; `connection-in-progress` while one is being installed.
 */
export async function installMessagesApplication(
  deps: Deps & Needs<'auditLog' | 'operations'>,
  actor: Actor,
  propertyId: string,
): Promise<Application> {
  const subject = { action: 'messages-application.install', targetType: 'property', targetId: propertyId }
  const audit = buildAuditEntry(deps, actor, 'success', { ...subject, metadata: {} })
  const install = async () => {
    const id = await managedId(deps, propertyId)
    const before = await deps.messagesApplication.read(id)
    if (!before.installed) await alone(deps, () => deps.messagesApplication.install(id))
    return before
  }
  const before = await auditingFailure(deps, audit, install, asChannelProblem)
  const { installed: wasInstalled, ...price } = before
  if (audit) await deps.auditLog.append({ ...audit, metadata: { ...price, wasInstalled } })
  return { ...before, installed: true }
}

const managedId = async ({ connections }: Deps, propertyId: string): Promise<string> =>
  managed(await connections.property(propertyId), propertyId).channelManagerPropertyId

function throwProblem(error: unknown): never {
  throw asChannelProblem(error)
}

async function alone(deps: Needs<'operations'>, act: () => Promise<void>): Promise<void> {
  const { clock, log, operations } = deps
  const held = await operations.checkpoint(kind)
  if (isAlive(held?.value ?? {}, clock.now())) throw busy()
  const claim = newClaim(deps, 'channel')
  const claimed = await operations.saveCheckpoint(kind, claim, held?.revision)
  if (claimed === 'unresolved') throw busy()
  try {
    await act()
  } finally {
    // Of whatever outcome: who comes next looks whether it is there.
    await bestEffort(log, 'end of an installation', () =>
      operations.saveCheckpoint(kind, { ...claim, leaseUntil: clock.now() }, claimed.result),
    )
  }
}

const busy = () =>
  new DomainError('connection-in-progress', 'Such an application is being installed right now.', {
    nextAction: 'Wait a moment, then look whether it is there.',
    retryAfterSeconds: 5,
  })
