import type * as z from 'zod'
import { defined, isMap } from '../../lib/documents.ts'
import { UnreadableError } from '../../lib/errors.ts'
import type { EventDocument, Revision, Versioned } from '../../lib/ports.ts'
import type { DocumentReference, DocumentSnapshot, Firestore, HasPath, Time, Write } from './client.ts'
import { FieldValue } from './slim/field-value.ts'
import { isTime, Timestamp } from './slim/timestamp.ts'

export { defined }

/** Reads one kind of document, by its path and its schema. Each port adds its own writes. */
export function repository<Key, Schema extends z.ZodType>(
  db: Firestore,
  { path, schema }: { path: (key: Key) => string; schema: Schema },
) {
  type Read = DocumentSnapshot | undefined
  const doc = (key: Key): DocumentReference => db.doc(path(key))
  return {
    doc,
    parsed: (snapshot: Read) => parsed(snapshot, schema),
    versioned: (snapshot: Read) => versioned(snapshot, schema),
    /** Undefined for an invalid document too: for documents that others may have written. */
    sound: (snapshot: Read) => withRevision(snapshot, soundIn(snapshot, schema)),
    /** The same of an event's document. */
    told: (document: EventDocument | undefined): Versioned<z.output<Schema>> | undefined => {
      const value = document && schema.safeParse(plain(document.fields)).data
      return value === undefined || !document
        ? undefined
        : { value, revision: revisionOf(document.updateTime) }
    },
    /** One round trip. */
    read: async (key: Key) => versioned(await doc(key).get(), schema),
  }
}

/** A document's data in the domain's values: times as Date, everything else as stored. */
export function plain(value: unknown): unknown {
  if (isTime(value)) return value.toDate()
  if (Array.isArray(value)) return value.map(plain)
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}

/** The field's text; undefined if absent, empty or not a string. */
export function textIn(snapshot: DocumentSnapshot | undefined, field: string): string | undefined {
  const value: unknown = snapshot?.get(field)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The fields without undefined ones, in maps, too. */
export const withoutUndefined = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(defined(fields)).map(([key, value]) => [
      key,
      isMap(value) ? withoutUndefined(value) : value,
    ]),
  )

/** The parsed document; undefined if there is none. An invalid one is our mistake and throws. */
export function parsed<S extends z.ZodType>(
  snapshot: DocumentSnapshot | undefined,
  schema: S,
): z.output<S> | undefined {
  if (!snapshot?.exists) return undefined
  const { data, error } = schema.safeParse(knownFields(snapshot))
  if (error === undefined) return data
  const wrong = error.issues.map(issue => issue.path.join('.')).join(', ')
  throw new StoredShapeError(`${snapshot.ref.path} is not as it should be: ${wrong}`)
}

/** The same, but undefined for an invalid document: others may have written it. */
export const soundIn = <S extends z.ZodType>(
  snapshot: DocumentSnapshot | undefined,
  schema: S,
): z.output<S> | undefined => (snapshot?.exists ? schema.safeParse(knownFields(snapshot)).data : undefined)

/** A document's data, without the version that earlier releases wrote. */
function knownFields(snapshot: DocumentSnapshot): unknown {
  const { schemaVersion: _, ...fields } = snapshot.data() ?? {}
  return plain(fields)
}

/** An invalid stored document. Names fields, never their values. */
export class StoredShapeError extends UnreadableError {
  override readonly name = 'StoredShapeError'
}

/** Like `parsed`, with the revision. */
export const versioned = <S extends z.ZodType>(snapshot: DocumentSnapshot | undefined, schema: S) =>
  withRevision(snapshot, parsed(snapshot, schema))

const withRevision = <T>(
  snapshot: DocumentSnapshot | undefined,
  value: T | undefined,
): Versioned<T> | undefined =>
  value === undefined || !snapshot?.updateTime
    ? undefined
    : { value, revision: revisionOf(snapshot.updateTime) }

/** What is found in the documents, by their ids; without those in which nothing is. */
export const byId = <T>(
  snapshots: readonly DocumentSnapshot[],
  find: (snapshot: DocumentSnapshot) => T | undefined,
): Map<string, T> =>
  new Map(
    snapshots.flatMap(snapshot => {
      const found = find(snapshot)
      return found === undefined ? [] : [[snapshot.id, found] as const]
    }),
  )

/** The values found by the documents' ids, each with its id. */
export const withIds = <T extends object>(found: ReadonlyMap<string, T>): (T & { id: string })[] =>
  [...found].map(([id, value]) => ({ ...value, id }))

export const revisionOf = (updateTime: Pick<Time, 'seconds' | 'nanoseconds'>): Revision =>
  `${updateTime.seconds}.${updateTime.nanoseconds}` as Revision

function timeOf(revision: Revision): Time {
  const [seconds, nanoseconds] = revision.split('.').map(Number)
  return new Timestamp(seconds ?? 0, nanoseconds ?? 0)
}

/** Only if there is no such document. */
export const create = ({ path }: HasPath, fields: object): Write => ({
  kind: 'create',
  path,
  fields: { ...fields },
})

/** Replaces the document, or merges into it. */
export const set = ({ path }: HasPath, fields: object, merge?: Write['merge']): Write => ({
  kind: 'set',
  path,
  fields: { ...fields },
  merge,
})

/** Only if the document exists; with a revision, only if it is unchanged. */
export const update = ({ path }: HasPath, fields: object, revision?: Revision): Write => ({
  kind: 'update',
  path,
  fields: { ...fields },
  lastUpdateTime: revision && timeOf(revision),
})

/** With a revision, only if the document is unchanged. */
export const remove = ({ path }: HasPath, revision?: Revision): Write => ({
  kind: 'delete',
  path,
  fields: {},
  lastUpdateTime: revision && timeOf(revision),
})

/** Changes that revision of a document; without one, creates it. */
export const put = (document: HasPath, fields: object, revision: Revision | undefined): Write =>
  revision === undefined ? create(document, fields) : update(document, fields, revision)

/** For an update: takes these fields away. */
export const without = (fields: readonly string[]): Record<string, FieldValue> =>
  Object.fromEntries(fields.map(field => [field, FieldValue.delete()]))
