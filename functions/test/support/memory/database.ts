import { PassThrough } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { GrpcStatus } from 'firebase-admin/firestore'
import { type Candidate, collectionOf, found } from './query.ts'
import {
  compareMoments,
  compareTexts,
  type Fields,
  fieldsSize,
  holdsNestedArray,
  isEqual,
  itemsOf,
  listOf,
  type Moment,
  momentOf,
  numberOf,
  objectOf,
  segmentsOf,
  type Value,
  valueAt,
  withValueAt,
} from './values.ts'

interface Document extends Candidate {
  createTime: Moment
  updateTime: Moment
}

/** A commit's write of a document. */
export interface DocumentWrite {
  path: string
  isNew: boolean
}

type Request = Readonly<Record<string, unknown>>

const failure = (code: number, message: string) =>
  Object.assign(new Error(`${code} ${GrpcStatus[code]}: ${message}`), { code })

/** Firestore's limits. Bytes. */
const [mostPerDocument, mostPerCommit] = [1_048_576, 10 * 1_048_576]

/** Calls that meet at once are answered one after the other, each in a turn of its own. */
const turn = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))

/**
 * The documents of a project in memory, behind the calls that the SDK makes of Firestore. The contract suite compares
 * it with the emulator; this one alone refuses what is beyond Firestore's limits.
 */
export class MemoryDatabase {
  readonly #root: string
  readonly #documents = new Map<string, Document>()
  /** The documents by the id of their collection. */
  readonly #collections = new Map<string, Map<string, Document>>()
  /** Each transaction's reads, with the time at which each was written. */
  readonly #transactions = new Map<string, Map<string, Moment | undefined>>()
  readonly #listeners = new Set<(write: DocumentWrite) => void>()
  #latest: Moment = { seconds: 0, nanos: 0 }

  constructor(projectId: string) {
    this.#root = `projects/${projectId}/databases/(default)/documents`
  }

  /** Calls the listener after every write that changes a document, until the returned function is called. */
  onWrite(listener: (write: DocumentWrite) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async commit({ writes, transaction }: Request): Promise<[object]> {
    await turn()
    const at = this.#nextTime()
    this.#checkTransaction(transaction)
    const staged = new Map<string, Document | undefined>()
    const times = listOf(writes).map(write => {
      const { path, document } = this.#written(objectOf(write), staged, at)
      staged.set(path, document)
      return document?.updateTime ?? at
    })
    const size = [...staged.values()].reduce((sum, one) => sum + (one ? fieldsSize(one.fields) : 0), 0)
    if (size > mostPerCommit)
      throw failure(GrpcStatus.INVALID_ARGUMENT, 'Request payload size exceeds the limit')
    for (const [path, document] of staged) {
      const before = this.#documents.get(path)
      this.#keep(path, document)
      if (before?.updateTime === document?.updateTime) continue
      const write = { path, isNew: before === undefined }
      for (const listener of this.#listeners) listener(write)
    }
    return [{ writeResults: times.map(updateTime => ({ updateTime })), commitTime: at }]
  }

  /** Commits each write by itself, for tests that write in bulk. */
  async batchWrite({ writes }: Request): Promise<[object]> {
    const answers = await Promise.all(listOf(writes).map(write => this.commit({ writes: [write] })))
    const results = answers.map(([answer]) => listOf(objectOf(answer).writeResults)[0])
    return [{ writeResults: results, status: results.map(() => ({ code: GrpcStatus.OK })) }]
  }

  batchGetDocuments({ documents, mask, transaction, newTransaction }: Request): PassThrough {
    return this.#stream(() => {
      const transactionId = newTransaction ? this.#begin() : undefined
      const paths = listOf(mask && objectOf(mask).fieldPaths).map(segmentsOf)
      const readTime = this.#now()
      const answers = [...new Set(listOf(documents).map(String))].map(name => {
        const document = this.#documents.get(this.#pathOf(name))
        this.#remember(transactionId ?? transaction, name, document)
        return {
          ...(document ? { found: this.#answer(document, mask ? paths : undefined) } : { missing: name }),
          readTime,
        }
      })
      return transactionId ? [{ transaction: transactionId, readTime }, ...answers] : answers
    })
  }

  runQuery({ parent, structuredQuery, transaction, newTransaction }: Request): PassThrough {
    return this.#stream(() => {
      const query = objectOf(structuredQuery)
      const transactionId = newTransaction ? this.#begin() : undefined
      const documents = this.#find(String(parent), query)
      for (const one of documents)
        this.#remember(transactionId ?? transaction, `${this.#root}/${one.path}`, one)
      const fields = query.select ? listOf(objectOf(query.select).fields) : undefined
      const mask = fields ? fields.map(one => segmentsOf(objectOf(one).fieldPath)) : undefined
      const readTime = this.#now()
      return [
        ...(transactionId ? [{ transaction: transactionId }] : []),
        ...documents.map(one => ({ document: this.#answer(one, mask), readTime })),
        { readTime },
      ]
    })
  }

  runAggregationQuery({ parent, structuredAggregationQuery }: Request): PassThrough {
    return this.#stream(() => {
      const { structuredQuery, aggregations } = objectOf(structuredAggregationQuery)
      const documents = this.#find(String(parent), objectOf(structuredQuery))
      const aggregateFields = Object.fromEntries(
        listOf(aggregations).map(one => {
          const { alias, count, sum } = objectOf(one)
          if (count) return [String(alias), { integerValue: documents.length }]
          const field = segmentsOf(objectOf(objectOf(sum).field).fieldPath)
          return [String(alias), sumOf(documents.map(({ fields }) => valueAt(fields, field)))]
        }),
      )
      return [{ result: { aggregateFields }, readTime: this.#now() }]
    })
  }

  async listCollectionIds({ parent }: Request): Promise<[string[]]> {
    await turn()
    const path = parent === this.#root ? '' : `${this.#pathOf(String(parent))}/`
    const under = [...this.#documents.keys()].filter(one => one.startsWith(path))
    return [[...new Set(under.map(one => one.slice(path.length).split('/')[0] ?? ''))].toSorted(compareTexts)]
  }

  async beginTransaction(): Promise<[object]> {
    await turn()
    return [{ transaction: this.#begin() }]
  }

  async rollback({ transaction }: Request): Promise<[object]> {
    await turn()
    this.#transactions.delete(String(transaction))
    return [{}]
  }

  #begin(): Buffer {
    const id = Buffer.from(`transaction ${this.#transactions.size}-${this.#now().nanos}`)
    this.#transactions.set(String(id), new Map())
    return id
  }

  #remember(transaction: unknown, name: string, document: Document | undefined): void {
    if (transaction) this.#transactions.get(String(transaction))?.set(name, document?.updateTime)
  }

  #checkTransaction(transaction: unknown): void {
    if (!transaction) return
    const versions = this.#transactions.get(String(transaction))
    this.#transactions.delete(String(transaction))
    for (const [name, updateTime] of versions ?? [])
      if (this.#documents.get(this.#pathOf(name))?.updateTime !== updateTime)
        throw failure(GrpcStatus.ABORTED, 'Transaction lock timeout.')
  }

  #written(write: Request, staged: ReadonlyMap<string, Document | undefined>, at: Moment) {
    const update = objectOf(write.update)
    const path = this.#pathOf(String(write.delete ?? update.name))
    const before = staged.has(path) ? staged.get(path) : this.#documents.get(path)
    const { exists, updateTime } = objectOf(write.currentDocument)
    if (exists === false && before)
      throw failure(GrpcStatus.ALREADY_EXISTS, `Document already exists: ${path}`)
    if ((exists === true || updateTime) && !before)
      throw failure(GrpcStatus.NOT_FOUND, `No document to update: ${path}`)
    if (updateTime && before && compareMoments(before.updateTime, momentOf(updateTime)) !== 0)
      throw failure(GrpcStatus.FAILED_PRECONDITION, `the stored version of ${path} does not match`)
    if (write.delete) return { path, document: undefined }
    if (path.split('/').some(id => /^__.*__$/s.test(id) || Buffer.byteLength(id) > 1500))
      throw failure(
        GrpcStatus.INVALID_ARGUMENT,
        `Resource id in "${path}" is invalid because it is reserved.`,
      )
    const fields = this.#changed(write, before, at)
    if (Object.values(fields).some(holdsNestedArray))
      throw failure(GrpcStatus.INVALID_ARGUMENT, 'Cannot convert an array value in an array value.')
    const size = fieldsSize(fields) + Buffer.byteLength(path) + 32
    if (size > mostPerDocument)
      throw failure(GrpcStatus.INVALID_ARGUMENT, `Document '${path}' has ${size} bytes: more than may be.`)
    const isSame = before && isDeepStrictEqual(before.fields, fields)
    const document = {
      path,
      fields,
      createTime: before?.createTime ?? at,
      updateTime: isSame ? before.updateTime : at,
    }
    return { path, document }
  }

  #changed(write: Request, before: Document | undefined, at: Moment): Fields {
    const update = objectOf(write.update)
    const given = objectOf(update.fields) as Fields
    let fields = given
    if (write.updateMask) {
      fields = before?.fields ?? {}
      for (const path of listOf(objectOf(write.updateMask).fieldPaths).map(segmentsOf))
        fields = withValueAt(fields, path, valueAt(given, path))
    }
    for (const transform of listOf(write.updateTransforms).map(objectOf)) {
      const path = segmentsOf(transform.fieldPath)
      fields = withValueAt(fields, path, transformed(valueAt(fields, path), transform, at))
    }
    return fields
  }

  #find(parent: string, query: Request): Document[] {
    const path = parent === this.#root ? '' : this.#pathOf(parent)
    const all = this.#collections.get(collectionOf(query)) ?? new Map<string, Document>()
    return found(all.values(), query, { parent: path, root: this.#root })
  }

  #answer({ path, fields, createTime, updateTime }: Document, mask?: readonly string[][]): object {
    const masked = mask?.reduce<Fields>((some, one) => {
      const value = valueAt(fields, one)
      return value === undefined ? some : withValueAt(some, one, value)
    }, {})
    return { name: `${this.#root}/${path}`, fields: masked ?? fields, createTime, updateTime }
  }

  #keep(path: string, document: Document | undefined): void {
    const id = path.split('/').at(-2) ?? ''
    const collection = this.#collections.get(id) ?? new Map<string, Document>()
    this.#collections.set(id, collection)
    for (const documents of [this.#documents, collection]) {
      if (document) documents.set(path, document)
      else documents.delete(path)
    }
  }

  #pathOf(name: string): string {
    if (!name.startsWith(`${this.#root}/`)) throw failure(GrpcStatus.INVALID_ARGUMENT, `${name} is elsewhere`)
    return name.slice(this.#root.length + 1)
  }

  #stream(answers: () => object[]): PassThrough {
    const stream = new PassThrough({ objectMode: true, highWaterMark: 10_000 })
    setImmediate(() => {
      try {
        for (const answer of answers()) stream.write(answer)
        stream.end()
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    })
    return stream
  }

  #now(): Moment {
    const now = Date.now()
    const moment = { seconds: Math.floor(now / 1000), nanos: (now % 1000) * 1_000_000 }
    return compareMoments(moment, this.#latest) > 0 ? moment : this.#latest
  }

  /** No two commits have the same time, since a time is a revision; a time has whole microseconds. */
  #nextTime(): Moment {
    const { seconds, nanos } = this.#now()
    const isLater = compareMoments({ seconds, nanos }, this.#latest) > 0
    const next = isLater ? nanos : nanos + 1000
    this.#latest = { seconds: seconds + Math.floor(next / 1e9), nanos: next % 1e9 }
    return this.#latest
  }
}

function sumOf(values: readonly (Value | undefined)[]): Value {
  const numbers = values.filter(
    value => value !== undefined && ('integerValue' in value || 'doubleValue' in value),
  )
  const sum = numbers.reduce((total, value) => total + (value ? numberOf(value) : 0), 0)
  return Number.isInteger(sum) ? { integerValue: sum } : { doubleValue: sum }
}

function transformed(current: Value | undefined, transform: Request, at: Moment): Value {
  if (transform.setToServerValue) return { timestampValue: at }
  if (transform.increment) return increased(current, objectOf(transform.increment))
  const before = current && 'arrayValue' in current ? itemsOf(current) : []
  const { appendMissingElements: added, removeAllFromArray: removed } = transform
  const given = listOf(objectOf(added ?? removed).values) as Value[]
  const isIn = (some: readonly Value[], value: Value) => some.some(one => isEqual(one, value))
  const values = added
    ? [...before, ...given.filter((one, at) => !isIn(before, one) && !isIn(given.slice(0, at), one))]
    : before.filter(one => !isIn(given, one))
  return { arrayValue: { values } }
}

function increased(current: Value | undefined, by: Value): Value {
  const isNumber = current && ('integerValue' in current || 'doubleValue' in current)
  const sum = (isNumber ? numberOf(current) : 0) + numberOf(by)
  const isWhole = 'integerValue' in by && (!isNumber || 'integerValue' in current)
  return isWhole ? { integerValue: sum } : { doubleValue: sum }
}
