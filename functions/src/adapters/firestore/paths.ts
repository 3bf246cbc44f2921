import type { DocumentReference, Firestore } from 'firebase-admin/firestore'
import type { MessageRef } from '../../lib/chat/ports.ts'

export const threadDoc = (db: Firestore, threadId: string): DocumentReference => db.doc(`threads/${threadId}`)

export const messageDoc = (db: Firestore, { threadId, messageId }: MessageRef): DocumentReference =>
  db.doc(`threads/${threadId}/messages/${messageId}`)

export const auditDoc = (db: Firestore, id: string): DocumentReference => db.doc(`auditLog/${id}`)

export const inboundDoc = (db: Firestore, providerMessageId: string): DocumentReference =>
  db.doc(`inboundMessages/${providerMessageId}`)
