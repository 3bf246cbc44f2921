import { type Query, QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore'
import { systemActorId } from '../../lib/commit-extras.ts'
import type { DuePiece, DueQuery, DueWork } from '../../lib/due/due.ts'
import { idsIn } from '../../lib/identifiers.ts'
import { FieldValue, type Firestore, type Queries } from './client.ts'
import { commit } from './commit-extras.ts'
import { isTransientStoreError } from './failures.ts'
import { revisionOf, update, without } from './repository.ts'
import { shards } from './shards.ts'

export const dueWork = (db: Firestore): DueWork => ({
  isTransient: async error => isTransientStoreError(error),

  oldest: async query => oldestOf(byTime(await db.queries(), query), query),

  async page(query, now, limit, after) {
    const due = inOrder(await db.queries(), query)
      .where(query.at, '<=', now)
      .orderBy(query.at)
      .limit(limit)
      .select(query.at, quarantinedAt(query))
    const { docs } = await (after?.cursor instanceof QueryDocumentSnapshot
      ? due.startAfter(after.cursor)
      : due
    ).get()
    return docs.map(document => pieceOf(document, query))
  },

  async hasten(query, piece, now) {
    const ended = await commit(db, [update(piece, { [query.at]: now }, piece.revision)])
    return ended === 'unresolved' ? undefined : { ...piece, dueAt: now, revision: ended.result }
  },

  async quarantine(query, piece, { until, item }) {
    const fields = { [query.at]: until, [quarantinedAt(query)]: FieldValue.serverTimestamp() }
    await commit(db, [update(piece, fields, piece.revision)], { items: item ? [{ open: item }] : [] })
  },

  async settle(query, piece, itemIds, at) {
    await Promise.all([
      commit(db, [update(piece, without([quarantinedAt(query)]))]),
      ...itemIds.map(resolve => commit(db, [], { items: [{ resolve, by: systemActorId, at }] })),
    ])
  },

  async count(query, now) {
    const all = byTime(await db.queries(), query)
    const due = all.where(query.at, '<=', now)
    const [counted, every, oldest] = await Promise.all([
      due.count().get(),
      all.count().get(),
      oldestOf(due, query),
    ])
    const { count } = counted.data()
    return { count, oldest, later: every.data().count - count }
  },
})

const quarantinedAt = ({ at }: DueQuery): string => at.split('.').with(-1, 'asideAt').join('.')

const byTime = (db: Queries, query: DueQuery): Query => inOrder(db, query).orderBy(query.at)

async function oldestOf(all: Query, query: DueQuery): Promise<Date | undefined> {
  const [first] = (await all.limit(1).select(query.at).get()).docs
  return first && pieceOf(first, query).dueAt
}

/** Merges the shards into one order by time. */
export function inOrder(db: Queries, { collection, group, filters = [], shard }: DueQuery): Query {
  let query: Query = group ? db.collectionGroup(collection) : db.collection(collection)
  for (const [field, values] of filters) query = query.where(field, 'in', values)
  return shard === undefined ? query : query.where(shard, 'in', shards)
}

function pieceOf(document: QueryDocumentSnapshot, query: DueQuery): DuePiece {
  const dueAt: unknown = document.get(query.at)
  const { path } = document.ref
  return {
    path,
    ids: idsIn(path),
    dueAt: dueAt instanceof Timestamp ? dueAt.toDate() : new Date(0),
    revision: revisionOf(document.updateTime),
    isQuarantined: document.get(quarantinedAt(query)) !== undefined,
    cursor: document,
  }
}
