import type { AuditEntry } from './audit.ts'
import type { NewEmail } from './email/ports.ts'
import type { NewItem } from './items/item.ts'

/** What becomes of an item. */
export type ItemChange =
  /** Opened, or opened again, whatever stood there. */
  | { open: NewItem }
  /** Said anew where it is open; its id and when it came stay. */
  | { amend: Omit<NewItem, 'createdAt'>; at: Date }
  | { resolve: string; by: string; at: Date }

/** What travels with a change in its commit: all of it is written, or none. */
export interface Company {
  audits?: readonly (AuditEntry | undefined)[]
  items?: readonly ItemChange[]
  /** Put into the outbox at that time. */
  emails?: { entries: readonly NewEmail[]; at: Date }
}

/** The system, as the one who has resolved an item. */
export const systemActorId = 'system'
