import { getApps, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'

/** The process's one Firestore client. */
export function firestoreClient(): Firestore {
  const known = getApps()[0]
  const app = known ?? initializeApp()
  const db = getFirestore(app)
  if (!known) db.settings({ ignoreUndefinedProperties: true })
  return db
}
