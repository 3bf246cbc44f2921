import { systemActorId } from '../actor.ts'
import { fieldAt } from '../documents.ts'
import { idsIn } from '../identifiers.ts'
import { itemWrites, type NewItem } from '../items/item.ts'
import { shards } from '../shards.ts'
import { patch, Query, type Store, type StoredDocument, serverTime, without } from '../store.ts'
import type { DuePiece, DueQuery } from './due.ts'

type Reading = Pick<Store, 'find'>
type Writing = Pick<Store, 'commit'>

export const dueOf = ({ collection, group = false, filters = [], shard }: DueQuery): Query =>
  new Query({
    collection,
    isGroup: group,
    parse: fields => fields,
    filters: [...filters, ...(shard === undefined ? [] : [[shard, shards] as const])].map(
      ([field, values]) => [field, 'in', values] as const,
    ),
  })

/** Oldest first. */
export async function duePage(
  store: Reading,
  query: DueQuery,
  { until, limit, after }: { until: Date; limit: number; after?: DuePiece | undefined },
): Promise<DuePiece[]> {
  const due = dueOf(query)
    .where(query.at, '<=', until)
    .orderBy(query.at)
    .after(after?.cursor)
    .limit(limit)
    .select(query.at, quarantinedAt(query))
  return (await store.find(due)).map(document => pieceOf(document, query))
}

export const oldestDue = (store: Reading, query: DueQuery): Promise<Date | undefined> =>
  oldestOf(store, dueOf(query), query)

async function oldestOf(store: Reading, all: Query, query: DueQuery): Promise<Date | undefined> {
  const [first] = await store.find(all.orderBy(query.at).limit(1).select(query.at))
  return first && pieceOf(first, query).dueAt
}

export async function countDue(
  store: Pick<Store, 'find' | 'count'>,
  query: DueQuery,
  now: Date,
): Promise<{ count: number; oldest: Date | undefined; later: number }> {
  const due = dueOf(query).where(query.at, '<=', now)
  const [count, every, oldest] = await Promise.all([
    store.count(due.orderBy(query.at)),
    store.count(dueOf(query).orderBy(query.at)),
    // Other values sort before times.
    oldestOf(store, due, query),
  ])
  return { count, oldest, later: every - count }
}

export async function hasten(
  store: Writing,
  { at }: DueQuery,
  piece: DuePiece,
  now: Date,
): Promise<DuePiece | undefined> {
  const ended = await store.commit([patch(piece, { [at]: now }, piece.revision)])
  return ended === 'unresolved' ? undefined : { ...piece, dueAt: now, revision: ended.result }
}

export async function quarantine(
  store: Writing,
  query: DueQuery,
  piece: DuePiece,
  { until, item }: { until: Date; item?: NewItem | undefined },
): Promise<void> {
  const fields = { [query.at]: until, [quarantinedAt(query)]: serverTime }
  await store.commit([patch(piece, fields, piece.revision), ...(item ? itemWrites({ open: item }) : [])])
}

export async function settle(
  store: Writing,
  query: DueQuery,
  piece: DuePiece,
  { itemIds, at }: { itemIds: readonly string[]; at: Date },
): Promise<void> {
  const items = itemIds.map(resolve => itemWrites({ resolve, by: systemActorId, at }))
  const ended = patch(piece, without([quarantinedAt(query)]))
  await Promise.all([[ended], ...items].map(writes => store.commit(writes)))
}

const quarantinedAt = ({ at }: DueQuery): string => at.split('.').with(-1, 'asideAt').join('.')

function pieceOf(document: StoredDocument, query: DueQuery): DuePiece {
  const { path, value, revision } = document
  const dueAt = fieldAt(value, query.at)
  return {
    path,
    ids: idsIn(path),
    dueAt: dueAt instanceof Date ? dueAt : new Date(0),
    revision,
    isQuarantined: fieldAt(value, quarantinedAt(query)) !== undefined,
    cursor: document,
  }
}
