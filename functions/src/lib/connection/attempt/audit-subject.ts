import type { AuditSubject } from '../../audit.ts'
import type { Target } from '../ports.ts'

/** What the audit log says of a press on connect. */
export const auditSubject = (
  { propertyId, ota }: Target,
  metadata: Record<string, string>,
): AuditSubject => ({
  action: 'property.connect',
  targetType: 'property',
  targetId: propertyId,
  metadata: { ota, ...metadata },
})
