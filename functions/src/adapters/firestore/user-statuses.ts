import * as z from 'zod'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { UserStatuses } from '../../lib/roles/user-status.ts'
import type { Firestore } from './client.ts'
import { defined, soundIn } from './repository.ts'

const stored = z.object({
  role: z.enum(['operations', 'support']).optional(),
  validSince: z.number(),
  endedAt: z.date().optional(),
})

/** Writes per commit, well below the limit. */
const writesOfCommit = 400

export const userStatuses = (db: Firestore): UserStatuses => ({
  async has(uid) {
    return isDocumentId(uid) && (await db.doc(`standings/${uid}`).get()).exists
  },

  async all() {
    const { docs } = await (await db.queries()).collection('standings').get()
    // An unreadable one grants nothing and is rewritten.
    return new Map(docs.map(snapshot => [snapshot.id, soundIn(snapshot, stored) ?? { validSince: 0 }]))
  },

  async write(changes) {
    const all = [...changes]
    for (let from = 0; from < all.length; from += writesOfCommit) {
      const batch = db.batch()
      for (const [uid, status] of all.slice(from, from + writesOfCommit)) {
        const doc = db.doc(`standings/${uid}`)
        if (status) batch.set(doc, defined(status))
        else batch.delete(doc)
      }
      await batch.commit()
    }
  },
})
