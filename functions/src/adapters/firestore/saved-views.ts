import * as z from 'zod'
import type { SavedViews } from '../../lib/chat/desk/ports.ts'
import type { Firestore } from './client.ts'
import { set, soundIn } from './repository.ts'

const storedViews = z.looseObject({ views: z.array(z.object({ name: z.string(), query: z.string() })) })

export const savedViews = (db: Firestore): SavedViews => ({
  async read(userId) {
    return soundIn(await db.doc(`userViews/${userId}`).get(), storedViews)?.views ?? []
  },

  async write(userId, views) {
    await db.commit([set(db.doc(`userViews/${userId}`), { views: [...views] })])
  },
})
