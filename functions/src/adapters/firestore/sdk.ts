import { getApps, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore, FieldValue as SdkValue, Timestamp } from 'firebase-admin/firestore'
import { FieldValue } from './slim/field-value.ts'
import type { Store } from './slim/store.ts'
import type { Write } from './slim/writes.ts'

/** The process's one client of the SDK. */
export const sdkClient = (): Firestore => getFirestore(getApps()[0] ?? initializeApp())

/** Documents by the SDK: what `FIRESTORE_CLIENT=sdk` chooses, and what the REST store is compared with. */
export const sdkStore = (db: Firestore): Store => ({
  async read(paths, fields) {
    const documents = paths.map(path => db.doc(path))
    const found = fields
      ? await db.getAll(...documents, { fieldMask: [...fields] })
      : await db.getAll(...documents)
    return found.map(snapshot => {
      const { createTime, updateTime } = snapshot
      const data = snapshot.data()
      return data && createTime && updateTime ? { fields: data, createTime, updateTime } : undefined
    })
  },

  async commit(writes) {
    const batch = db.batch()
    for (const write of writes) add(write)
    return (await batch.commit()).map(({ writeTime }) => writeTime)

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
})

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
