import type { DocumentReference, DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import type * as z from 'zod'
import type { Versioned } from '../../lib/ports.ts'
import { parsed, plain, revisionOf, versioned } from './values.ts'

/** One kind of document: where it stands, and what it looks like. */
export interface DocumentKind<Key, Schema extends z.ZodType> {
  path: (key: Key) => string
  schema: Schema
}

/** Reads one kind of document. Its port adds the changes that the kind knows. */
export interface Repository<Key, Value> {
  doc(key: Key): DocumentReference
  /** Undefined when there is none. Throws StoredShapeError for a document of another shape. */
  parsed(snapshot: DocumentSnapshot | undefined): Value | undefined
  /** Undefined for one of another shape, too: for documents that others may have written. */
  sound(snapshot: DocumentSnapshot | undefined): Versioned<Value> | undefined
  /** The same as `parsed` with its revision. */
  versioned(snapshot: DocumentSnapshot | undefined): Versioned<Value> | undefined
  /** One round trip. */
  read(key: Key): Promise<Versioned<Value> | undefined>
}

export function repository<Key, Schema extends z.ZodType>(
  db: Firestore,
  { path, schema }: DocumentKind<Key, Schema>,
): Repository<Key, z.output<Schema>> {
  const doc = (key: Key) => db.doc(path(key))
  return {
    doc,
    sound: snapshot => {
      const { data } = schema.safeParse(plain(snapshot?.data()))
      return data !== undefined && snapshot?.updateTime
        ? { value: data, revision: revisionOf(snapshot.updateTime) }
        : undefined
    },
    parsed: snapshot => snapshot && parsed(snapshot, schema),
    versioned: snapshot => snapshot && versioned(snapshot, schema),
    read: async key => versioned(await doc(key).get(), schema),
  }
}
