import type { Documents, StoredDocument } from '../../lib/migrations/run-migrations.ts'
import { type DocumentSnapshot, FieldValue, type Firestore } from './client.ts'
import { resolvedCommit } from './failures.ts'
import { plain, revisionOf, unchanged } from './repository.ts'

/** Documents of any kind, for migrations. */
export const migrating = (db: Firestore): Documents => ({
  async page(collection, after, limit) {
    const queries = await db.queries()
    const ordered = queries.collectionGroup(collection).orderBy('__name__').limit(limit)
    const found = await (after === undefined ? ordered : ordered.startAfter(queries.doc(after))).get()
    return found.docs.flatMap(document => storedIn(document) ?? [])
  },

  read: async path => storedIn(await db.doc(path).get()),

  write(path, revision, { fields, without }) {
    const gone = Object.fromEntries(without.map(field => [field, FieldValue.delete()]))
    return resolvedCommit(db.doc(path).update({ ...fields, ...gone }, unchanged(revision)))
  },
})

function storedIn(snapshot: DocumentSnapshot): StoredDocument | undefined {
  const [fields, { updateTime, ref }] = [snapshot.data(), snapshot]
  if (!fields || !updateTime) return undefined
  const value = Object.fromEntries(Object.entries(fields).map(([name, held]) => [name, plain(held)]))
  return { path: ref.path, value, revision: revisionOf(updateTime) }
}
