import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import fc from 'fast-check'
import { deleteApp, getApps } from 'firebase-admin/app'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  FieldValue,
  firestoreClient,
  firestoreWith,
  type Store,
  type Time,
  type Write,
} from '../../src/adapters/firestore/client.ts'
import { sdkStore } from '../../src/adapters/firestore/sdk.ts'
import { addressOf } from '../../src/adapters/firestore/slim/address.ts'
import { type CountQuery, restStore, type SumQuery } from '../../src/adapters/firestore/slim/store.ts'
import { isTime, Timestamp } from '../../src/adapters/firestore/slim/timestamp.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { fromStack } from '../support/stack.ts'

// The SDK's client is that of the process's first app. Files before this one leave theirs, whose way to Firestore may
// have ended with them.
await Promise.all(getApps().map(deleteApp))
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

const fieldsAt = async (store: Store, paths: string[], mask?: string[]) =>
  (await store.read(paths, mask)).map(document => document?.fields)
const stored = async (store: Store, path: string) => (await fieldsAt(store, [path]))[0]

const day = new Date('2030-01-01T00:00:00Z')
const [after, earlier] = [1, -1].map(ms => new Date(day.getTime() + ms))

it.each(stores)(
  '%s sums a field over what its filters find in every collection of that name',
  async (_, store) => {
    const group = `sums-${randomUUID()}`
    const rows = [
      { to: 'a', at: day, segments: 3 },
      { to: 'a', at: after, segments: 0.5 },
      { to: 'a', at: earlier, segments: 100 },
      { to: 'b', at: day, segments: 10 },
      { to: 'b', at: day },
    ]
    await store.commit(
      rows.map((delivery, at) => ({ kind: 'set', path: `contract/${at}/${group}/m`, fields: { delivery } })),
    )
    const sumTo = (...to: string[]) => {
      const where = to.map((one): SumQuery['where'][number] => ['delivery.to', '==', one])
      return store.sum({ group, where: [...where, ['delivery.at', '>=', day]], field: 'delivery.segments' })
    }
    expect(await Promise.all([sumTo(), sumTo('a'), sumTo('c')])).toEqual([13.5, 3.5, 0])
  },
)

it.each(stores)('%s counts what its filters find', async (_, store) => {
  const collection = `counts-${randomUUID()}`
  const rows = [
    { owner: 'a', state: 'open', at: day },
    { owner: null, state: 'open', at: after },
    { owner: null, state: 'waiting', at: earlier },
    { state: 'done', at: 'never' },
  ]
  await store.commit(rows.map((fields, at) => ({ kind: 'set', path: `${collection}/${at}`, fields })))
  const asked: CountQuery['where'][] = [
    [['state', '==', 'open']],
    [['state', 'in', ['open', 'waiting']]],
    [['owner', '==', null]],
    [['at', '<=', day]],
    [
      ['owner', '==', null],
      ['at', '>', day],
    ],
    [['state', '==', 'nothing']],
  ]
  const counts = asked.map(where => store.count({ collection, where }))
  expect(await Promise.all(counts)).toEqual([2, 3, 2, 2, 1, 0])
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
  fc.constantFrom(null, true, false),
  fc.maxSafeInteger(),
  // Limits and what is no number, too; -0 becomes 0.
  fc.double().map(drawn => drawn + 0),
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
  const [channel, asked] = ['http.client.request.start', [] as string[]]
  const onRequest = (message: unknown) => asked.push(String(Reflect.get(Object(message), 'request')?.path))
  subscribe(channel, onRequest)
  onTestFinished(() => void unsubscribe(channel, onRequest))
  for (const client of ['sdk', 'rest'] as const) {
    const [firestore, path] = [await firestoreClient(client), newPath()]
    await firestore.commit([{ kind: 'create', path, fields: { client } }])
    expect((await firestore.doc(path).get()).data()).toEqual({ client })
    expect(asked.some(path => path.includes('/documents:'))).toBe(client === 'rest')
  }
})

const before = { a: 1, m: { x: 1, y: { z: 1 } }, 'odd.name': 1, list: [1, 2], n: 1 }
/** The document after a change of these fields: an update, or a merge. */
const changes: [what: string, Write['fields'], after: object, merge?: true | string[]][] = [
  ['a field in a map', { 'm.x': 2 }, { ...before, m: { x: 2, y: { z: 1 } } }],
  ['a field in a map that there is not', { 'p.q.r': 2 }, { ...before, p: { q: { r: 2 } } }],
  ['a whole map', { m: { w: 1 } }, { ...before, m: { w: 1 } }],
  ['an empty map', { m: {} }, { ...before, m: {} }],
  ['two fields of a map', { 'm.x': FieldValue.delete(), 'm.y.z': 2 }, { ...before, m: { y: { z: 2 } } }],
  ['a field that goes', { m: FieldValue.delete(), gone: FieldValue.delete() }, { ...before, m: undefined }],
  [
    'a number that grows',
    { n: FieldValue.increment(1.5), o: FieldValue.increment(2), 'm.x': FieldValue.increment(-1) },
    { ...before, n: 2.5, o: 2, m: { x: 0, y: { z: 1 } } },
  ],
  [
    'a list that gets what it has not',
    { list: FieldValue.arrayUnion(2, 3), a: FieldValue.arrayUnion('x') },
    { ...before, list: [1, 2, 3], a: ['x'] },
  ],
  ['a list that loses what it has', { list: FieldValue.arrayRemove(1, 9) }, { ...before, list: [2] }],
  [
    'by a merge: what is not named stays, and a dot in a name is only a dot',
    {
      m: { y: { w: 2 }, n: FieldValue.increment(1), x: FieldValue.delete(), e: {} },
      'odd.name': 2,
      a: FieldValue.delete(),
    },
    { ...before, m: { y: { z: 1, w: 2 }, n: 1, e: {} }, 'odd.name': 2, a: undefined },
    true,
  ],
  [
    'in the fields that are named, whole',
    { m: { w: 1 }, a: FieldValue.delete() },
    { ...before, m: { w: 1 }, a: undefined },
    ['m', 'a'],
  ],
]

describe.each(stores)('documents %s', (_, store, other) => {
  async function created(fields: Write['fields'] = {}): Promise<string> {
    const path = newPath()
    await store.commit([{ kind: 'create', path, fields }])
    return path
  }

  it('hold every value under every name, for itself and for the other one', async () => {
    const property = fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 4 }), async fields => {
      const path = await created(fields)
      for (const one of [store, other]) expect(said(await stored(one, path))).toEqual(said(fields))
    })
    await fc.assert(property, { numRuns: 40 })
  })

  it('keep times to the nanosecond, before 1970 too', async () => {
    const fine = [-62_135_596_800, -1, 1_774_778_400].map(seconds => new Timestamp(seconds, 123_457_000))
    const [path, fields] = [newPath(), { fine }]
    await rest.commit([{ kind: 'create', path, fields }])
    expect(said(await stored(store, path))).toEqual(said(fields))
  })

  it('are read in the order that is asked for, also twice, and where there is none', async () => {
    const [one, two] = [await created({ n: 1 }), await created({ n: 2 })]
    expect(await fieldsAt(store, [two, newPath(), one, two])).toEqual([
      { n: 2 },
      undefined,
      { n: 1 },
      { n: 2 },
    ])
  })

  it('are read with no more than the fields that are asked for', async () => {
    const path = await created({ a: { b: 1, c: 2 }, d: 3 })
    expect(await fieldsAt(store, [path], ['a.b'])).toEqual([{ a: { b: 1 } }])
    expect(await fieldsAt(store, [path, newPath()], [])).toEqual([{}, undefined])
  })

  it('are created once', async () => {
    const again = store.commit([{ kind: 'create', path: await created(), fields: {} }])
    await expect(again).rejects.toMatchObject({ code: codes.exists })
  })

  it.each(['update', 'delete'] as const)('are changed by an %s only as they were read', async kind => {
    const path = newPath()
    const change = (lastUpdateTime: Time) => store.commit([{ kind, path, fields: { a: 2 }, lastUpdateTime }])
    const [at] = await store.commit([{ kind: 'create', path, fields: { a: 1 } }])
    const [read] = await store.read([path])
    if (!at) throw new Error('no time')
    expect(said(at)).toBe(said(read?.updateTime))
    await expect(change(new Timestamp(at.seconds, at.nanoseconds - 1000))).rejects.toMatchObject({
      code: codes.changed,
    })
    await change(at)
    await expect(change(at)).rejects.toMatchObject({
      code: kind === 'update' ? codes.changed : expect.anything(),
    })
  })

  it('are written all or not at all, and updated only where they are', async () => {
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

  it.each(changes)('are changed: %s', async (_what, fields, changed, merge) => {
    const path = await created(before)
    await store.commit([{ kind: merge ? 'set' : 'update', path, fields, merge }])
    expect(await stored(store, path)).toEqual(changed)
  })

  it.each([
    [{ n: FieldValue.increment(1) }, { n: 2 }],
    [
      { m: { y: { w: 2 }, n: FieldValue.increment(1), x: FieldValue.delete(), e: {} } },
      { m: { y: { w: 2 }, n: 2, e: {} } },
    ],
  ])('are made by a merge, also of nothing but what grows: %j', async (fields, twice) => {
    const path = newPath()
    for (let times = 0; times < 2; times += 1)
      await store.commit([{ kind: 'set', path, fields, merge: true }])
    expect(await stored(store, path)).toEqual(twice)
  })

  it('are replaced whole by a set, which knows what grows and what time it is there', async () => {
    const [path, at] = [await created(before), FieldValue.serverTimestamp()]
    const fields = { at, m: { at, n: FieldValue.increment(1) } }
    const [written] = await store.commit([{ kind: 'set', path, fields }])
    const found = await stored(store, path)
    expect(found).toEqual({ at: expect.anything(), m: { at: found?.at, n: 1 } })
    expect(Math.abs(Number(said(found?.at)) - Number(said(written)))).toBeLessThan(60)
  })

  it('are deleted, also where there is none', async () => {
    const path = await created()
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

it('-0 is written as 0', async () => {
  const path = newPath()
  await rest.commit([{ kind: 'create', path, fields: { a: -0 } }])
  expect(await stored(sdk, path)).toEqual({ a: 0 })
})

it.each(['contract', 'a//b', '', 'a/b/c', '/a'])('"%s" is no path of a document', path => {
  const firestore = firestoreWith(db)
  expect(() => firestore.doc(path)).toThrow(TypeError)
})
