import { type Firestore, type Query, QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore'
import type { DuePiece, DueQuery, DueWork } from '../../lib/due/due.ts'
import { accompany } from './company.ts'
import { resolvedCommit } from './failures.ts'
import { revisionOf, unchanged } from './repository.ts'
import { shards } from './shards.ts'

export const dueWork = (db: Firestore): DueWork => ({
  async page(query, now, limit, after) {
    const due = inOrder(db, query).where(query.at, '<=', now).orderBy(query.at).limit(limit).select(query.at)
    const { docs } = await (after?.place instanceof QueryDocumentSnapshot
      ? due.startAfter(after.place)
      : due
    ).get()
    return docs.map(document => pieceOf(document, query))
  },

  async move(query, { path, revision }, to, item) {
    const batch = db.batch()
    if (!query.isLease) batch.update(db.doc(path), { [query.at]: to }, unchanged(revision))
    if (item) accompany(db, batch, { items: [{ open: item }] })
    await resolvedCommit(batch.commit())
  },

  async count(query) {
    // Not those that say that there is nothing.
    const all = inOrder(db, query).where(query.at, '>', new Date(0)).orderBy(query.at)
    const [counted, first] = await Promise.all([all.count().get(), all.limit(1).select(query.at).get()])
    const oldest = first.docs[0] && pieceOf(first.docs[0], query).dueAt
    return { count: counted.data().count, oldest }
  },
})

/** Whatever shard the times stand in, they come in one order. */
function inOrder(db: Firestore, { collection, group, filters = [], shard }: DueQuery): Query {
  let query: Query = group ? db.collectionGroup(collection) : db.collection(collection)
  for (const [field, values] of filters) query = query.where(field, 'in', values)
  return shard === undefined ? query : query.where(shard, 'in', shards)
}

function pieceOf(document: QueryDocumentSnapshot, { at }: DueQuery): DuePiece {
  const dueAt: unknown = document.get(at)
  const { path } = document.ref
  return {
    path,
    ids: path.split('/').filter((_, position) => position % 2 === 1),
    dueAt: dueAt instanceof Timestamp ? dueAt.toDate() : new Date(0),
    revision: revisionOf(document.updateTime),
    place: document,
  }
}
