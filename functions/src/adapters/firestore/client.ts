import { getApps, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'

let client: Firestore | undefined

/** The process's one Firestore client. The app may be known already: whoever comes first, Auth or Firestore, makes it. */
export function firestoreClient(): Firestore {
  if (client) return client
  const db = getFirestore(getApps()[0] ?? initializeApp())
  db.settings({ ignoreUndefinedProperties: true })
  client = db
  return db
}
