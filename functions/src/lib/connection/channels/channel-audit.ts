import type { Actor } from '../../actor.ts'
import { type AuditEntry, type AuditSubject, buildAuditEntry } from '../../audit.ts'
import type { System } from '../../ports.ts'
import type { ChannelRef } from './ports.ts'

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
