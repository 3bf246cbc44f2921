import type { Firestore as Queries } from 'firebase-admin/firestore'
import { projectOfProcess } from '../google-token.ts'
import { addressOf } from './slim/address.ts'
import { restStore, type Store, type Stored } from './slim/store.ts'
import type { Time } from './slim/timestamp.ts'
import type { Write } from './slim/writes.ts'

export { FieldValue } from './slim/field-value.ts'
export type { Queries, Store, Time, Write }

type Fields = Readonly<Record<string, unknown>>

/** A document's place. The SDK's are such, too. */
export interface Place {
  readonly path: string
}

/** A document as it was read. The SDK's are such, too. */
export interface DocumentSnapshot {
  readonly id: string
  readonly ref: Place
  readonly exists: boolean
  readonly updateTime?: Time | undefined
  data(): Record<string, unknown> | undefined
  /** What stands at `a.b`. */
  get(field: string): unknown
}

/** How a write of one document ended. */
export interface WriteResult {
  readonly writeTime: Time
}

/** Writes only what has not changed since. */
interface Unchanged {
  lastUpdateTime?: Time | undefined
}

/** A `set` that leaves what it does not name as it is, or replaces these fields and no others. */
type SetOptions = { merge: true } | { mergeFields: readonly string[] }

export interface DocumentReference extends Place {
  readonly id: string
  get(): Promise<DocumentSnapshot>
  create(fields: Fields): Promise<WriteResult>
  set(fields: Fields, options?: SetOptions): Promise<WriteResult>
  update(fields: Fields, precondition?: Unchanged): Promise<WriteResult>
  delete(precondition?: Unchanged): Promise<WriteResult>
}

/** What is written in one commit. */
export interface WriteBatch {
  create(document: Place, fields: Fields): WriteBatch
  set(document: Place, fields: Fields, options?: SetOptions): WriteBatch
  update(document: Place, fields: Fields, precondition?: Unchanged): WriteBatch
  delete(document: Place, precondition?: Unchanged): WriteBatch
  commit(): Promise<WriteResult[]>
}

/**
 * Documents by their path, in the SDK's words: read and written over REST, which takes a fraction of the CPU and of the
 * start. Queries are the SDK's, which is loaded with the first one.
 */
export interface Firestore {
  doc(path: string): DocumentReference
  /** One round trip. With `fields` nothing else of them is fetched. */
  getAll(documents: readonly Place[], fields?: readonly string[]): Promise<DocumentSnapshot[]>
  batch(): WriteBatch
  queries(): Promise<Queries>
}

export function firestoreOver(store: Store, queries: () => Promise<Queries>): Firestore {
  const getAll: Firestore['getAll'] = async (documents, fields) => {
    const paths = documents.map(({ path }) => path)
    const found = await store.read(paths, fields)
    return paths.map((path, position) => snapshotOf(path, found[position]))
  }
  const doc = (path: string): DocumentReference => {
    const id = idOf(path)
    const alone = async (fill: (batch: WriteBatch) => WriteBatch) => onlyOf(await fill(batch()).commit())
    return {
      path,
      id,
      get: async () => onlyOf(await getAll([{ path }])),
      create: fields => alone(batch => batch.create({ path }, fields)),
      set: (fields, options) => alone(batch => batch.set({ path }, fields, options)),
      update: (fields, precondition) => alone(batch => batch.update({ path }, fields, precondition)),
      delete: precondition => alone(batch => batch.delete({ path }, precondition)),
    }
  }
  const batch = (): WriteBatch => {
    const writes: Write[] = []
    const noting = (write: Write) => {
      writes.push(write)
      return noted
    }
    const noted: WriteBatch = {
      create: ({ path }, fields) => noting({ kind: 'create', path, fields }),
      set: ({ path }, fields, options) => noting({ kind: 'set', path, fields, merge: mergeOf(options) }),
      update: ({ path }, fields, is) => noting({ kind: 'update', path, fields, ...is }),
      delete: ({ path }, is) => noting({ kind: 'delete', path, fields: {}, ...is }),
      commit: async () => (await store.commit(writes)).map(writeTime => ({ writeTime })),
    }
    return noted
  }
  return { doc, getAll, batch, queries }
}

/** The same project's as that client of the SDK; one of ours is itself. `through` makes another store of its store. */
export const firestoreWith = (given: Queries | Firestore, through = (store: Store) => store): Firestore =>
  'queries' in given
    ? given
    : firestoreOver(through(restStore(addressOf(projectOf(given)))), async () => given)

function projectOf(sdk: Queries): string {
  const projectId: unknown = Reflect.get(sdk, 'projectId')
  if (typeof projectId === 'string') return projectId
  throw new Error('the Firestore client does not say whose it is')
}

/** By which client documents are read and written. */
export type FirestoreClient = 'rest' | 'sdk'

/** The process's one Firestore client. */
export async function firestoreClient(client: FirestoreClient): Promise<Firestore> {
  const queries = async () => (await import('./sdk.ts')).sdkClient()
  if (client === 'rest') return firestoreOver(restStore(addressOf(projectOfProcess())), queries)
  const { sdkStore } = await import('./sdk.ts')
  return firestoreOver(sdkStore(await queries()), queries)
}

const mergeOf = (options: SetOptions | undefined): Write['merge'] =>
  options && ('merge' in options ? options.merge : options.mergeFields)

/** A document stands in a collection, so its path has an even number of names. */
function idOf(path: string): string {
  const names = path.split('/')
  const id = names.at(-1)
  if (id === undefined || names.includes('') || names.length % 2 !== 0)
    throw new TypeError(`"${path}" is no path of a document`)
  return id
}

/** Of an answer for one document. */
export function onlyOf<T>([only]: readonly T[]): T {
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
    get: field => field.split('.').reduce<unknown>(valueIn, data()),
  }
}

const valueIn = (held: unknown, name: string): unknown =>
  typeof held === 'object' && held !== null && Object.hasOwn(held, name) ? Reflect.get(held, name) : undefined
