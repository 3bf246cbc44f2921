import type { CommitExtras } from '../commit-extras.ts'
import type { Page } from '../cursor.ts'
import type { Commit } from '../durable/change.ts'
import type { Revision, Versioned } from '../ports.ts'

/** Something that a person has to look at, as it is stored in `items/{id}`. */
export interface NewItem {
  /** `{kind}_{what it is about}`: the same thing never opens two items. */
  id: string
  kind: string
  /** What is wrong, for people. */
  detail: string
  /** What to do about it. */
  nextAction: string
  propertyId?: string | undefined
  ota?: string | undefined
  channelId?: string | undefined
  reservationId?: string | undefined
  /** What else it is about, by field. */
  about?: Readonly<Record<string, string | Date>> | undefined
  /** What it was opened for, so that it can be recognised. */
  differences?: readonly string[] | undefined
  /** When the system retries, while it is open. */
  dueAt?: Date | undefined
  createdAt: Date
}

type AmendedItem = Pick<NewItem, 'id' | 'detail' | 'nextAction' | 'differences'> & { dueAt?: Date | null }

/** A change of an item. */
export type ItemChange =
  /** Opens it, or opens it again. */
  (
    | { open: NewItem }
    /** Updates an open item; a null `dueAt` ends the system's retries. */
    | { amend: AmendedItem; at?: Date }
    /** Resolves it. If the system does, its differences are dropped. Without `evenIfGone` it has to be there. */
    | { resolve: string; by: string; at: Date; evenIfGone?: true }
    /** Drops the differences of an item that a person had resolved. */
    | { forget: string }
  ) & {
    /** Only if the item is unchanged, or with `none` if it does not exist. Without it, unconditionally. */
    previous?: Revision | 'none' | undefined
  }

declare module '../commit-extras.ts' {
  interface CommitExtras {
    items?: readonly ItemChange[]
  }
}

/** The part of an item that changes are decided from. */
export interface ItemState {
  isOpen: boolean
  resolvedAt?: Date | undefined
  /** What it was opened for; absent once resolved by the system. */
  differences?: readonly string[] | undefined
  /** The message that it is about, if it is about one. */
  threadId?: string | undefined
  messageId?: string | undefined
}

/** An item as people see it. */
export interface ItemView extends Record<string, unknown> {
  id: string
  kind: string
  detail: string
  /** What to do about it, if known. */
  nextAction: string | null
  status: string
  createdAt: Date | null
}

export interface ItemFilter {
  status: 'open' | 'resolved'
  kind?: string | undefined
  propertyId?: string | undefined
}

/** `items`: what a person has to look at. */
export interface Items {
  /** Newest first; undefined for an unknown cursor. */
  page(filter: ItemFilter, cursor: string | undefined): Promise<Page<ItemView> | undefined>
  /** The existing ones, by id. One round trip. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, Versioned<ItemState>>>
  /** The same for ids of which few exist: one read for each thirty, and for each that does. */
  readFew(ids: readonly string[]): Promise<ReadonlyMap<string, Versioned<ItemState>>>
  /** Commits conditional changes of items with their audit entries. */
  commit(changes: Pick<CommitExtras, 'items' | 'audits'>): Promise<Commit<undefined>>
}
