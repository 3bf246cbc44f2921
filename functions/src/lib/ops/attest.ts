import type { Actor } from '../actor.ts'
import { type AuditLog, type AuditSubject, buildAuditEntry } from '../audit.ts'
import type { System } from '../ports.ts'

/** Writes an audit entry that stands alone: of an act that takes more than one commit, or changes nothing. */
export async function attest(
  deps: System & { auditLog: Pick<AuditLog, 'append'> },
  actor: Actor,
  subject: AuditSubject,
): Promise<void> {
  const entry = buildAuditEntry(deps, actor, 'success', subject)
  if (entry) await deps.auditLog.append(entry)
}
