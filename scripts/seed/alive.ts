import { type Firestore, getFirestore } from 'firebase-admin/firestore'
import type { World } from '../demo/world.ts'
import { doubtfulProperty, happen } from './happenings.ts'
import { history } from './history.ts'
import { lifeDocuments } from './life.ts'
import type { SeedDocument } from './talk.ts'

export async function writeDocuments(db: Firestore, documents: readonly SeedDocument[]): Promise<void> {
  const writer = db.bulkWriter()
  for (const [path, data] of documents) void writer.set(db.doc(path), data)
  await writer.close()
}

/** A morning of forty guests, the weeks before, and what happens only by itself. */
export async function bringToLife(world: World): Promise<void> {
  const now = new Date()
  await writeDocuments(getFirestore(), [...lifeDocuments(now), ...history(now), ...doubtfulProperty(now)])
  await happen(world)
}
