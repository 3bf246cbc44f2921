import type { Actor } from '../actor.ts'
import { buildAuditEntry } from '../audit.ts'
import { DomainError } from '../errors.ts'
import type { System } from '../ports.ts'
import type { ItemStore } from './ports.ts'

export interface ItemsDeps extends System {
  items: ItemStore
}

/** Somebody has dealt with an item. Resolving it again changes nothing. Throws `not-found`. */
export async function resolveItem(deps: ItemsDeps, actor: Actor, id: string): Promise<void> {
  const audit = buildAuditEntry(deps, actor, 'success', {
    action: 'item.resolve',
    targetType: 'item',
    targetId: id,
    metadata: {},
  })
  const isThere = await deps.items.resolve(id, { by: actor.uid, at: deps.clock.now(), audit })
  if (isThere) return
  throw new DomainError('not-found', 'There is no such item.', {
    nextAction: 'Read the list again: the item has been removed.',
  })
}
