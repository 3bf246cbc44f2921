import {
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore'
import * as z from 'zod'
import { isDocumentId } from '../../lib/identifiers.ts'
import { settled } from './failures.ts'
import { plain } from './values.ts'

const storedCheckpoint = z.object({ after: z.string().refine(isDocumentId).optional().catch(undefined) })

const maxTries = 5

interface Page {
  documents: QueryDocumentSnapshot[]
  /** Whether the round is over with it. */
  isLast: boolean
}

/**
 * The next property channels of the round. Its place is stored before anything is done with them: whatever a channel
 * does to its watcher, the others have their turn. Two watchers take different pages.
 */
export async function nextWatched(db: Firestore, limit: number, at: Date): Promise<Page> {
  const checkpoint = db.doc('checkpoints/channels')
  for (let tries = 1; ; tries += 1) {
    const place = await checkpoint.get()
    const page = await pageAfter(db, placeIn(place), limit)
    const last = page.documents.at(-1)
    const after = page.isLast || !last ? undefined : last.id
    const write = place.updateTime
      ? checkpoint.update({ after: after ?? FieldValue.delete(), at }, { lastUpdateTime: place.updateTime })
      : checkpoint.create({ ...(after && { after }), at })
    if ((await settled(write)) || tries >= maxTries) return page
  }
}

const placeIn = (snapshot: DocumentSnapshot): string | undefined =>
  storedCheckpoint.safeParse(plain(snapshot.data())).data?.after

async function pageAfter(db: Firestore, after: string | undefined, limit: number): Promise<Page> {
  const ordered = db.collection('propertyChannels').orderBy('__name__').limit(limit)
  const { docs } = await (after === undefined ? ordered : ordered.startAfter(after)).get()
  return { documents: docs, isLast: docs.length < limit }
}
