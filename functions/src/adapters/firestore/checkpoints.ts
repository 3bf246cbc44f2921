import type { Checkpoints } from '../../lib/rounds/checkpoints.ts'
import { FieldValue, type Firestore } from './client.ts'
import { commit } from './commit-extras.ts'
import { create, defined, update, versioned } from './repository.ts'

export const checkpoints = (db: Firestore): Checkpoints => {
  const doc = (name: string) => db.doc(`checkpoints/${name}`)
  return {
    checkpoint: async ({ name, schema }) => versioned(await doc(name).get(), schema),

    saveCheckpoint({ name }, cursor, revision) {
      if (revision === undefined) return commit(db, [create(doc(name), defined(cursor))])
      const fields = Object.entries(cursor).map(([field, value]) => [field, value ?? FieldValue.delete()])
      return commit(db, [update(doc(name), Object.fromEntries(fields), revision)])
    },
  }
}
