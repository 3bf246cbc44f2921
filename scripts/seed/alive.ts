import type { Firestore } from 'firebase-admin/firestore'
import { propertyDocuments } from '../seed-data.ts'
import { lifeDocuments } from './conversations.ts'
import { happen } from './happenings.ts'
import { history } from './history.ts'
import { writeDocuments } from './talk.ts'
import villa from './villa-aurora.json' with { type: 'json' }

/**
 * A morning of forty guests, the weeks before, a property whose rooms are hard to tell apart, and events that no
 * document can seed.
 */
export async function bringToLife(db: Firestore): Promise<void> {
  const now = new Date()
  await writeDocuments(db, [...lifeDocuments(now), ...history(now), ...propertyDocuments(villa.property)])
  await happen()
}
