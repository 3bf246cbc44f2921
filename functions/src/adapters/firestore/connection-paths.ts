import type { DocumentReference, Firestore, Query } from 'firebase-admin/firestore'
import { channelIdOf } from '../../lib/connection/connection-result.ts'
import type { Target } from '../../lib/connection/ports.ts'

export const channelDoc = (db: Firestore, target: Target): DocumentReference =>
  db.doc(`propertyChannels/${channelIdOf(target)}`)

export const attemptDoc = (db: Firestore, target: Target): DocumentReference =>
  db.doc(`connectionAttempts/${channelIdOf(target)}`)

export const requestDoc = (db: Firestore, id: string): DocumentReference => db.doc(`connectionRequests/${id}`)

/** Every request for the target. */
export const requestsOf = (db: Firestore, { propertyId, ota }: Target): Query =>
  db.collection('connectionRequests').where('propertyId', '==', propertyId).where('ota', '==', ota)

export const pendingRequestsOf = (db: Firestore, target: Target): Query =>
  requestsOf(db, target).where('status', '==', 'pending')
