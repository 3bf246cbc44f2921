import type { DocumentReference, Firestore } from 'firebase-admin/firestore'
import { channelIdOf } from '../../lib/connection/connection-result.ts'
import type { Target } from '../../lib/connection/ports.ts'

export const attemptDoc = (db: Firestore, target: Target): DocumentReference =>
  db.doc(`connectionAttempts/${channelIdOf(target)}`)
