import type { Actor } from './actor.ts'
import type { Clock, Ids, Log } from './ports.ts'

/** A document of `auditLog`. Success entries commit with what they attest; failure entries stand alone. */
export interface AuditEntry {
  id: string
  action: string
  outcome: 'success' | 'failure'
  actorId: string
  ipAddress: string
  userAgent: string
  targetType: string
  targetId: string
  metadata: Record<string, string | number | boolean | null>
  at: Date
}

/** `auditLog`. */
export interface AuditLog {
  /** Writes an entry that stands alone. Changes nothing when there is an entry with that id. */
  append(entry: AuditEntry): Promise<void>
}

export type AuditSubject = Pick<AuditEntry, 'action' | 'targetType' | 'targetId' | 'metadata'>

const userAgentLimit = 512
const addressLimit = 45

/**
 * Builds an entry, or logs and answers undefined when it cannot be built: the act goes ahead without it.
 * Undefined too when the actor is no person at a client.
 */
export function buildAuditEntry(
  deps: { clock: Clock; ids: Ids; log: Log },
  actor: Actor,
  outcome: AuditEntry['outcome'],
  subject: AuditSubject,
): AuditEntry | undefined {
  if (actor.origin === undefined) return undefined
  try {
    return {
      id: deps.ids.audit(),
      ...subject,
      outcome,
      actorId: actor.uid,
      ipAddress: printable(actor.origin.ipAddress, addressLimit),
      userAgent: printable(actor.origin.userAgent, userAgentLimit),
      at: deps.clock.now(),
    }
  } catch (error) {
    deps.log.error('audit entry could not be built', { action: subject.action, error })
    return undefined
  }
}

const printable = (text: string, limit: number): string =>
  text.replace(/\p{C}/gu, ' ').slice(0, limit).toWellFormed()
