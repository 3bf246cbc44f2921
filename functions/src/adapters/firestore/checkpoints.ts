import type { Checkpoints } from '../../lib/rounds/checkpoints.ts'
import { FieldValue, type Firestore } from './client.ts'
import { resolvedCommit } from './failures.ts'
import { defined, unchanged, versioned } from './repository.ts'

export const checkpoints = (db: Firestore): Checkpoints => {
  const doc = (name: string) => db.doc(`checkpoints/${name}`)
  return {
    checkpoint: async ({ name, schema }) => versioned(await doc(name).get(), schema),

    saveCheckpoint({ name }, cursor, revision) {
      if (revision === undefined) return resolvedCommit(doc(name).create(defined(cursor)))
      const fields = Object.entries(cursor).map(([field, value]) => [field, value ?? FieldValue.delete()])
      return resolvedCommit(doc(name).update(Object.fromEntries(fields), unchanged(revision)))
    },
  }
}
