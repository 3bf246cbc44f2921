import * as z from 'zod'
import { UnreadableError } from './errors.ts'
import { isDocumentId } from './identifiers.ts'
import type { EventDocument, Revision, Versioned } from './ports.ts'
import type { Retained } from './retention.ts'

/** Times are Dates; other values stay as stored. */
export type Fields = Readonly<Record<string, unknown>>

/** A page behind a Date, coarser than Firestore's times, would skip or repeat documents of one millisecond. */
export class Moment {
  readonly seconds: number
  readonly nanoseconds: number

  constructor(seconds: number, nanoseconds: number) {
    this.seconds = seconds
    this.nanoseconds = nanoseconds
  }
}

export interface StoredDocument<T = Fields> extends Versioned<T> {
  path: string
  id: string
  at?: Moment | undefined
}

export const byId = <T>(
  documents: readonly (StoredDocument<T> | undefined)[],
): Map<string, StoredDocument<T>> => new Map(documents.flatMap(one => (one ? [[one.id, one] as const] : [])))

export interface DocumentAt<T = Fields> {
  path: string
  id: string
  /** Undefined skips the document. Throws StoredShapeError. */
  parse(fields: Fields, path: string): T | undefined
}

/** Names fields, never values. */
export class StoredShapeError extends UnreadableError {
  override readonly name = 'StoredShapeError'
}

export const revisionOf = ({ seconds, nanoseconds }: EventDocument['updateTime']): Revision =>
  `${seconds}.${nanoseconds}` as Revision

type Comparison = '==' | '>' | '>=' | '<' | '<=' | 'in' | 'array-contains' | 'array-contains-any'
export type Filter = readonly [field: string, comparison: Comparison, value: unknown]

/** `in` takes any number of values unless ordered or limited. */
export class Query<T = Fields> {
  readonly collection: string
  readonly parse: DocumentAt<T>['parse']
  readonly isGroup: boolean
  readonly filters: readonly Filter[] = []
  readonly either: readonly Filter[] = []
  readonly order: readonly (readonly [field: string, direction: 'asc' | 'desc'])[] = []
  readonly most: number | undefined = undefined
  /** A Moment where others may share the millisecond. */
  readonly begin: Pick<StoredDocument<unknown>, 'path'> | readonly unknown[] | undefined = undefined
  readonly fields: readonly string[] | undefined = undefined

  constructor(of: Pick<Query<T>, 'collection' | 'parse' | 'isGroup'> & Partial<Query<T>>) {
    const { collection, parse, isGroup, filters = [], either = [], order = [], most, begin, fields } = of
    Object.assign(this, { filters, either, order, most, begin, fields })
    this.collection = collection
    this.parse = parse
    this.isGroup = isGroup
  }

  where(...filter: Filter): Query<T> {
    return new Query({ ...this, filters: [...this.filters, filter] })
  }

  whereEither(...filters: Filter[]): Query<T> {
    return new Query({ ...this, either: filters })
  }

  orderBy(field: string, direction: 'asc' | 'desc' = 'asc'): Query<T> {
    return new Query({ ...this, order: [...this.order, [field, direction]] })
  }

  limit(most: number): Query<T> {
    return new Query({ ...this, most })
  }

  after(begin: Query<T>['begin']): Query<T> {
    return new Query({ ...this, begin })
  }

  select(...fields: string[]): Query<T> {
    return new Query({ ...this, fields })
  }
}

export const anyFields: z.ZodType<Fields> = z.record(z.string(), z.unknown())

class Collection<T> {
  readonly #names: readonly string[]
  readonly #schema: z.ZodType<T>
  readonly #parse: DocumentAt<T>['parse']

  constructor(names: readonly string[], schema: z.ZodType<T>, parse = strictly(schema)) {
    this.#names = names
    this.#schema = schema
    this.#parse = parse
  }

  /** Skips invalid documents: others write, too. */
  get sound(): Collection<T> {
    return new Collection(this.#names, this.#schema, fields => parsed(this.#schema, fields).data)
  }

  get any(): Collection<Fields> {
    return new Collection(this.#names, anyFields)
  }

  /** Throws TypeError if invalid. */
  at(...ids: string[]): DocumentAt<T> {
    const id = checked(ids.at(-1))
    return { path: `${this.#under(ids)}/${id}`, id, parse: this.#parse }
  }

  named(id: string | null | undefined): DocumentAt<T> | undefined {
    return id && isDocumentId(id) ? this.at(id) : undefined
  }

  all(...ids: string[]): Query<T> {
    return new Query({ collection: this.#under(ids), parse: this.#parse, isGroup: false })
  }

  where(...filter: Filter): Query<T> {
    return this.all().where(...filter)
  }

  orderBy(field: string, direction?: 'asc' | 'desc'): Query<T> {
    return this.all().orderBy(field, direction)
  }

  group(): Query<T> {
    return new Query({ collection: this.#names.at(-2) ?? '', parse: this.#parse, isGroup: true })
  }

  #under(ids: readonly string[]): string {
    return this.#names
      .slice(0, -1)
      .map((name, at) => (at % 2 === 0 ? name : checked(ids[(at - 1) / 2])))
      .join('/')
  }
}

/** Such as `threads/{threadId}/messages/{messageId}`. */
export const collection = <T>(path: string, schema: z.ZodType<T>): Collection<T> =>
  new Collection(path.split('/'), schema)

function parsed<T>(schema: z.ZodType<T>, { schemaVersion: _, ...fields }: Fields) {
  return schema.safeParse(fields)
}

const strictly =
  <T>(schema: z.ZodType<T>): DocumentAt<T>['parse'] =>
  (fields, path) => {
    const { data, error } = parsed(schema, fields)
    if (!error) return data
    throw new StoredShapeError(`${path} is not as it should be: ${error.issues.map(wrongIn).join(', ')}`)
  }

export function storedDocument<T>(
  { path, id, parse }: DocumentAt<T>,
  { fields, updateTime }: EventDocument,
): StoredDocument<T> | undefined {
  const value = parse(fields, path)
  return value === undefined ? undefined : { path, id, value, revision: revisionOf(updateTime) }
}

const wrongIn = ({ path }: { path: readonly PropertyKey[] }): string => path.join('.')

function checked(id: string | undefined): string {
  if (id === undefined || id === '' || id.includes('/')) throw new TypeError(`"${id}" names no document`)
  return id
}

export class FieldChange {
  readonly by: Change

  constructor(by: Change) {
    this.by = by
  }
}

type Change =
  | { kind: 'removal' | 'server time' }
  | { kind: 'increment'; by: number }
  | { kind: 'union' | 'difference'; values: readonly unknown[] }
  | { kind: 'end'; name: Retained; from: Date; notBefore: Date | undefined }

export const fieldRemoval = new FieldChange({ kind: 'removal' })
export const serverTime = new FieldChange({ kind: 'server time' })
export const increment = (by: number): FieldChange => new FieldChange({ kind: 'increment', by })
export const union = (...values: readonly unknown[]): FieldChange =>
  new FieldChange({ kind: 'union', values })
export const difference = (...values: readonly unknown[]): FieldChange =>
  new FieldChange({ kind: 'difference', values })
export const endOf = (name: Retained, from: Date, notBefore?: Date): FieldChange =>
  new FieldChange({ kind: 'end', name, from, notBefore })
/** Firestore deletes by this field. */
export const expiring = (name: Retained, from: Date, notBefore?: Date) => ({
  expireAt: endOf(name, from, notBefore),
})

export const without = (fields: readonly string[]): Record<string, FieldChange> =>
  Object.fromEntries(fields.map(field => [field, fieldRemoval]))

export interface Write {
  kind: 'create' | 'set' | 'update' | 'delete'
  path: string
  /** Keys of an update are paths: `a.b`. */
  fields: Fields
  /** For `set`: true merges, a list replaces these fields. */
  merge?: true | readonly string[] | undefined
  revision?: Revision | undefined
}

type Place = Pick<DocumentAt, 'path'>

export const create = ({ path }: Place, fields: object): Write => ({
  kind: 'create',
  path,
  fields: { ...fields },
})

export const set = ({ path }: Place, fields: object, merge?: Write['merge']): Write => ({
  kind: 'set',
  path,
  fields: { ...fields },
  merge,
})

/** The document must exist. */
export const patch = ({ path }: Place, fields: object, revision?: Revision): Write => ({
  kind: 'update',
  path,
  fields: { ...fields },
  revision,
})

export const remove = ({ path }: Place, revision?: Revision): Write => ({
  kind: 'delete',
  path,
  fields: {},
  revision,
})

export const put = (document: Place, fields: object, revision: Revision | undefined): Write =>
  revision === undefined ? create(document, fields) : patch(document, fields, revision)

export type Places = Readonly<
  Record<string, DocumentAt<unknown> | readonly DocumentAt<unknown>[] | undefined>
>
export type DocumentsAt<Of> = Of extends readonly DocumentAt<infer T>[]
  ? (StoredDocument<T> | undefined)[]
  : Of extends DocumentAt<infer T>
    ? StoredDocument<T> | undefined
    : undefined

/** An unchanged document keeps its revision. `unresolved`: a lost race or answer, so only reading back tells. */
export type Committed = 'unresolved' | { result: Revision; revisions: readonly Revision[] }

/** Each call is one round trip. */
export interface Store {
  get<const Of extends Places>(places: Of): Promise<{ [Name in keyof Of]: DocumentsAt<Of[Name]> }>
  read<T>(place: DocumentAt<T>): Promise<StoredDocument<T> | undefined>
  /** In any order. */
  readAll<T>(places: readonly DocumentAt<T>[]): Promise<StoredDocument<T>[]>
  find<T>(query: Query<T>): Promise<StoredDocument<T>[]>
  /** Costs a read per thousand documents. */
  count(query: Query<unknown>): Promise<number>
  sum(query: Query<unknown>, field: string): Promise<number>
  /** Atomic. */
  commit(writes: readonly Write[]): Promise<Committed>
  /** Throws unless the writes surely went through. */
  write(writes: readonly Write[]): Promise<void>
  /**
   * A transaction; `next` sees times as stored, undefined leaves the document. False for a missing document, or another
   * revision.
   */
  rewrite(place: Place, next: (fields: Fields) => Fields | undefined, revision?: Revision): Promise<boolean>
  isTransient(error: unknown): Promise<boolean>
}

export async function* pagesOf<T>(
  store: Store,
  query: Query<T>,
  size: number,
): AsyncGenerator<StoredDocument<T>[]> {
  for (let page: StoredDocument<T>[] | undefined; page === undefined || page.length === size; ) {
    page = await store.find(query.after(page?.at(-1)).limit(size))
    yield page
  }
}
