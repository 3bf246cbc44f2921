import type { Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import type { SearchCheckpoints } from '../../lib/chat/search/ports.ts'
import { defined, parsed } from './values.ts'

const storedCheckpoint = z.object({
  after: z.string().optional(),
  cursor: z.string().optional(),
  suspects: z.array(z.object({ threadId: z.string(), since: z.date() })).default([]),
})

export function searchCheckpoints(db: Firestore): SearchCheckpoints {
  const checkpoint = db.doc('checkpoints/search')
  return {
    async read() {
      return parsed(await checkpoint.get(), storedCheckpoint) ?? { suspects: [] }
    },

    async write(value) {
      await checkpoint.set(defined(value))
    },
  }
}
