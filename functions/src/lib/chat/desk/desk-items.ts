import { closingItems, type ItemChange, items, type NewItem } from '../../items/item.ts'
import type { Store } from '../../store.ts'
import type { Exchange } from '../exchange.ts'
import type { Thread } from '../thread.ts'
import { waitsWithStaleAlert } from './exchanges.ts'

const itemId = (kind: 'deadline-near' | 'deadline-missed', { id }: Exchange) => `${kind}_${id}`

const aboutThread = (threadId: string, { propertyId }: Thread, createdAt: Date) => ({
  about: { threadId },
  propertyId: propertyId ?? undefined,
  createdAt,
})

export const nearItem = (threadId: string, thread: Thread, open: Exchange, now: Date): NewItem => ({
  id: itemId('deadline-near', open),
  kind: 'deadline-near',
  detail: `A guest waits for an answer, which is due by ${open.dueBy.toISOString()}.`,
  nextAction: thread.ownerId
    ? 'Open the thread and answer, or ask its owner to.'
    : 'Open the thread and answer, or give it to somebody: nobody owns it.',
  ...aboutThread(threadId, thread, now),
})

export const missedItem = (threadId: string, thread: Thread, open: Exchange, now: Date): NewItem => ({
  id: itemId('deadline-missed', open),
  kind: 'deadline-missed',
  detail: `A guest has waited for an answer longer than ${open.dueBy.toISOString()}.`,
  nextAction: 'Open the thread and answer now. This closes by itself with the answer.',
  ...aboutThread(threadId, thread, now),
})

/** One read, none without ended waits. */
export async function closings(
  store: Store,
  exchanges: readonly Exchange[],
  at: Date,
): Promise<ItemChange[]> {
  const ids = waitsWithStaleAlert(exchanges).flatMap(one => [
    itemId('deadline-near', one),
    itemId('deadline-missed', one),
  ])
  return closingItems(await store.readAll(ids.map(id => items.at(id))), at)
}
