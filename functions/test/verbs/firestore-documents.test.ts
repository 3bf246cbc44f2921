import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FieldValue,
  firestoreClient,
  firestoreWith,
  type Store,
} from '../../src/adapters/firestore/client.ts'
import { sdkStore } from '../../src/adapters/firestore/sdk.ts'
import { addressOf } from '../../src/adapters/firestore/slim/address.ts'
import { type CountQuery, restStore, type SumQuery } from '../../src/adapters/firestore/slim/store.ts'
import { isTime, Timestamp } from '../../src/adapters/firestore/slim/timestamp.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { fromStack } from '../support/stack.ts'

const { db } = await startVerbs()
const rest = restStore(addressOf(fromStack('GCLOUD_PROJECT')))
const sdk = sdkStore(db)
const stores: [string, Store, Store][] = [
  ['over REST', rest, sdk],
  ['of the SDK', sdk, rest],
]
const newPath = () => `contract/${randomUUID()}`
const codes = { notFound: 5, exists: 6, changed: 9 }

/** A value as both say it. */
function said(value: unknown): unknown {
  if (isTime(value)) return `${value.seconds}.${value.nanoseconds}`
  if (value instanceof Date) return said(Timestamp.ofDate(value))
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (Array.isArray(value)) return value.map(said)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([name, one]) => [name, said(one)])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
}

async function stored(store: Store, path: string): Promise<unknown> {
  const [found] = await store.read([path])
  return found?.fields
}

it.each(stores)(
  '%s sums a field over what its filters find in every collection of that name',
  async (_, store) => {
    const group = `sums-${randomUUID()}`
    const day = new Date('2030-01-01T00:00:00Z')
    const rows = [
      { to: 'a', at: day, segments: 3 },
      { to: 'a', at: new Date(day.getTime() + 1), segments: 0.5 },
      { to: 'a', at: new Date(day.getTime() - 1), segments: 100 },
      { to: 'b', at: day, segments: 10 },
      { to: 'b', at: day },
    ]
    await store.commit(
      rows.map((delivery, at) => ({
        ...{ kind: 'set', path: `contract/${at}/${group}/m` },
        fields: { delivery },
      })),
    )
    const sumOf = (...where: SumQuery['where']) => store.sum({ group, where, field: 'delivery.segments' })
    expect(await sumOf(['delivery.at', '>=', day])).toBe(13.5)
    expect(await sumOf(['delivery.to', '==', 'a'], ['delivery.at', '>=', day])).toBe(3.5)
    expect(await sumOf(['delivery.to', '==', 'c'], ['delivery.at', '>=', day])).toBe(0)
  },
)

it.each(stores)('%s counts what its filters find', async (_, store) => {
  const collection = `counts-${randomUUID()}`
  const day = new Date('2030-01-01T00:00:00Z')
  const rows = [
    { owner: 'a', state: 'open', at: day },
    { owner: null, state: 'open', at: new Date(day.getTime() + 1) },
    { owner: null, state: 'waiting', at: new Date(day.getTime() - 1) },
    { state: 'done', at: 'never' },
  ]
  await store.commit(rows.map((fields, at) => ({ kind: 'set', path: `${collection}/${at}`, fields })))
  const countOf = (...where: CountQuery['where']) => store.count({ collection, where })
  expect(await countOf(['state', '==', 'open'])).toBe(2)
  expect(await countOf(['state', 'in', ['open', 'waiting']])).toBe(3)
  expect(await countOf(['owner', '==', null])).toBe(2)
  expect(await countOf(['at', '<=', day])).toBe(2)
  expect(await countOf(['owner', '==', null], ['at', '>', day])).toBe(1)
  expect(await countOf(['state', '==', 'nothing'])).toBe(0)
})

/** Firestore keeps `__…__` for itself. */
const isName = (text: string) => text !== '' && !/^__.*__$/s.test(text) && Buffer.byteLength(text) < 1000
const name = fc
  .string({
    unit: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('.', '`', '\\', '/', ' ', '[', '__proto__'),
    ),
  })
  .filter(isName)
const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(null, true, false, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0),
  fc.constantFrom(
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    2 ** 53,
  ),
  fc.integer(),
  fc.double({ noNaN: true }).filter(number => !Object.is(number, -0)),
  fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
  fc.uint8Array().map(bytes => Buffer.from(bytes)),
)
const { value } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(fc.oneof(scalar, fc.dictionary(name, tie('value'), { maxKeys: 3 })), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}))

it('`FIRESTORE_CLIENT=sdk` calls nothing over REST', async () => {
  const asked: string[] = []
  const onRequest = (message: unknown) => asked.push(String(Reflect.get(Object(message), 'request')?.path))
  subscribe('http.client.request.start', onRequest)
  try {
    for (const client of ['sdk', 'rest'] as const) {
      const [firestore, path] = [await firestoreClient(client), newPath()]
      await firestore.commit([{ kind: 'create', path, fields: { client } }])
      expect((await firestore.doc(path).get()).data()).toEqual({ client })
      expect(asked.some(path => path.includes('/documents:'))).toBe(client === 'rest')
    }
  } finally {
    unsubscribe('http.client.request.start', onRequest)
  }
})

describe.each(stores)('documents %s', (_, store, other) => {
  it('hold every value under every name, for itself and for the other one', async () => {
    const property = fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 4 }), async fields => {
      const path = newPath()
      await store.commit([{ kind: 'create', path, fields }])
      expect(said(await stored(store, path))).toEqual(said(fields))
      expect(said(await stored(other, path))).toEqual(said(fields))
    })
    await fc.assert(property, { numRuns: 40 })
  })

  it('keep times to the nanosecond, before 1970 too', async () => {
    const times = [new Date(-1).toISOString(), '2026-03-29T10:00:00.123Z', '0001-01-01T00:00:00.000Z'].map(
      text => Timestamp.ofDate(new Date(text)),
    )
    const fine = times.map(({ seconds, nanoseconds }) => new Timestamp(seconds, nanoseconds + 457_000))
    const [path, fields] = [newPath(), { fine }]
    await rest.commit([{ kind: 'create', path, fields }])
    expect(said(await stored(store, path))).toEqual(said(fields))
  })

  it('are read in the order that is asked for, also twice, and where there is none', async () => {
    const [one, two] = [newPath(), newPath()]
    await store.commit([one, two].map(path => ({ kind: 'set', path, fields: { path } })))
    const found = await store.read([two, newPath(), one, two])
    expect(found.map(document => document?.fields.path)).toEqual([two, undefined, one, two])
  })

  it('are read with no more than the fields that are asked for', async () => {
    const path = newPath()
    await store.commit([{ kind: 'set', path, fields: { a: { b: 1, c: 2 }, d: 3 } }])
    const [some, none] = [await store.read([path], ['a.b']), await store.read([path, newPath()], [])]
    expect(some.map(document => document?.fields)).toEqual([{ a: { b: 1 } }])
    expect(none.map(document => document?.fields)).toEqual([{}, undefined])
  })

  it('are created once', async () => {
    const path = newPath()
    const create = () => store.commit([{ kind: 'create', path, fields: {} }])
    await create()
    await expect(create()).rejects.toMatchObject({ code: codes.exists })
  })

  it('are updated only where they are', async () => {
    const update = store.commit([{ kind: 'update', path: newPath(), fields: { a: 1 } }])
    await expect(update).rejects.toMatchObject({ code: codes.notFound })
  })

  it.each(['update', 'delete'] as const)('are changed by an %s only as they were read', async kind => {
    const path = newPath()
    const change = (lastUpdateTime: Timestamp) =>
      store.commit([{ kind, path, fields: kind === 'update' ? { a: 2 } : {}, lastUpdateTime }])
    const [created] = await store.commit([{ kind: 'create', path, fields: { a: 1 } }])
    const [read] = await store.read([path])
    const [at, later] = [created, read?.updateTime].map(
      time => new Timestamp(time?.seconds ?? 0, time?.nanoseconds ?? 0),
    )
    expect(said(at)).toBe(said(later))
    if (!at) throw new Error('no time')
    await expect(change(new Timestamp(at.seconds, at.nanoseconds - 1000))).rejects.toMatchObject({
      code: codes.changed,
    })
    await change(at)
    await expect(change(at)).rejects.toMatchObject({
      code: kind === 'update' ? codes.changed : expect.anything(),
    })
  })

  it('are written all or not at all', async () => {
    const [path, gone] = [newPath(), newPath()]
    const commit = store.commit([
      { kind: 'create', path, fields: {} },
      { kind: 'update', path: gone, fields: { a: 1 } },
    ])
    await expect(commit).rejects.toMatchObject({ code: codes.notFound })
    expect(await store.read([path, gone])).toEqual([undefined, undefined])
  })

  it('are written as they were told in one commit, one write after another', async () => {
    const path = newPath()
    const times = await store.commit([
      { kind: 'create', path, fields: {} },
      { kind: 'update', path, fields: { a: 1 } },
      { kind: 'set', path, fields: { b: FieldValue.increment(2) }, merge: true },
    ])
    expect(times).toHaveLength(3)
    expect(await stored(store, path)).toEqual({ a: 1, b: 2 })
  })

  const before = { a: 1, m: { x: 1, y: { z: 1 } }, 'odd.name': 1, list: [1, 2], n: 1 }
  const after: Record<string, [Parameters<Store['commit']>[0][number]['fields'], unknown]> = {
    'a field in a map': [{ 'm.x': 2 }, { ...before, m: { x: 2, y: { z: 1 } } }],
    'a field in a map that there is not': [{ 'p.q.r': 2 }, { ...before, p: { q: { r: 2 } } }],
    'a whole map': [{ m: { w: 1 } }, { ...before, m: { w: 1 } }],
    'an empty map': [{ m: {} }, { ...before, m: {} }],
    'two fields of a map': [
      { 'm.x': FieldValue.delete(), 'm.y.z': 2 },
      { ...before, m: { y: { z: 2 } } },
    ],
    'a field that goes': [
      { m: FieldValue.delete(), gone: FieldValue.delete() },
      { ...before, m: undefined },
    ],
    'a number that grows': [
      { n: FieldValue.increment(1.5), o: FieldValue.increment(2) },
      { ...before, n: 2.5, o: 2 },
    ],
    'a number in a map': [{ 'm.x': FieldValue.increment(-1) }, { ...before, m: { x: 0, y: { z: 1 } } }],
    'a list that gets what it has not': [
      { list: FieldValue.arrayUnion(2, 3), a: FieldValue.arrayUnion('x') },
      { ...before, list: [1, 2, 3], a: ['x'] },
    ],
    'a list that loses what it has': [{ list: FieldValue.arrayRemove(1, 9) }, { ...before, list: [2] }],
  }
  it.each(Object.entries(after))('are updated: %s', async (_what, [fields, expected]) => {
    const path = newPath()
    await store.commit([{ kind: 'create', path, fields: before }])
    await store.commit([{ kind: 'update', path, fields }])
    expect(await stored(store, path)).toEqual(expected)
  })

  it('are merged: what is not named stays, and a dot in a name is only a dot', async () => {
    const [path, created] = [newPath(), newPath()]
    await store.commit([{ kind: 'create', path, fields: before }])
    const fields = {
      m: { y: { w: 2 }, n: FieldValue.increment(1), x: FieldValue.delete(), e: {} },
      'odd.name': 2,
      a: FieldValue.delete(),
    }
    await store.commit([path, created].map(one => ({ kind: 'set', path: one, fields, merge: true })))
    const { a: _a, ...kept } = before
    expect(await stored(store, path)).toEqual({
      ...kept,
      m: { y: { z: 1, w: 2 }, n: 1, e: {} },
      'odd.name': 2,
    })
    expect(await stored(store, created)).toEqual({ m: { y: { w: 2 }, n: 1, e: {} }, 'odd.name': 2 })
  })

  it('are made by a merge of nothing but what grows', async () => {
    const path = newPath()
    await store.commit([{ kind: 'set', path, fields: { n: FieldValue.increment(1) }, merge: true }])
    await store.commit([{ kind: 'set', path, fields: { n: FieldValue.increment(1) }, merge: true }])
    expect(await stored(store, path)).toEqual({ n: 2 })
  })

  it('are replaced in the fields that are named, whole', async () => {
    const path = newPath()
    await store.commit([{ kind: 'create', path, fields: before }])
    const fields = { m: { w: 1 }, a: FieldValue.delete() }
    await store.commit([{ kind: 'set', path, fields, merge: ['m', 'a'] }])
    const { a: _a, ...kept } = before
    expect(await stored(store, path)).toEqual({ ...kept, m: { w: 1 } })
  })

  it('are replaced whole by a set, which knows what grows and what time it is there', async () => {
    const path = newPath()
    await store.commit([{ kind: 'create', path, fields: before }])
    const fields = { b: 1, m: { at: FieldValue.serverTimestamp(), n: FieldValue.increment(1) } }
    const [written] = await store.commit([{ kind: 'set', path, fields }])
    const found = await stored(store, path)
    expect(found).toEqual({ b: 1, m: { n: 1, at: expect.anything() } })
    expect(Math.abs(atOf(found) - (written?.seconds ?? 0))).toBeLessThan(60)
  })

  it('are deleted, also where there is none', async () => {
    const path = newPath()
    await store.commit([{ kind: 'set', path, fields: {} }])
    await store.commit([path, newPath()].map(one => ({ kind: 'delete', path: one, fields: {} })))
    expect(await stored(store, path)).toBeUndefined()
  })
})

it.each([
  ['undefined', { a: undefined }],
  ['a list in a list', { a: [[1]] }],
  ['an instance of a class', { a: { b: new Map() } }],
  ['a deletion in a document that is new', { a: FieldValue.delete() }],
])('%s is never written', async (_what, fields) => {
  const commit = async () => rest.commit([{ kind: 'create', path: newPath(), fields }])
  await expect(commit).rejects.toThrow(TypeError)
})

const atOf = (found: unknown): number =>
  typeof found === 'object' && found !== null && 'm' in found
    ? Number(String(said(Reflect.get(Object(found.m), 'at'))).split('.')[0])
    : Number.NaN

it('-0 is written as 0', async () => {
  const path = newPath()
  await rest.commit([{ kind: 'create', path, fields: { a: -0 } }])
  expect(await stored(sdk, path)).toEqual({ a: 0 })
})

it.each(['contract', 'a//b', '', 'a/b/c', '/a'])('"%s" is no path of a document', path => {
  const firestore = firestoreWith(db)
  expect(() => firestore.doc(path)).toThrow(TypeError)
})
