import type { Company } from '../company.ts'
import type { Page } from '../cursor.ts'
import type { Commit } from '../durable/change.ts'
import type { Versioned } from '../ports.ts'
import type { ItemView } from './list-items.ts'

/** Something that a person has to look at, as it is stored in `items/{id}`. */
export interface NewItem {
  /** `{kind}_{what it is about}`: the same thing never opens two items. */
  id: string
  kind: string
  /** What is the matter, for people. */
  detail: string
  /** What to do about it. */
  nextAction: string
  propertyId?: string | undefined
  ota?: string | undefined
  channelId?: string | undefined
  reservationId?: string | undefined
  /** What else it is about, by field. */
  about?: Readonly<Record<string, string | Date>> | undefined
  /** What it was opened for, for whoever has to know it again. */
  differences?: readonly string[] | undefined
  /** When the system tries again, while it is open. */
  dueAt?: Date | undefined
  createdAt: Date
}

/** An item, as far as a change of it is decided from it. */
export interface ItemState {
  isOpen: boolean
  resolvedAt?: Date | undefined
  /** What it was opened for; absent once that is gone. */
  differences?: readonly string[] | undefined
}

export interface ItemFilter {
  status: 'open' | 'resolved'
  kind?: string | undefined
  propertyId?: string | undefined
}

/** `items`: what a person has to look at. */
export interface Items {
  /** Newest first; undefined for a cursor that names no item. */
  page(filter: ItemFilter, cursor: string | undefined): Promise<Page<ItemView> | undefined>
  /** Those that there are, by id. One round trip. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, Versioned<ItemState>>>
  /** Changes items that are as their changes say, with the entries that attest it. */
  commit(changes: Pick<Company, 'items' | 'audits'>): Promise<Commit<undefined>>
}
