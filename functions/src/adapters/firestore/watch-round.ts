import type { Firestore, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import * as z from 'zod'
import { change } from '../../lib/durable/change.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Clock, Versioned } from '../../lib/ports.ts'
import { checkpoints } from './checkpoints.ts'

const storedPlace = z.object({
  after: z.string().refine(isDocumentId).optional().catch(undefined),
  at: z.date().optional().catch(undefined),
})
type Place = z.infer<typeof storedPlace>

const round = { name: 'channels', schema: storedPlace }

interface Page {
  documents: QueryDocumentSnapshot[]
  /** Whether the round is over with it. */
  isLast: boolean
}

interface State {
  place: Versioned<Place> | undefined
  page: Page
}

/**
 * The next property channels of the round. Its place is stored before anything is done with them: whatever a channel
 * does to its watcher, the others have their turn. Two watchers take different pages.
 */
export function nextWatched(db: Firestore, clock: Clock, limit: number): Promise<Page> {
  const places = checkpoints(db)
  return change<State, Place, Page>(
    { clock },
    {
      async read() {
        const place = await places.read(round)
        return { place, page: await pageAfter(db, place?.value.after, limit) }
      },
      decide: ({ page: { documents, isLast } }) => ({
        write: { after: isLast ? undefined : documents.at(-1)?.id, at: clock.now() },
      }),
      async commit(next, { place, page }) {
        const ended = await places.write(round, next, place?.revision)
        return ended === 'unresolved' ? ended : { result: page }
      },
    },
  )
}

async function pageAfter(db: Firestore, after: string | undefined, limit: number): Promise<Page> {
  const ordered = db.collection('propertyChannels').orderBy('__name__').limit(limit)
  const { docs } = await (after === undefined ? ordered : ordered.startAfter(after)).get()
  return { documents: docs, isLast: docs.length < limit }
}
