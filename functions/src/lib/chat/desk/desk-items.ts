import { systemActorId } from '../../commit-extras.ts'
import type { ItemChange, Items, NewItem } from '../../items/item.ts'
import type { Thread } from '../thread.ts'
import type { Exchange } from './exchange.ts'
import { isQuietlyOver } from './exchanges.ts'

const itemId = (kind: 'deadline-near' | 'deadline-missed', { id, told }: Exchange) =>
  `${kind}_${told?.as ?? id}`

const aboutThread = (threadId: string, { propertyId }: Thread, createdAt: Date) => ({
  about: { threadId },
  propertyId: propertyId ?? undefined,
  createdAt,
})

/** Whoever has not answered a guest whose answer is soon late. */
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

/** What closes the items of waits that are over. One read, none without such a wait. */
export async function closings(
  items: Pick<Items, 'read'>,
  exchanges: readonly Exchange[],
  at: Date,
): Promise<ItemChange[]> {
  const ids = exchanges
    .filter(isQuietlyOver)
    .flatMap(one => [itemId('deadline-near', one), itemId('deadline-missed', one)])
  const stored = ids.length === 0 ? new Map() : await items.read(ids)
  return [...stored].flatMap(([id, { value, revision }]) =>
    value.isOpen ? [{ resolve: id, by: systemActorId, at, previous: revision }] : [],
  )
}
