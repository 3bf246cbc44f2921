import type { AuditEntry } from '../audit.ts'
import { type ItemChange, systemActorId } from '../company.ts'
import { change } from '../durable/change.ts'
import type { Clock, Versioned } from '../ports.ts'
import type { ItemState, NewItem } from './item.ts'
import type { Items } from './ports.ts'

export interface ItemWriter {
  clock: Clock
  items: Pick<Items, 'read' | 'commit'>
}

/** Opens an item unless it is open. */
export const openItem = (deps: ItemWriter, item: NewItem): Promise<void> =>
  changeItem(deps, item.id, stored => (stored?.isOpen ? undefined : { open: item }))

/** Opens an item unless it has been opened before. */
export const openItemOnce = (deps: ItemWriter, item: NewItem): Promise<void> =>
  changeItem(deps, item.id, stored => (stored ? undefined : { open: item }))

/** Closes an item if it is open. */
export const closeItem = (deps: ItemWriter, id: string): Promise<void> =>
  changeItem(deps, id, stored =>
    stored?.isOpen ? { resolve: id, by: systemActorId, at: deps.clock.now() } : undefined,
  )

/** A commit whose answer was lost shows in the item itself, so nothing has to be recognised. */
export const changeItem = (
  deps: ItemWriter,
  id: string,
  decide: (stored: ItemState | undefined) => ItemChange | undefined,
  audit?: AuditEntry,
): Promise<void> =>
  change<Versioned<ItemState> | undefined, ItemChange, void>(deps, {
    read: async () => (await deps.items.read([id])).get(id),
    decide: stored => {
      const write = decide(stored?.value)
      return write ? { write: { ...write, previous: stored?.revision ?? 'none' } } : { result: undefined }
    },
    commit: write => deps.items.commit({ items: [write], audits: [audit] }),
  })
