import { type AuditEntry, type AuditSubject, buildAuditEntry } from '../../audit.ts'
import type { System } from '../../ports.ts'
import type { Target } from '../ports.ts'
import type { AttemptFacts, Initiator } from './facts.ts'

/** What the audit log says of a wish to connect a property. `error`: the code of its failure. */
export const auditSubject = (
  { propertyId, ota, hotelId }: Target & Pick<AttemptFacts, 'hotelId'>,
  error?: string,
): AuditSubject => ({
  action: 'property.connect',
  targetType: 'property',
  targetId: propertyId,
  metadata: { ota, hotelId, ...(error !== undefined && { error }) },
})

/** How an attempt ended: one entry for each initiator, whoever writes it. */
export function auditOf(
  deps: System,
  { facts, initiator }: { facts: AttemptFacts; initiator: Initiator },
  error?: string,
): AuditEntry | undefined {
  const outcome = error === undefined ? 'success' : 'failure'
  const entry = buildAuditEntry(deps, initiator.actor, outcome, auditSubject(facts, error))
  return entry && { ...entry, id: initiator.auditId }
}
