import {
  AggregateField,
  Filter as AnyFilter,
  type Query as SdkQuery,
  type QueryDocumentSnapshot as SdkSnapshot,
  Timestamp,
} from 'firebase-admin/firestore'
import { endAfter, parseRetention, type Retention } from '../../lib/retention.ts'
import {
  type DocumentAt,
  FieldChange,
  type Filter,
  fieldRemoval,
  Moment,
  Query,
  revisionOf,
  type Store,
  type StoredDocument,
  storedDocument,
  type Write,
} from '../../lib/store.ts'
import { isTransientStoreError, resolvedCommit } from './failures.ts'
import { type Firestore, inTime, isTime, patience, plain, type Queries, type Stored } from './sdk.ts'

/** Firestore's bound of `in`. */
const mostValues = 30

const snapshots = new WeakMap<object, SdkSnapshot>()

const inRead = <T>(call: Promise<T>): Promise<T> => inTime(patience.read, call)

export function store(db: Firestore, retention = parseRetention('')): Store {
  async function read<T>(places: readonly DocumentAt<T>[]): Promise<(StoredDocument<T> | undefined)[]> {
    const answers = await db.read(places.map(({ path }) => path))
    return places.map((place, at) => documentIn(answers[at], place))
  }

  const commit = async (writes: readonly Write[]) => db.commit(writes.map(write => ended(write, retention)))

  return {
    async get(places) {
      const all = Object.values(places).flatMap(place => place ?? [])
      const answers = (await read(all)).values()
      const answer = () => answers.next().value
      const named = Object.entries(places).map(([name, place]) => {
        if (!place) return [name, undefined]
        return [name, 'path' in place ? answer() : place.map(answer)]
      })
      return Object.fromEntries(named)
    },

    read: async place => (await read([place]))[0],

    readAll: async places => (await read(places)).flatMap(one => one ?? []),

    async find(query) {
      const parts = partsOf(query).map(async part => inRead((await sdkQuery(db.queries, part)).get()))
      return (await Promise.all(parts)).flatMap(({ docs }) => docs.flatMap(one => foundBy(one, query)))
    },

    async count(query) {
      const counts = partsOf(query).map(
        async part => (await inRead((await sdkQuery(db.queries, part)).count().get())).data().count,
      )
      return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0)
    },

    async sum(query, field) {
      const of = await sdkQuery(db.queries, query)
      return (await inRead(of.aggregate({ sum: AggregateField.sum(field) }).get())).data().sum
    },

    commit: writes => resolvedCommit(commit(writes)),

    async write(writes) {
      await commit(writes)
    },

    async rewrite({ path }, next, revision) {
      return db.queries.runTransaction(async transaction => {
        const snapshot = await transaction.get(db.queries.doc(path))
        const fields = snapshot.data()
        if (!fields || !snapshot.updateTime) return false
        if (revision !== undefined && revisionOf(snapshot.updateTime) !== revision) return false
        const after = next(fields)
        if (after) transaction.set(snapshot.ref, after)
        return true
      })
    },

    isTransient: async error => isTransientStoreError(error),
  }
}

function ended(write: Write, retention: Retention): Write {
  const isPart = write.kind === 'update' || write.merge !== undefined
  const fields = Object.entries(write.fields).flatMap(([name, value]) => {
    const end = value instanceof FieldChange && value.by.kind === 'end' ? value.by : undefined
    if (!end) return value === undefined ? [] : [[name, value]]
    const { expireAt = isPart ? fieldRemoval : undefined } = endAfter(
      retention,
      end.name,
      end.from,
      end.notBefore,
    )
    return expireAt ? [[name, expireAt]] : []
  })
  return { ...write, fields: Object.fromEntries(fields) }
}

function foundBy<T>(snapshot: SdkSnapshot, query: Query<T>): StoredDocument<T>[] {
  const { path } = snapshot.ref
  const stored = { fields: snapshot.data(), updateTime: snapshot.updateTime }
  const one = documentIn(stored, { path, id: snapshot.id, parse: query.parse })
  if (!one) return []
  const [first] = query.order[0] ?? []
  const at: unknown = first === undefined ? undefined : snapshot.get(first)
  const placed = isTime(at) ? { ...one, at: new Moment(at.seconds, at.nanoseconds) } : one
  if (isOrdered(query)) snapshots.set(placed, snapshot)
  return [placed]
}

function documentIn<T>(
  stored: Pick<Stored, 'fields' | 'updateTime'> | undefined,
  place: DocumentAt<T>,
): StoredDocument<T> | undefined {
  if (!stored) return undefined
  const values = Object.entries(stored.fields).map(([name, value]) => [name, plain(value)])
  return storedDocument(place, { fields: Object.fromEntries(values), updateTime: stored.updateTime })
}

const isOrdered = ({ fields, order }: Query<unknown>): boolean =>
  !fields || (order.length > 0 && order.every(([field]) => fields.includes(field)))

function partsOf<T>(query: Query<T>): Query<T>[] {
  const long = query.filters.find(isLong)
  if (!long) return [query]
  const [field, comparison, value] = long
  const values = [...new Set(Array.isArray(value) ? value : [])]
  return Array.from({ length: Math.ceil(values.length / mostValues) }, (_, at) => {
    const some: Filter = [field, comparison, values.slice(at * mostValues, (at + 1) * mostValues)]
    return new Query({ ...query, filters: query.filters.map(filter => (filter === long ? some : filter)) })
  })
}

/** Firestore refuses an empty list. */
const isLong = ([, comparison, value]: Filter): boolean =>
  (comparison === 'in' || comparison === 'array-contains-any') &&
  Array.isArray(value) &&
  (value.length > mostValues || value.length === 0)

async function sdkQuery(db: Queries, query: Query<unknown>): Promise<SdkQuery> {
  const { collection, isGroup, filters, either, order, most, begin, fields } = query
  let of: SdkQuery = isGroup ? db.collectionGroup(collection) : db.collection(collection)
  for (const [field, comparison, value] of filters) of = of.where(field, comparison, value)
  if (either.length > 0)
    of = of.where(
      AnyFilter.or(...either.map(([field, comparison, value]) => AnyFilter.where(field, comparison, value))),
    )
  for (const [field, direction] of order) of = of.orderBy(field, direction)
  if (begin && 'path' in begin)
    of = of.startAfter(snapshots.get(begin) ?? (await inRead(db.doc(begin.path).get())))
  else if (begin) of = of.startAfter(...begin.map(sdkValue))
  if (fields) of = of.select(...fields)
  return most === undefined ? of : of.limit(most)
}

const sdkValue = (value: unknown): unknown =>
  value instanceof Moment ? new Timestamp(value.seconds, value.nanoseconds) : value
