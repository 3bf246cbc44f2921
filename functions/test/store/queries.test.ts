import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { FieldPath, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore'
import { expect, it } from 'vitest'
import { memoryFirestore } from '../support/firestore.ts'
import { db as emulated, fromStack } from '../support/stack.ts'

/** Firestore as the emulator plays it, and in memory. */
const emulator = emulated()
const memory = memoryFirestore(fromStack('GCLOUD_PROJECT'))

const time = fc.integer({ min: 0, max: 3 }).map(seconds => new Timestamp(seconds, 0))
const word = fc.constantFrom('', 'a', 'b', 'ab', 'Z', 'ä', '\u{10000}', '\uffee')
const scalar = fc.oneof(
  word,
  fc.constantFrom<unknown>(null, true, false, 0, 1, 1.5, -2, Number.NaN, Number.POSITIVE_INFINITY),
  time,
)
const fieldValue = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.record({ c: scalar }, { requiredKeys: [] }) },
)
const fields = fc.record(
  { a: fieldValue, b: fieldValue, m: fc.record({ n: fieldValue }) },
  { requiredKeys: [] },
)
const documents = fc.array(fields, { minLength: 1, maxLength: 12 })

const field = fc.constantFrom('a', 'b', 'm.n')
const set = scalar.filter(one => one !== null && !Number.isNaN(one))
const equality = fc.oneof(
  fc.tuple(field, fc.constantFrom('==', 'array-contains' as const), scalar),
  fc.tuple(
    field,
    fc.constantFrom('in', 'array-contains-any' as const),
    fc.array(set, { minLength: 1, maxLength: 3 }),
  ),
)
/** Ranges are of one field, by which the query is then sorted first. */
const range = fc.record({
  field,
  bounds: fc.array(fc.tuple(fc.constantFrom('>', '>=', '<', '<=' as const), set), {
    minLength: 1,
    maxLength: 2,
  }),
})
const direction = fc.constantFrom('asc', 'desc' as const)
const shape = fc.record(
  {
    filters: fc.array(equality, { maxLength: 1 }),
    range,
    order: fc.uniqueArray(fc.tuple(field, direction), { maxLength: 2, selector: ([name]) => name }),
    byName: fc.constantFrom(undefined, 'asc' as const),
    after: fc.integer({ min: 0, max: 11 }),
    cursor: fc.constantFrom('startAfter', 'startAt', 'endBefore', 'endAt' as const),
    limit: fc.integer({ min: 1, max: 5 }),
    isGroup: fc.boolean(),
    select: fc.constantFrom('a', 'm.n'),
  },
  { requiredKeys: ['filters', 'order', 'byName', 'isGroup'] },
)
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never

const pathOf = (collection: string, at: number) =>
  at % 3 === 0 ? `${collection}/${at}` : `${collection}/p/${collection}/${at}`

/** The query over that client; undefined where the SDK itself refuses it. */
async function queryOf(db: Firestore, collection: string, shape: Shape): Promise<Query | undefined> {
  const all = shape.isGroup ? db.collectionGroup(collection) : db.collection(collection)
  try {
    let query: Query = all
    for (const [name, comparison, value] of shape.filters) query = query.where(name, comparison, value)
    for (const [comparison, value] of shape.range?.bounds ?? [])
      query = query.where(shape.range?.field ?? '', comparison, value)
    const order = shape.order.filter(([name]) => name !== shape.range?.field)
    if (shape.range && (order.length > 0 || shape.byName)) query = query.orderBy(shape.range.field)
    for (const [name, way] of order) query = query.orderBy(name, way)
    if (shape.byName) query = query.orderBy(FieldPath.documentId(), shape.byName)
    if (shape.after !== undefined && shape.cursor) {
      const snapshot = await db.doc(pathOf(collection, shape.after)).get()
      if (snapshot.exists) query = query[shape.cursor](snapshot)
    }
    if (shape.limit) query = query.limit(shape.limit)
    return shape.select ? query.select(shape.select) : query
  } catch {
    return undefined
  }
}

async function answerOf(db: Firestore, collection: string, shape: Shape): Promise<unknown> {
  const query = await queryOf(db, collection, shape)
  if (!query) return 'refused by the SDK'
  try {
    const [{ docs }, count] = [await query.get(), (await query.count().get()).data().count]
    return { documents: docs.map(one => [one.ref.path, one.data()]), count }
  } catch (error) {
    return { code: Object(error).code }
  }
}

const numRuns = Number(process.env.HISTORIES ?? 25)

it('every query of the vocabulary finds the same in memory and on the emulator', {
  timeout: 120_000 + numRuns * 2_000,
}, async () => {
  const property = fc.asyncProperty(
    documents,
    fc.array(shape, { minLength: 4, maxLength: 8 }),
    async (all, shapes) => {
      const collection = `contract-${randomUUID()}`
      for (const db of [emulator, memory]) {
        const batch = db.batch()
        for (const [at, one] of all.entries()) batch.set(db.doc(pathOf(collection, at)), one)
        await batch.commit()
      }
      for (const one of shapes) {
        const real = await answerOf(emulator, collection, one)
        // A query that the emulator refuses is not compared.
        if (typeof real === 'object' && real !== null && 'code' in real) continue
        expect(await answerOf(memory, collection, one)).toEqual(real)
      }
    },
  )
  await fc.assert(property, { numRuns })
})

it.each([
  ['a sum of whole numbers', [1, 2, 3]],
  ['a sum of fractions', [1, 0.5]],
  ['a sum of what is no number', ['a', null]],
])('%s is the same in memory and on the emulator', async (_what, values) => {
  const { AggregateField } = await import('firebase-admin/firestore')
  const collection = `contract-${randomUUID()}`
  const sums = []
  for (const db of [emulator, memory]) {
    for (const [at, n] of values.entries()) await db.doc(`${collection}/${at}`).set({ n })
    const summed = await db
      .collection(collection)
      .aggregate({ sum: AggregateField.sum('n') })
      .get()
    sums.push(summed.data().sum)
  }
  expect(sums[1]).toBe(sums[0])
})

it('transactions that meet are each decided from what they read', async () => {
  for (const db of [emulator, memory]) {
    const counter = db.doc(`contract/${randomUUID()}`)
    await counter.set({ n: 0 })
    await Promise.all(
      [1, 2, 3].map(() =>
        db.runTransaction(async transaction => {
          const { n } = (await transaction.get(counter)).data() ?? {}
          transaction.update(counter, { n: n + 1 })
        }),
      ),
    )
    expect((await counter.get()).data()).toEqual({ n: 3 })
  }
})
