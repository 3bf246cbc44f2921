import type { Company } from '../company.ts'
import type { Page } from '../cursor.ts'
import type { Commit } from '../durable/change.ts'
import type { Versioned } from '../ports.ts'
import type { ItemState } from './item.ts'
import type { ItemView } from './item-view.ts'

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
