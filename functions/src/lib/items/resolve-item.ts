import type { Actor } from '../actor.ts'
import { buildAuditEntry } from '../audit.ts'
import { DomainError } from '../errors.ts'
import type { System } from '../ports.ts'
import { changeItem } from './change-item.ts'
import type { Items } from './ports.ts'

export interface ItemsDeps extends System {
  items: Items
}

/** Somebody has dealt with an item. Resolving it again changes nothing. Throws `not-found`. */
export async function resolveItem(deps: ItemsDeps, actor: Actor, id: string): Promise<void> {
  const audit = buildAuditEntry(deps, actor, 'success', {
    action: 'item.resolve',
    targetType: 'item',
    targetId: id,
    metadata: {},
  })
  const resolution = { resolve: id, by: actor.uid, at: deps.clock.now() }
  const decide = (stored: { isOpen: boolean } | undefined) => {
    if (!stored) throw noSuchItem()
    return stored.isOpen ? resolution : undefined
  }
  await changeItem(deps, id, decide, audit)
}

const noSuchItem = () =>
  new DomainError('not-found', 'There is no such item.', {
    nextAction: 'Read the list again: the item has been removed.',
  })
