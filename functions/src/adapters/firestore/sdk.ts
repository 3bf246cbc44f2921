import { getApps, initializeApp } from 'firebase-admin/app'
import {
  AggregateField,
  type Firestore,
  getFirestore,
  type Query,
  FieldValue as SdkValue,
  Timestamp,
} from 'firebase-admin/firestore'
import { inTime } from './slim/address.ts'
import { codes, FirestoreError } from './slim/failure.ts'
import { FieldValue } from './slim/field-value.ts'
import { patience, type Store, type SumQuery } from './slim/store.ts'
import type { Write } from './slim/writes.ts'

/** The process's SDK client. */
export const sdkClient = (): Firestore => getFirestore(getApps()[0] ?? initializeApp())

/** A store over the SDK: for `FIRESTORE_CLIENT=sdk`, and as the reference for the REST store. */
export const sdkStore = (db: Firestore): Store => ({
  async read(paths, fields) {
    const documents = paths.map(path => db.doc(path))
    const found = await within(
      patience.read + patience.repeats,
      fields ? db.getAll(...documents, { fieldMask: [...fields] }) : db.getAll(...documents),
    )
    return found.map(snapshot => {
      const { createTime, updateTime } = snapshot
      const data = snapshot.data()
      return data && createTime && updateTime ? { fields: data, createTime, updateTime } : undefined
    })
  },

  async commit(writes) {
    const batch = db.batch()
    for (const write of writes) add(write)
    const results = await within(patience.commit + patience.repeats, batch.commit())
    return results.map(({ writeTime }) => writeTime)

    function add({ kind, path, merge, lastUpdateTime, ...write }: Write): void {
      const document = db.doc(path)
      const fields = sdkFields(write.fields)
      const precondition = lastUpdateTime && {
        lastUpdateTime: new Timestamp(lastUpdateTime.seconds, lastUpdateTime.nanoseconds),
      }
      if (kind === 'create') batch.create(document, fields)
      else if (kind === 'delete') batch.delete(document, precondition)
      else if (kind === 'update')
        precondition ? batch.update(document, fields, precondition) : batch.update(document, fields)
      else if (merge === undefined) batch.set(document, fields)
      else batch.set(document, fields, merge === true ? { merge } : { mergeFields: [...merge] })
    }
  },

  async sum({ group, where, field }) {
    const query = filtered(db.collectionGroup(group), where)
    const summed = query.aggregate({ sum: AggregateField.sum(field) }).get()
    return (await within(patience.read + patience.repeats, summed)).data().sum
  },

  async count({ collection, group = false, where }) {
    const all = group ? db.collectionGroup(collection) : db.collection(collection)
    const counted = filtered(all, where).count().get()
    return (await within(patience.read + patience.repeats, counted)).data().count
  },
})

const filtered = (all: Query, where: SumQuery['where']): Query =>
  where.reduce((query, [name, comparison, value]) => query.where(name, comparison, value), all)

/** The SDK itself retries for ten minutes, longer than a request may take. */
const within = <T>(ms: number, call: Promise<T>): Promise<T> =>
  inTime(call, ms, () => new FirestoreError(codes.DEADLINE_EXCEEDED, `no answer within ${ms} ms`))

const sdkFields = (fields: Write['fields']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, sdkValue(value)]))

function sdkValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sdkValue)
  if (value instanceof FieldValue) return sdkFieldValue(value)
  const isMap =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isMap ? sdkFields({ ...value }) : value
}

function sdkFieldValue({ does }: FieldValue): SdkValue {
  if (does === 'delete') return SdkValue.delete()
  if (does.kind === 'increment') return SdkValue.increment(does.by)
  if (does.kind === 'server-time') return SdkValue.serverTimestamp()
  return does.kind === 'union' ? SdkValue.arrayUnion(...does.values) : SdkValue.arrayRemove(...does.values)
}
