import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTime, sdkStore, type Time, Timestamp, type Write } from '../../src/adapters/firestore/sdk.ts'
import { difference, fieldRemoval, increment, revisionOf, serverTime, union } from '../../src/lib/store.ts'
import { startVerbs } from '../support/chat-deps.ts'

const { db } = startVerbs()
const store = sdkStore(db)
const newPath = () => `contract/${randomUUID()}`
const codes = { notFound: 5, exists: 6, changed: 9 }

/** A form in which a written value equals the one that is read. */
function comparable(value: unknown): unknown {
  if (isTime(value)) return `${value.seconds}.${value.nanoseconds}`
  if (value instanceof Date) return comparable(Timestamp.fromDate(value))
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([name, one]) => [name, comparable(one)])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
}

const fieldsAt = async (paths: string[]) => (await store.read(paths)).map(document => document?.fields)
const stored = async (path: string) => (await fieldsAt([path]))[0]

/** Whether Firestore takes the name: it reserves `__…__`. */
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
  // Extremes and NaN, too; -0 becomes 0.
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

const before = { a: 1, m: { x: 1, y: { z: 1 } }, 'odd.name': 1, list: [1, 2], n: 1 }
/** The document after a change of these fields: an update, or a merge. */
const changes: [what: string, Write['fields'], after: object, merge?: true | string[]][] = [
  ['a field in a map', { 'm.x': 2 }, { ...before, m: { x: 2, y: { z: 1 } } }],
  ['a field in a map that there is not', { 'p.q.r': 2 }, { ...before, p: { q: { r: 2 } } }],
  ['a whole map', { m: { w: 1 } }, { ...before, m: { w: 1 } }],
  ['an empty map', { m: {} }, { ...before, m: {} }],
  ['two fields of a map', { 'm.x': fieldRemoval, 'm.y.z': 2 }, { ...before, m: { y: { z: 2 } } }],
  ['a field that goes', { m: fieldRemoval, absent: fieldRemoval }, { ...before, m: undefined }],
  [
    'a number that grows',
    { n: increment(1.5), o: increment(2), 'm.x': increment(-1) },
    { ...before, n: 2.5, o: 2, m: { x: 0, y: { z: 1 } } },
  ],
  [
    'a list that gets what it has not',
    { list: union(2, 3), a: union('x') },
    { ...before, list: [1, 2, 3], a: ['x'] },
  ],
  ['a list that loses what it has', { list: difference(1, 9) }, { ...before, list: [2] }],
  [
    'by a merge: what is not named stays, and a dot in a name is only a dot',
    {
      m: { y: { w: 2 }, n: increment(1), x: fieldRemoval, e: {} },
      'odd.name': 2,
      a: fieldRemoval,
    },
    { ...before, m: { y: { z: 1, w: 2 }, n: 1, e: {} }, 'odd.name': 2, a: undefined },
    true,
  ],
  [
    'in the fields that are named, whole',
    { m: { w: 1 }, a: fieldRemoval },
    { ...before, m: { w: 1 }, a: undefined },
    ['m', 'a'],
  ],
]

describe('documents', () => {
  async function created(fields: Write['fields'] = {}): Promise<string> {
    const path = newPath()
    await store.commit([{ kind: 'create', path, fields }])
    return path
  }

  it('hold every value under every name', async () => {
    const property = fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 4 }), async fields => {
      const path = await created(fields)
      expect(comparable(await stored(path))).toEqual(comparable(fields))
    })
    await fc.assert(property, { numRuns: 40 })
  })

  it('keep times to the nanosecond, before 1970 too', async () => {
    const fine = [-62_135_596_800, -1, 1_774_778_400].map(seconds => new Timestamp(seconds, 123_457_000))
    const [path, fields] = [newPath(), { fine }]
    await store.commit([{ kind: 'create', path, fields }])
    expect(comparable(await stored(path))).toEqual(comparable(fields))
  })

  it('are read in the order that is asked for, also twice, and also missing ones', async () => {
    const [one, two] = [await created({ n: 1 }), await created({ n: 2 })]
    expect(await fieldsAt([two, newPath(), one, two])).toEqual([{ n: 2 }, undefined, { n: 1 }, { n: 2 }])
  })

  it('are created once', async () => {
    const again = store.commit([{ kind: 'create', path: await created(), fields: {} }])
    await expect(again).rejects.toMatchObject({ code: codes.exists })
  })

  it.each(['update', 'delete'] as const)('are changed by an %s only as they were read', async kind => {
    const path = newPath()
    const change = (time: Time) =>
      store.commit([{ kind, path, fields: { a: 2 }, revision: revisionOf(time) }])
    const [at] = await store.commit([{ kind: 'create', path, fields: { a: 1 } }])
    const [read] = await store.read([path])
    if (!at) throw new Error('no time')
    expect(comparable(at)).toBe(comparable(read?.updateTime))
    await expect(change(new Timestamp(at.seconds, at.nanoseconds - 1000))).rejects.toMatchObject({
      code: codes.changed,
    })
    await change(at)
    await expect(change(at)).rejects.toMatchObject({
      code: kind === 'update' ? codes.changed : expect.anything(),
    })
  })

  it('are written all or not at all, and updated only where they exist', async () => {
    const [path, emptyPath] = [newPath(), newPath()]
    const commit = store.commit([
      { kind: 'create', path, fields: {} },
      { kind: 'update', path: emptyPath, fields: { a: 1 } },
    ])
    await expect(commit).rejects.toMatchObject({ code: codes.notFound })
    expect(await store.read([path, emptyPath])).toEqual([undefined, undefined])
  })

  it('are written in one commit, one write after another', async () => {
    const path = newPath()
    const times = await store.commit([
      { kind: 'create', path, fields: {} },
      { kind: 'update', path, fields: { a: 1 } },
      { kind: 'set', path, fields: { b: increment(2) }, merge: true },
    ])
    expect(times).toHaveLength(3)
    expect(await stored(path)).toEqual({ a: 1, b: 2 })
  })

  it.each(changes)('are changed: %s', async (_what, fields, changed, merge) => {
    const path = await created(before)
    await store.commit([{ kind: merge ? 'set' : 'update', path, fields, merge }])
    expect(await stored(path)).toEqual(changed)
  })

  it.each([
    [{ n: increment(1) }, { n: 2 }],
    [{ m: { y: { w: 2 }, n: increment(1), x: fieldRemoval, e: {} } }, { m: { y: { w: 2 }, n: 2, e: {} } }],
  ])('are made by a merge, also of increments alone: %j', async (fields, twice) => {
    const path = newPath()
    for (let times = 0; times < 2; times += 1)
      await store.commit([{ kind: 'set', path, fields, merge: true }])
    expect(await stored(path)).toEqual(twice)
  })

  it('are replaced whole by a set, also with increments and the server’s time', async () => {
    const [path, at] = [await created(before), serverTime]
    const fields = { at, m: { at, n: increment(1) } }
    const [written] = await store.commit([{ kind: 'set', path, fields }])
    const found = await stored(path)
    expect(found).toEqual({ at: expect.anything(), m: { at: found?.at, n: 1 } })
    expect(Math.abs(Number(comparable(found?.at)) - Number(comparable(written)))).toBeLessThan(60)
  })

  it('are deleted, also missing ones', async () => {
    const path = await created()
    await store.commit([path, newPath()].map(one => ({ kind: 'delete', path: one, fields: {} })))
    expect(await stored(path)).toBeUndefined()
  })
})

it.each([
  ['a list in a list', { a: [[1]] }],
  ['an instance of a class', { a: { b: new Map() } }],
  ['a deletion in a document that is new', { a: fieldRemoval }],
])('%s is never written', async (_what, fields) => {
  const commit = async () => store.commit([{ kind: 'create', path: newPath(), fields }])
  await expect(commit).rejects.toThrow()
})

it.each(['contract', 'a//b', '', 'a/b/c', '/a'])('"%s" is no path of a document', path => {
  return expect(store.read([path])).rejects.toThrow()
})
