import type { Firestore } from 'firebase-admin/firestore'
import { doubtfulProperty, happen } from './happenings.ts'
import { history } from './history.ts'
import { lifeDocuments } from './life.ts'
import { writeDocuments } from './talk.ts'

/** A morning of forty guests, the weeks before, and what happens only by itself. */
export async function bringToLife(db: Firestore): Promise<void> {
  const now = new Date()
  await writeDocuments(db, [...lifeDocuments(now), ...history(now), ...doubtfulProperty(now)])
  await happen()
}
