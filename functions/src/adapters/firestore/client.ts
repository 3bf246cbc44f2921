import { getApps, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'

export type { Firestore }

/** The process's one Firestore client. */
export const firestoreClient = (): Firestore => getFirestore(getApps()[0] ?? initializeApp())
