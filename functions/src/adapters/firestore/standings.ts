import * as z from 'zod'
import type { Standings } from '../../lib/roles/roles-ports.ts'
import type { Firestore } from './client.ts'
import { defined, soundIn } from './repository.ts'

const stored = z.object({
  role: z.enum(['operations', 'support']).optional(),
  validSince: z.number(),
  endedAt: z.date().optional(),
})

/** Writes that a commit takes, with room to spare. */
const writesOfCommit = 400

export const standings = (db: Firestore): Standings => ({
  async all() {
    const { docs } = await (await db.queries()).collection('standings').get()
    // One that cannot be read opens nothing, and is written anew.
    return new Map(docs.map(snapshot => [snapshot.id, soundIn(snapshot, stored) ?? { validSince: 0 }]))
  },

  async write(changes) {
    const all = [...changes]
    for (let from = 0; from < all.length; from += writesOfCommit) {
      const batch = db.batch()
      for (const [uid, standing] of all.slice(from, from + writesOfCommit)) {
        const doc = db.doc(`standings/${uid}`)
        if (standing) batch.set(doc, defined(standing))
        else batch.delete(doc)
      }
      await batch.commit()
    }
  },
})
