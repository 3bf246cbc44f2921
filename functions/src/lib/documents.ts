import type { CommitExtras } from './commit-extras.ts'
import type { DueQuery } from './due/due.ts'
import type { Commit } from './durable/change.ts'
import type { Revision, Versioned } from './ports.ts'

/** A document's fields: times as Date, everything else as it is stored. */
export type Fields = Readonly<Record<string, unknown>>

export interface StoredDocument extends Versioned<Fields> {
  path: string
  /** The last name of its path. */
  id: string
}

/** Fields to write, and fields to delete. */
export interface Patch {
  fields: Fields
  without: readonly string[]
}

type Comparison = '==' | '>=' | '<' | 'array-contains'

export interface DocumentQuery {
  collection: string
  /** Over every collection of that name. */
  group?: boolean
  where?: readonly (readonly [field: string, comparison: Comparison, value: unknown])[]
  /** The field has one of these values. `find` takes any number of them, the others 30. */
  among?: readonly [field: string, values: readonly string[]]
  orderBy?: readonly [field: string, direction: 'asc' | 'desc']
}

/** Documents of any kind and shape, for operations and migrations. Each call is one round trip, unless it says otherwise. */
export interface Documents {
  read(path: string): Promise<StoredDocument | undefined>
  /** Those that exist. */
  readAll(paths: readonly string[]): Promise<StoredDocument[]>
  find(query: DocumentQuery): Promise<StoredDocument[]>
  /** All that the query finds, page by page. */
  pages(query: DocumentQuery, size: number): AsyncIterable<StoredDocument[]>
  count(query: DocumentQuery): Promise<number>
  /** What is due only later than that. */
  putOff(query: DueQuery, now: Date): Promise<StoredDocument[]>
  /** Only if there is none. */
  create(path: string, fields: Fields): Promise<Commit<Revision>>
  /** Only if unchanged. */
  write(path: string, revision: Revision, patch: Patch, extras?: CommitExtras): Promise<Commit<Revision>>
  /** With a revision, only if unchanged. */
  remove(path: string, revision?: Revision, extras?: CommitExtras): Promise<Commit<Revision>>
  /**
   * Replaces a document, in a transaction, by what `next` makes of it; undefined leaves it as it is. `next` sees times as
   * the store has them. False where there is none, or it is not of the revision that is named.
   */
  rewrite(path: string, next: (fields: Fields) => Fields | undefined, revision?: Revision): Promise<boolean>
}

/** The fields without undefined ones, which Firestore refuses. */
export const defined = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

export const isMap = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** What stands at `a.b`. */
export const fieldAt = (fields: unknown, field: string): unknown => field.split('.').reduce(valueIn, fields)

const valueIn = (held: unknown, name: string): unknown =>
  typeof held === 'object' && held !== null && Object.hasOwn(held, name) ? Reflect.get(held, name) : undefined

/** The text at `a.b`; undefined where there is none, an empty one, or something else. */
export function textAt(document: StoredDocument | undefined, field: string): string | undefined {
  const value = fieldAt(document?.value, field)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function listAt({ value: fields }: StoredDocument, field: string): readonly unknown[] {
  const value = fieldAt(fields, field)
  return Array.isArray(value) ? value : []
}
