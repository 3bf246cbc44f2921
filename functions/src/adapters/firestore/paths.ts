import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import type { MessageRef } from '../../lib/chat/ports.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Write,
} from './client.ts'
import { set } from './repository.ts'

export const threadDoc = (db: Firestore, threadId: string): DocumentReference => db.doc(`threads/${threadId}`)

export const messageDoc = (db: Firestore, { threadId, messageId }: MessageRef): DocumentReference =>
  db.doc(`threads/${threadId}/messages/${messageId}`)

export const fileDoc = (db: Firestore, fileId: string): DocumentReference => db.doc(`files/${fileId}`)

/** Wakes the sync of the thread's search record, for a change that creates no message. */
export const threadChange = (db: Firestore, threadId: string): Write =>
  set(db.doc(`threadChanges/${threadId}`), { at: FieldValue.serverTimestamp() })

/** The ids in the path of a message's document. */
export const messageRefOf = ({ ref, id }: DocumentSnapshot): MessageRef => ({
  threadId: ref.path.split('/')[1] ?? '',
  messageId: id,
})

/** The document of an id, if there is one that can name a document. */
export const named = (
  id: string | null | undefined,
  document: (id: string) => DocumentReference,
): DocumentReference | undefined => (id && isDocumentId(id) ? document(id) : undefined)

/** Most documents per run of a sweep. */
export const sweepLimit = 500

export const auditDoc = (db: Firestore, id: string): DocumentReference => db.doc(`auditLog/${id}`)

export const counterDoc = (db: Firestore, id: string): DocumentReference => db.doc(`rateLimits/${id}`)

export const inboundDoc = (db: Firestore, providerMessageId: string): DocumentReference =>
  db.doc(`inboundMessages/${providerMessageId}`)

export const triageDoc = (db: Firestore, entryId: string): DocumentReference => db.doc(`triage/${entryId}`)

/** Firestore's bound on an `in` filter. */
const maxIn = 30

/** The ids in chunks that fit an `in` filter. */
export const chunked = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / maxIn) }, (_, at) => ids.slice(at * maxIn, (at + 1) * maxIn))

/** What queries with an `in` filter find for any number of ids, side by side. */
export const foundAmong = async (
  ids: readonly string[],
  query: (some: string[]) => Query,
): Promise<QueryDocumentSnapshot[]> =>
  (await Promise.all(chunked(ids).map(some => query(some).get()))).flatMap(({ docs }) => docs)

/** A page of an ordered query, after that document's place in the order. */
export const pageOf = async (
  ordered: Query,
  limit: number,
  after?: unknown,
): Promise<QueryDocumentSnapshot[]> =>
  (await (after === undefined ? ordered : ordered.startAfter(after)).limit(limit).get()).docs
