import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { equalJitter } from '../../../lib/durable/backoff.ts'
import { type Address, type Call, call } from './call.ts'
import { codes, FirestoreError } from './failure.ts'
import { parseTime, type Time } from './timestamp.ts'
import { decodeFields, encode, isObject, MalformedReply } from './values.ts'
import { pathText, type Write, wireWrite } from './writes.ts'

/** A document as it is stored. */
export interface Stored {
  fields: Record<string, unknown>
  createTime: Time
  updateTime: Time
}

type Comparison = keyof typeof operators
type Filter = readonly [
  field: string,
  comparison: Comparison,
  value: string | boolean | null | Date | readonly string[],
]

/** The sum of a field over a collection group. */
export interface SumQuery {
  group: string
  where: readonly Filter[]
  field: string
}

/** The documents of a collection that all filters find. */
export interface CountQuery {
  collection: string
  /** Over every collection of that name. */
  group?: boolean
  where: readonly Filter[]
}

/** A database's documents by their path. */
export interface Store {
  /** In the order asked for; undefined for a missing document. One round trip. */
  read(paths: readonly string[], fields?: readonly string[]): Promise<(Stored | undefined)[]>
  /** Atomic, in one round trip. Returns each document's update time. */
  commit(writes: readonly Write[]): Promise<Time[]>
  /** One round trip, at the price of a read for each thousand documents. */
  sum(query: SumQuery): Promise<number>
  /** The same, as exact as a read. */
  count(query: CountQuery): Promise<number>
}

/** Time-outs of a read and a commit, and how long calls are retried. Milliseconds. */
export const patience = { read: 15_000, commit: 30_000, repeats: 20_000 }
const backoff = { baseMs: 50, capMs: 2_000 }
const mostTries = 6

/** Failures after which a read is retried. */
const transient = new Set<number>([
  ...[codes.CANCELLED, codes.UNKNOWN, codes.DEADLINE_EXCEEDED, codes.RESOURCE_EXHAUSTED],
  ...[codes.ABORTED, codes.INTERNAL, codes.UNAVAILABLE],
])

const isTransient = (error: FirestoreError): boolean => transient.has(error.code)

/** Certainly not processed: refused for lack of resources, or never sent. */
const isUnprocessed = (error: FirestoreError): boolean =>
  error.isUnsent || error.code === codes.RESOURCE_EXHAUSTED

/** Idempotent: no precondition, and no transform that accumulates. */
const isRepeatable = ({ kind, merge, lastUpdateTime }: Write, wire: object): boolean =>
  (kind === 'set' || kind === 'delete') && !lastUpdateTime && !(merge && 'updateTransforms' in wire)

export function restStore(address: Address, within = patience): Store {
  const documents = `${address.database}/documents`
  return {
    read(paths, fields) {
      const names = paths.map(path => `${documents}/${path}`)
      const mask = fields && { mask: { fieldPaths: fields.map(field => pathText(field.split('.'))) } }
      const asked = {
        method: 'batchGet',
        body: { documents: names, ...mask },
        withinMs: within.read,
        repeatsMs: within.repeats,
      } as const
      return repeated(address, asked, isTransient, reply => documentsIn(reply, names))
    },

    commit(writes) {
      const wires = writes.map(write => ({ write, wire: wireWrite(write, documents) }))
      const body = { writes: wires.map(({ wire }) => wire) }
      const asked = {
        method: 'commit',
        body,
        withinMs: within.commit,
        repeatsMs: within.repeats,
      } as const
      const mayRepeat = wires.every(({ write, wire }) => isRepeatable(write, wire))
        ? isTransient
        : isUnprocessed
      return repeated(address, asked, mayRepeat, reply => timesIn(reply, writes.length))
    },

    sum: ({ group, where, field }) =>
      aggregated({ collectionId: group, allDescendants: true }, where, { sum: { field: fieldOf(field) } }),

    count: ({ collection, group = false, where }) =>
      aggregated({ collectionId: collection, ...(group && { allDescendants: true }) }, where, { count: {} }),
  }

  function aggregated(from: object, where: readonly Filter[], what: object): Promise<number> {
    const filters = where.map(wireFilter)
    const structuredQuery = { from: [from], where: { compositeFilter: { op: 'AND', filters } } }
    const aggregations = [{ alias, ...what }]
    const asked = {
      method: 'runAggregationQuery',
      body: { structuredAggregationQuery: { structuredQuery, aggregations } },
      withinMs: within.read,
      repeatsMs: within.repeats,
    } as const
    return repeated(address, asked, isTransient, numberIn)
  }
}

const fieldOf = (name: string) => ({ fieldPath: pathText(name.split('.')) })

const operators = {
  '==': 'EQUAL',
  in: 'IN',
  'array-contains': 'ARRAY_CONTAINS',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  '<=': 'LESS_THAN_OR_EQUAL',
} as const

function wireFilter([name, comparison, value]: Filter): object {
  const field = fieldOf(name)
  if (value === null) return { unaryFilter: { field, op: 'IS_NULL' } }
  return { fieldFilter: { field, op: operators[comparison], value: encode(value, name) } }
}

const alias = 'number'

const aggregate = z.object({
  result: z.object({
    aggregateFields: z.object({
      [alias]: z.object({ integerValue: z.string().optional(), doubleValue: z.number().optional() }),
    }),
  }),
})

function numberIn(reply: unknown): number {
  const { data } = z.tuple([aggregate]).rest(z.unknown()).safeParse(reply)
  const { integerValue, doubleValue } = data?.[0].result.aggregateFields[alias] ?? {}
  const number = integerValue === undefined ? doubleValue : Number(integerValue)
  if (number === undefined) throw new MalformedReply('the reply has no number')
  return number
}

/** Makes a call and retries where that is safe, with a new token if the last one was refused. */
async function repeated<T>(
  address: Address,
  asked: Call & { repeatsMs: number },
  mayRepeat: (error: FirestoreError) => boolean,
  read: (reply: unknown) => T,
): Promise<T> {
  const until = performance.now() + asked.repeatsMs
  let [isRefused, isNewlyRefused] = [false, false]
  for (let attempt = 0; ; attempt += 1) {
    try {
      return answerIn(await call(address, await address.token(isNewlyRefused), asked), read)
    } catch (error) {
      if (!(error instanceof FirestoreError)) throw error
      isNewlyRefused = error.code === codes.UNAUTHENTICATED && !isRefused
      isRefused ||= isNewlyRefused
      const isOver = attempt + 1 >= mostTries || performance.now() > until
      if (!isNewlyRefused && (isOver || !mayRepeat(error))) throw error
      await sleep(isNewlyRefused ? 0 : equalJitter(backoff, attempt))
    }
  }
}

/** An unreadable reply is of unknown outcome: Firestore did answer. */
function answerIn<T>(reply: unknown, read: (reply: unknown) => T): T {
  try {
    return read(reply)
  } catch (error) {
    if (error instanceof MalformedReply) throw new FirestoreError(codes.UNKNOWN, error.message)
    throw error
  }
}

/** Firestore returns them in any order, without duplicates. */
function documentsIn(reply: unknown, names: readonly string[]): (Stored | undefined)[] {
  if (!Array.isArray(reply)) throw new MalformedReply('the reply is no list')
  const byName = new Map<unknown, Stored | undefined>()
  for (const part of reply) {
    if (!isObject(part)) throw new MalformedReply('a part of the reply is no object')
    if (isObject(part.found)) byName.set(part.found.name, storedIn(part.found))
    else if (part.missing !== undefined) byName.set(part.missing, undefined)
  }
  if (names.some(name => !byName.has(name))) throw new MalformedReply('a document is not in the reply')
  return names.map(name => byName.get(name))
}

const storedIn = ({ fields = {}, createTime, updateTime }: Record<string, unknown>): Stored => ({
  fields: decodeFields(fields),
  createTime: timeIn(createTime),
  updateTime: timeIn(updateTime),
})

/** A write without changes has an earlier time, or none. */
function timesIn(reply: unknown, count: number): Time[] {
  if (!isObject(reply) || !Array.isArray(reply.writeResults))
    throw new MalformedReply('the reply has no results')
  const { writeResults, commitTime } = reply
  if (writeResults.length !== count) throw new MalformedReply('the reply has other results than writes')
  return writeResults.map(result => timeIn(isObject(result) ? (result.updateTime ?? commitTime) : commitTime))
}

function timeIn(value: unknown): Time {
  const time = typeof value === 'string' ? parseTime(value) : undefined
  if (time === undefined) throw new MalformedReply('a time cannot be read')
  return time
}
