import type { AuditEntry } from '../../functions/src/lib/audit.ts'

/** Makes the audit entry of an act of `npm run ops`. */
export type Entry = (
  action: string,
  targetType: string,
  targetId: string,
  metadata: AuditEntry['metadata'],
) => AuditEntry
