import type { Query } from 'firebase-admin/firestore'
import type { DocumentQuery, Documents, StoredDocument } from '../../lib/documents.ts'
import type { DocumentSnapshot, Firestore, Queries } from './client.ts'
import { commit } from './commit-extras.ts'
import { inOrder } from './due-queries.ts'
import { chunked, pageOf, threadChange } from './paths.ts'
import { create, plain, remove, revisionOf, update, without } from './repository.ts'

export const documents = (db: Firestore): Documents => ({
  read: async path => storedIn(await db.doc(path).get()),

  readAll: async paths => found(await db.getAll(paths.map(path => ({ path })))),

  async find(query) {
    const parts = queriesOf(await db.queries(), query).map(part => part.get())
    return (await Promise.all(parts)).flatMap(({ docs }) => found(docs))
  },

  async *pages(query, size) {
    for (const part of queriesOf(await db.queries(), query))
      for (let page = await pageOf(part, size); ; ) {
        yield found(page)
        if (page.length < size) break
        page = await pageOf(part, size, page.at(-1))
      }
  },

  async count(query) {
    const parts = queriesOf(await db.queries(), query).map(part => part.count().get())
    return (await Promise.all(parts)).reduce((total, part) => total + part.data().count, 0)
  },

  async putOff(query, now) {
    const due = inOrder(await db.queries(), query)
    return found((await due.where(query.at, '>', now).orderBy(query.at).get()).docs)
  },

  create: (path, fields) => commit(db, [create({ path }, fields)]),

  write(path, revision, { fields, without: gone }, extras) {
    const changed = update({ path }, { ...fields, ...without(gone) }, revision)
    const [, threadId] = /^threads\/([^/]+)$/.exec(path) ?? []
    return commit(db, [changed, ...(threadId === undefined ? [] : [threadChange(db, threadId)])], extras)
  },

  remove: (path, revision, extras) => commit(db, [remove({ path }, revision)], extras),

  async rewrite(path, next, revision) {
    const queries = await db.queries()
    return queries.runTransaction(async transaction => {
      const snapshot = await transaction.get(queries.doc(path))
      const fields = snapshot.data()
      if (!fields || !snapshot.updateTime) return false
      if (revision !== undefined && revisionOf(snapshot.updateTime) !== revision) return false
      const after = next(fields)
      if (after) transaction.set(snapshot.ref, after)
      return true
    })
  },
})

/** As many queries as the values need. */
function queriesOf(db: Queries, { collection, group, where = [], among, orderBy }: DocumentQuery): Query[] {
  let query: Query = group ? db.collectionGroup(collection) : db.collection(collection)
  for (const [field, comparison, value] of where) query = query.where(field, comparison, value)
  if (orderBy) query = query.orderBy(...orderBy)
  if (!among) return [query]
  const [field, values] = among
  return chunked(values).map(some => query.where(field, 'in', some))
}

const found = (snapshots: readonly DocumentSnapshot[]): StoredDocument[] =>
  snapshots.flatMap(snapshot => storedIn(snapshot) ?? [])

function storedIn(snapshot: DocumentSnapshot): StoredDocument | undefined {
  const [fields, { updateTime, ref, id }] = [snapshot.data(), snapshot]
  if (!fields || !updateTime) return undefined
  const value = Object.fromEntries(Object.entries(fields).map(([name, held]) => [name, plain(held)]))
  return { path: ref.path, id, value, revision: revisionOf(updateTime) }
}
