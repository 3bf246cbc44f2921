import type { AuditEntry } from './audit.ts'

/**
 * Written atomically in the commit of a change. Each feature whose documents may travel with other changes adds a field
 * of its own, beside the type of what it holds.
 */
export interface CommitExtras {
  audits?: readonly (AuditEntry | undefined)[]
}

/** Stands for the system where a person's id would be. */
export const systemActorId = 'system'
