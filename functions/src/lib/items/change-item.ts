import type { Actor } from '../actor.ts'
import { type AuditEntry, buildAuditEntry } from '../audit.ts'
import { systemActorId } from '../commit-extras.ts'
import type { Needs } from '../context.ts'
import { change } from '../durable/change.ts'
import { DomainError } from '../errors.ts'
import type { Clock, Versioned } from '../ports.ts'
import type { ItemChange, ItemState, Items, NewItem } from './item.ts'

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

/** Opens those of many that have never been opened. */
export const openItemsOnce = (deps: ItemWriter, wanted: readonly NewItem[]): Promise<void> =>
  change<ReadonlyMap<string, Versioned<ItemState>>, NewItem[], void>(deps, {
    read: () => deps.items.read(wanted.map(({ id }) => id)),
    decide: known => {
      const untold = wanted.filter(({ id }) => !known.has(id))
      return untold.length === 0 ? { result: undefined } : { write: untold }
    },
    commit: items => deps.items.commit({ items: items.map(open => ({ open, previous: 'none' })) }),
  })

/** Closes an item if it is open. */
export const closeItem = (deps: ItemWriter, id: string): Promise<void> =>
  changeItem(deps, id, stored =>
    stored?.isOpen ? { resolve: id, by: systemActorId, at: deps.clock.now() } : undefined,
  )

/** Idempotent: after a lost answer, the item itself shows the change. */
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

/** Marks an item as dealt with. Idempotent. Throws `not-found`. */
export async function resolveItem(deps: Needs<'items'>, actor: Actor, id: string): Promise<void> {
  const audit = buildAuditEntry(deps, actor, {
    action: 'item.resolve',
    targetType: 'item',
    targetId: id,
    metadata: {},
  })
  const resolution = { resolve: id, by: actor.uid, at: deps.clock.now() }
  const missing = { nextAction: 'Read the list again: the item has been removed.' }
  const decide = (stored: ItemState | undefined) => {
    if (!stored) throw new DomainError('not-found', 'There is no such item.', missing)
    return stored.isOpen ? resolution : undefined
  }
  await changeItem(deps, id, decide, audit)
}
