import { type Actor, systemActorId } from '../actor.ts'
import { type AuditEntry, buildAuditEntry } from '../audit.ts'
import type { Context, Needs } from '../context.ts'
import { amend } from '../durable/amend.ts'
import { DomainError } from '../errors.ts'
import { type ItemChange, type ItemState, items, itemWrites, type NewItem } from './item.ts'

export type ItemWriter = Pick<Context, 'clock' | 'store'>

export const openItem = (deps: ItemWriter, item: NewItem): Promise<void> =>
  changeItem(deps, item.id, stored => (stored?.isOpen ? undefined : { open: item }))

export const openItemOnce = (deps: ItemWriter, item: NewItem): Promise<void> =>
  changeItem(deps, item.id, stored => (stored ? undefined : { open: item }))

export function openItemsOnce(deps: ItemWriter, newItems: readonly NewItem[]): Promise<void> {
  const all = [...new Map(newItems.map(item => [item.id, item])).values()]
  return amend(deps, {
    read: { stored: all.map(({ id }) => items.at(id)) },
    decide: ({ stored }) => ({
      writes: all
        .filter((_, at) => stored[at] === undefined)
        .flatMap(open => itemWrites({ open, previous: 'none' })),
      result: undefined,
    }),
  })
}

export const closeItem = (deps: ItemWriter, id: string): Promise<void> =>
  changeItem(deps, id, stored =>
    stored?.isOpen ? { resolve: id, by: systemActorId, at: deps.clock.now() } : undefined,
  )

/** After a lost answer the item proves the change. */
export const changeItem = (
  deps: ItemWriter,
  id: string,
  decide: (stored: ItemState | undefined) => ItemChange | undefined,
  audit?: AuditEntry,
): Promise<void> =>
  amend(deps, {
    read: { item: items.at(id) },
    decide({ item }) {
      const next = decide(item?.value)
      const writes = next && itemWrites({ ...next, previous: item?.revision ?? 'none' })
      return { writes: writes ?? [], result: undefined }
    },
    audit,
  })

/** Idempotent. Throws `not-found`. */
export async function resolveItem(deps: Needs<'store'>, actor: Actor, id: string): Promise<void> {
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
