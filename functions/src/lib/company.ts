import type { AuditEntry } from './audit.ts'
import type { MappingExample } from './connection/review/mapping-example.ts'
import type { NewEmail } from './email/ports.ts'
import type { NewItem } from './items/item.ts'
import type { Revision } from './ports.ts'

type AmendedItem = Pick<NewItem, 'id' | 'detail' | 'nextAction' | 'differences'> & { dueAt?: Date | null }

/** What becomes of an item. */
export type ItemChange =
  /** Opened, or opened again. */
  (
    | { open: NewItem }
    /** Said anew where it is open; without a time, the system no longer tries. */
    | { amend: AmendedItem; at?: Date }
    /** What the system resolves is over: what it was opened for is not kept. */
    | { resolve: string; by: string; at: Date }
    /** What a person had resolved is over, too. */
    | { forget: string }
  ) & {
    /** Only if the item still is as it was read, `none`: if there is none. Without it, whatever stands there. */
    previous?: Revision | 'none' | undefined
  }

/** A reviewed mapping, kept to learn from. */
export interface KeptExample extends MappingExample {
  id: string
  at: Date
}

/** What travels with a change in its commit: all of it is written, or none. */
export interface Company {
  audits?: readonly (AuditEntry | undefined)[]
  items?: readonly ItemChange[]
  examples?: readonly (KeptExample | undefined)[]
  /** Put into the outbox at that time. */
  emails?: { entries: readonly NewEmail[]; at: Date }
}

/** The system, as the one who has resolved an item. */
export const systemActorId = 'system'
