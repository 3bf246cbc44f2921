import type * as z from 'zod'
import { UnreadableError } from '../../lib/errors.ts'
import { schemaVersion as knownVersion } from '../../lib/migrations/schema-version.ts'
import type { Revision, Versioned } from '../../lib/ports.ts'
import type { DocumentReference, DocumentSnapshot, Firestore, Time } from './client.ts'
import { isTime, Timestamp } from './slim/timestamp.ts'

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
      const value = soundIn(snapshot, schema)
      return value !== undefined && snapshot?.updateTime
        ? { value, revision: revisionOf(snapshot.updateTime) }
        : undefined
    },
    parsed: snapshot => snapshot && parsed(snapshot, schema),
    versioned: snapshot => snapshot && versioned(snapshot, schema),
    read: async key => versioned(await doc(key).get(), schema),
  }
}

/** A document's data in the domain's values: times as Date, everything else as stored. */
export function plain(value: unknown): unknown {
  if (isTime(value)) return value.toDate()
  if (Array.isArray(value)) return value.map(plain)
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The text in that field; undefined where there is none, an empty one, or something else. */
export function textIn(snapshot: DocumentSnapshot | undefined, field: string): string | undefined {
  const value: unknown = snapshot?.get(field)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Fields as Firestore takes them: those that are undefined are left out. */
export const defined = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The same for the fields of nested values, too. */
export const withoutUndefined = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(defined(fields)).map(([key, value]) => [
      key,
      isMap(value) ? withoutUndefined(value) : value,
    ]),
  )

/** The document, parsed; undefined when there is none. A document of the wrong shape is our fault and throws. */
export function parsed<S extends z.ZodType>(snapshot: DocumentSnapshot, schema: S): z.output<S> | undefined {
  if (!snapshot.exists) return undefined
  const path = snapshot.ref.path
  const { data, error } = schema.safeParse(knownFields(snapshot))
  if (error === undefined) return data
  const wrong = error.issues.map(issue => issue.path.join('.')).join(', ')
  throw new StoredShapeError(`${path} is not as it should be: ${wrong}`)
}

/**
 * The same, undefined for one of another shape, too: for documents that others may have written. One of a newer release
 * throws here as well, since taking it for absent could undo what it says.
 */
export const soundIn = <S extends z.ZodType>(
  snapshot: DocumentSnapshot | undefined,
  schema: S,
): z.output<S> | undefined => (snapshot?.exists ? schema.safeParse(knownFields(snapshot)).data : undefined)

/** A document's data without the version of its shape. Throws for one that this release does not know. */
function knownFields(snapshot: DocumentSnapshot): unknown {
  const { schemaVersion, ...fields } = snapshot.data() ?? {}
  if (typeof schemaVersion !== 'number' || schemaVersion <= knownVersion) return plain(fields)
  throw new StoredShapeError(
    `${snapshot.ref.path} is of a newer release: this one knows shapes up to ${knownVersion}`,
  )
}

/** A stored document that is not what it should be. Names fields, never their values. */
export class StoredShapeError extends UnreadableError {
  override readonly name = 'StoredShapeError'
}

export function versioned<S extends z.ZodType>(
  snapshot: DocumentSnapshot,
  schema: S,
): Versioned<z.output<S>> | undefined {
  const value = parsed(snapshot, schema)
  if (value === undefined || snapshot.updateTime === undefined) return undefined
  return { value, revision: revisionOf(snapshot.updateTime) }
}

export const revisionOf = (updateTime: Time): Revision =>
  `${updateTime.seconds}.${updateTime.nanoseconds}` as Revision

/** The precondition "unchanged since that revision". */
export function unchanged(revision: Revision): { lastUpdateTime: Time } {
  const [seconds, nanoseconds] = revision.split('.').map(Number)
  return { lastUpdateTime: new Timestamp(seconds ?? 0, nanoseconds ?? 0) }
}
