import type { AuditEntry } from '../audit.ts'
import type { Page } from '../cursor.ts'
import type { ItemView } from './item-view.ts'

export interface ItemFilter {
  status: 'open' | 'resolved'
  kind?: string | undefined
  propertyId?: string | undefined
}

export interface Resolution {
  by: string
  at: Date
  audit?: AuditEntry | undefined
}

/** `items`: what a person has to look at. */
export interface ItemStore {
  /** Newest first; undefined for a cursor that names no item. */
  page(filter: ItemFilter, cursor: string | undefined): Promise<Page<ItemView> | undefined>
  /** One that is resolved already stays as it is. False when there is no such item. */
  resolve(id: string, resolution: Resolution): Promise<boolean>
}
