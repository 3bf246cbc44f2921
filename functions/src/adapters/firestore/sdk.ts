import { getApps, initializeApp } from 'firebase-admin/app'
import {
  FieldPath,
  FieldValue,
  GrpcStatus,
  getFirestore,
  type Firestore as Queries,
  Timestamp,
} from 'firebase-admin/firestore'
import { isMap } from '../../lib/documents.ts'
import type { EventDocument, Revision } from '../../lib/ports.ts'
import { FieldChange, type Write } from '../../lib/store.ts'
import { within } from '../time-limit.ts'

export type { Queries, Write }
export { Timestamp }

/** Finer than a Date. */
export interface Time {
  readonly seconds: number
  readonly nanoseconds: number
  toDate(): Date
}

export const isTime = (value: unknown): value is Time => value instanceof Timestamp

export function plain(value: unknown): unknown {
  if (isTime(value)) return value.toDate()
  if (Array.isArray(value)) return value.map(plain)
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}

export function eventDocument(
  document: { data(): unknown; updateTime?: Time | undefined } | undefined,
): EventDocument | undefined {
  const fields = plain(document?.data())
  return isMap(fields) && document?.updateTime ? { fields, updateTime: document.updateTime } : undefined
}

export interface Stored {
  fields: Record<string, unknown>
  createTime: Time
  updateTime: Time
}

export interface Store {
  /** One round trip, none without a path. */
  read(paths: readonly string[]): Promise<(Stored | undefined)[]>
  /** Atomic, in one round trip. */
  commit(writes: readonly Write[]): Promise<Time[]>
}

export interface Firestore extends Store {
  queries: Queries
}

export const firestoreWith = (given: Queries | Firestore, through = (store: Store) => store): Firestore =>
  'queries' in given ? given : { ...through(sdkStore(given)), queries: given }

export const firestoreClient = (): Firestore => firestoreWith(getFirestore(getApps()[0] ?? initializeApp()))

export const sdkStore = (db: Queries): Store => ({
  async read(paths) {
    if (paths.length === 0) return []
    const snapshots = await inTime(patience.read, db.getAll(...paths.map(path => db.doc(path))))
    return snapshots.map(snapshot => {
      const { createTime, updateTime } = snapshot
      const data = snapshot.data()
      return data && createTime && updateTime ? { fields: data, createTime, updateTime } : undefined
    })
  },

  async commit(writes) {
    const batch = db.batch()
    for (const write of writes) add(write)
    const results = await inTime(patience.commit, batch.commit())
    return results.map(({ writeTime }) => writeTime)

    function add({ kind, path, merge, revision, ...write }: Write): void {
      const document = db.doc(path)
      const fields = storable(write.fields)
      const precondition = revision && { lastUpdateTime: timeOf(revision) }
      if (kind === 'create') batch.create(document, fields)
      else if (kind === 'delete') batch.delete(document, precondition)
      else if (kind === 'set') {
        if (merge === undefined) batch.set(document, fields)
        else if (merge === true) batch.set(document, fields, { merge })
        else batch.set(document, fields, { mergeFields: merge.map(name => new FieldPath(name)) })
      } else {
        const [first, ...others] = Object.entries(fields).map(
          ([name, value]) => [pathOf(name), value] as const,
        )
        if (!first) throw new TypeError(`${path}: an update without a field`)
        batch.update(document, ...first, ...others.flat(), ...(precondition ? [precondition] : []))
      }
    }
  },
})

const pathOf = (name: string): FieldPath => new FieldPath(...name.split('.'))

/** Milliseconds. The SDK would repeat for ten minutes. */
export const patience = { read: 35_000, commit: 50_000 }

export const codes = GrpcStatus

export const inTime = <T>(ms: number, call: Promise<T>): Promise<T> =>
  within(ms, call, () =>
    Object.assign(new Error(`Firestore: no answer within ${ms} ms`), { code: codes.DEADLINE_EXCEEDED }),
  )

const storable = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toWellFormed(), storableValue(value)]],
    ),
  )

/** Firestore refuses half of a surrogate pair, and undefined. */
function storableValue(value: unknown): unknown {
  if (value instanceof FieldChange) return sdkChange(value)
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(storableValue)
  const isMap =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isMap ? storable(value) : value
}

function sdkChange({ by }: FieldChange): FieldValue {
  switch (by.kind) {
    case 'removal':
      return FieldValue.delete()
    case 'server time':
      return FieldValue.serverTimestamp()
    case 'increment':
      return FieldValue.increment(by.by)
    case 'union':
      return FieldValue.arrayUnion(...by.values)
    case 'difference':
      return FieldValue.arrayRemove(...by.values)
    case 'end':
      throw new Error(`the end of ${by.name} is still open`)
  }
}

function timeOf(revision: Revision): Timestamp {
  const [seconds = 0, nanoseconds = 0] = revision.split('.').map(Number)
  return new Timestamp(seconds, nanoseconds)
}
