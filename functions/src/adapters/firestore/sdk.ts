import { getApps, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'

/** The process's one client of the SDK, for queries. */
export const sdkClient = (): Firestore => getFirestore(getApps()[0] ?? initializeApp())
