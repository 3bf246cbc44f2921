import type { Firestore as Queries } from 'firebase-admin/firestore'
import { fieldAt } from '../../lib/documents.ts'
import { projectOfProcess } from '../google-token.ts'
import { addressOf } from './slim/address.ts'
import { restStore, type Store, type Stored } from './slim/store.ts'
import type { Time } from './slim/timestamp.ts'
import type { Write } from './slim/writes.ts'

export { FieldValue } from './slim/field-value.ts'
export type { Queries, Store, Time, Write }

/** A document's path; the SDK's references fit. */
export interface HasPath {
  readonly path: string
}

/** A document as it was read; the SDK's snapshots fit. */
export interface DocumentSnapshot {
  readonly id: string
  readonly ref: HasPath
  readonly exists: boolean
  readonly updateTime?: Time | undefined
  data(): Record<string, unknown> | undefined
  /** The value at `a.b`. */
  get(field: string): unknown
}

export interface DocumentReference extends HasPath {
  readonly id: string
  get(): Promise<DocumentSnapshot>
}

/**
 * Documents over REST: a fraction of the SDK's CPU and start-up time. Queries use the SDK itself, which is loaded with
 * the first one.
 */
export interface Firestore extends Pick<Store, 'commit' | 'sum' | 'count'> {
  doc(path: string): DocumentReference
  /** One round trip, none without documents. With `fields`, only those are fetched. */
  getAll(documents: readonly HasPath[], fields?: readonly string[]): Promise<DocumentSnapshot[]>
  /** The same, each by its name; without those that are undefined. */
  getEach<Name extends string>(
    documents: Readonly<Partial<Record<Name, HasPath | undefined>>>,
  ): Promise<Partial<Record<Name, DocumentSnapshot>>>
  queries(): Promise<Queries>
}

export function firestoreOver(store: Store, queries: () => Promise<Queries>): Firestore {
  const getAll: Firestore['getAll'] = async (documents, fields) => {
    const paths = documents.map(({ path }) => path)
    const found = paths.length > 0 ? await store.read(paths, fields) : []
    return paths.map((path, position) => snapshotOf(path, found[position]))
  }
  const getEach: Firestore['getEach'] = async documents => {
    const wanted = Object.entries<HasPath | undefined>(documents).flatMap(([name, document]) =>
      document ? [{ name, document }] : [],
    )
    const found = await getAll(wanted.map(({ document }) => document))
    return Object.fromEntries(wanted.map(({ name }, position) => [name, found[position]])) as object
  }
  return {
    doc: path => ({ path, id: idOf(path), get: async () => onlyOf(await getAll([{ path }])) }),
    getAll,
    getEach,
    commit: async writes => store.commit(writes),
    sum: query => store.sum(query),
    count: query => store.count(query),
    queries,
  }
}

/** Wraps an SDK client; one of ours is returned as it is. `through` may wrap the store. */
export const firestoreWith = (given: Queries | Firestore, through = (store: Store) => store): Firestore =>
  'queries' in given
    ? given
    : firestoreOver(through(restStore(addressOf(projectOf(given)))), async () => given)

function projectOf(sdk: Queries): string {
  const projectId: unknown = Reflect.get(sdk, 'projectId')
  if (typeof projectId === 'string') return projectId
  throw new Error('the Firestore client does not say whose it is')
}

/** Which client reads and writes documents. */
export type FirestoreClient = 'rest' | 'sdk'

/** The process's one Firestore client. */
export async function firestoreClient(client: FirestoreClient): Promise<Firestore> {
  const queries = async () => (await import('./sdk.ts')).sdkClient()
  if (client === 'rest') return firestoreOver(restStore(addressOf(projectOfProcess())), queries)
  const { sdkStore } = await import('./sdk.ts')
  return firestoreOver(sdkStore(await queries()), queries)
}

/** A document's path has an even number of segments. */
function idOf(path: string): string {
  const names = path.split('/')
  const id = names.at(-1)
  if (id === undefined || names.includes('') || names.length % 2 !== 0)
    throw new TypeError(`"${path}" is no path of a document`)
  return id
}

/** The only entry of an answer for one document. */
function onlyOf<T>([only]: readonly T[]): T {
  if (only === undefined) throw new Error('an answer for one document has none')
  return only
}

function snapshotOf(path: string, stored: Stored | undefined): DocumentSnapshot {
  const data = () => stored?.fields
  return {
    id: idOf(path),
    ref: { path },
    exists: stored !== undefined,
    updateTime: stored?.updateTime,
    data,
    get: field => fieldAt(data(), field),
  }
}
