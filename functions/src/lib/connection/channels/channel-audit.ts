import type { Actor } from '../../actor.ts'
import { type AuditEntry, type AuditSubject, buildAuditEntry } from '../../audit.ts'
import { bestEffort } from '../../best-effort.ts'
import type { DomainError } from '../../errors.ts'
import type { System } from '../../ports.ts'
import type { ChannelRef, ChannelStore } from './ports.ts'

type Deps = System & { channels: Pick<ChannelStore, 'note'> }

/** The one entry of a request to change a channel, as it stands when that works. */
export const successEntry = (
  deps: System,
  actor: Actor,
  action: AuditSubject['action'],
  { propertyId, channelId }: ChannelRef,
  metadata: AuditSubject['metadata'] = {},
): AuditEntry | undefined =>
  buildAuditEntry(deps, actor, 'success', {
    action,
    targetType: 'channel',
    targetId: channelId,
    metadata: { propertyId, ...metadata },
  })

/** The same entry when it does not work. One that goes on by itself replaces it when it has worked after all. */
export const failureEntry = (entry: AuditEntry, { code }: Pick<DomainError, 'code'>): AuditEntry => ({
  ...entry,
  outcome: 'failure',
  metadata: { ...entry.metadata, error: code },
})

export async function noteFailure(
  deps: Deps,
  entry: AuditEntry | undefined,
  problem: DomainError,
): Promise<void> {
  if (!entry) return
  await bestEffort(deps.log, 'failure audit entry', () => deps.channels.note(failureEntry(entry, problem)))
}
