import { randomUUID } from 'node:crypto'
import { GrpcStatus, Timestamp } from 'firebase-admin/firestore'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { firestoreWith } from '../../src/adapters/firestore/sdk.ts'
import { store as storeOver } from '../../src/adapters/firestore/store.ts'
import { logger, randomIds, systemClock } from '../../src/adapters/system.ts'
import { type AuditEntry, buildAuditEntry } from '../../src/lib/audit.ts'
import { amend } from '../../src/lib/durable/amend.ts'
import { ContentionError } from '../../src/lib/durable/change.ts'
import {
  anyFields,
  collection,
  create,
  endOf,
  increment,
  Moment,
  patch,
  put,
  remove,
  StoredShapeError,
  set,
} from '../../src/lib/store.ts'
import { staffActor, startVerbs } from '../support/chat-deps.ts'

const { db, counter, callsOf } = startVerbs()
const store = storeOver(firestoreWith(db))
const system = { clock: systemClock, ids: randomIds, log: logger }
const room = z.object({ name: z.string(), beds: z.number() })
/** A collection of each test's own. */
const newRooms = () => collection(`rooms-${randomUUID()}/{id}`, room)
const valuesOf = (found: readonly ({ value: unknown } | undefined)[]) => found.map(one => one?.value)

it('documents of several kinds come in one round trip, in the order of their names', async () => {
  const [rooms, others] = [newRooms(), newRooms()]
  await store.write([
    set(rooms.at('a'), { name: 'A', beds: 1 }),
    set(rooms.at('b'), { name: 'B', beds: 2 }),
    set(others.at('c'), { name: 'C', beds: 3 }),
  ])
  const places = { one: others.at('c'), nowhere: undefined, some: ['b', 'none', 'a'].map(id => rooms.at(id)) }
  const calls = await callsOf(async () => {
    const { one, nowhere, some } = await store.get(places)
    expect([one?.value.beds, nowhere, valuesOf(some)]).toEqual([
      3,
      undefined,
      [{ name: 'B', beds: 2 }, undefined, { name: 'A', beds: 1 }],
    ])
  })
  expect(calls).toEqual(['BatchGetDocuments'])
})

it('an invalid document throws, is passed over, or is taken as it is', async () => {
  const rooms = newRooms()
  await store.write([set(rooms.at('odd'), { name: 1 }), set(rooms.at('sound'), { name: 'A', beds: 1 })])
  await expect(store.read(rooms.at('odd'))).rejects.toThrow(StoredShapeError)
  await expect(store.find(rooms.orderBy('name'))).rejects.toThrow('odd is not as it should be: name, beds')
  expect(await store.read(rooms.sound.at('odd'))).toBeUndefined()
  expect(valuesOf(await store.find(rooms.sound.orderBy('name')))).toEqual([{ name: 'A', beds: 1 }])
  expect(valuesOf(await store.find(rooms.any.orderBy('name')))).toEqual([{ name: 1 }, { name: 'A', beds: 1 }])
})

it.for(['', 'a/b', undefined])('%o is no id', id => {
  expect(() => newRooms().at(...(id === undefined ? [] : [id]))).toThrow(TypeError)
})

it('a commit is whole or not at all, and a lost race is unresolved', async () => {
  const rooms = newRooms()
  const [a, b] = [rooms.at('a'), rooms.at('b')]
  await store.write([create(a, { name: 'A', beds: 1 })])
  expect(await store.commit([create(b, { name: 'B', beds: 1 }), create(a, {})])).toBe('unresolved')
  const before = await store.read(a)
  expect(await store.read(b)).toBeUndefined()
  expect(await store.commit([patch(a, { beds: increment(2) }, before?.revision)])).not.toBe('unresolved')
  expect(await store.commit([patch(a, { beds: increment(2) }, before?.revision)])).toBe('unresolved')
  expect(await store.commit([remove(a, before?.revision)])).toBe('unresolved')
  expect(await store.commit([patch(b, { beds: 1 })])).toBe('unresolved')
  expect((await store.read(a))?.value).toEqual({ name: 'A', beds: 3 })
  await expect(store.write([patch(b, { beds: 1 })])).rejects.toThrow()
})

it('a commit returns the revision of each write; one that changes nothing keeps the earlier revision', async () => {
  const rooms = newRooms()
  const places = ['a', 'b'].map(id => rooms.at(id))
  await store.write(places.map(place => create(place, { name: 'A', beds: 1 })))
  const before = await store.readAll(places)
  const ended = await store.commit(places.map((place, more) => patch(place, { beds: 1 + more })))
  const after = await store.readAll(places)
  expect(Object(ended).revisions).toEqual(after.map(({ revision }) => revision))
  expect(after.map(({ revision }, at) => revision === before[at]?.revision)).toEqual([true, false])
})

it('a commit whose answer is lost is unresolved, and is done', async () => {
  const place = newRooms().at('a')
  counter.loseReplyOf('Commit', GrpcStatus.DEADLINE_EXCEEDED)
  expect(await store.commit([create(place, { name: 'A', beds: 1 })])).toBe('unresolved')
  expect((await store.read(place))?.value.beds).toBe(1)
})

it('a commit that the transport repeats counts once where it creates a document', async () => {
  const rooms = newRooms()
  await store.write([create(rooms.at('a'), { name: 'A', beds: 1 })])
  counter.loseReplyOf('Commit', GrpcStatus.UNAVAILABLE)
  const writes = [
    patch(rooms.at('a'), { beds: increment(1) }),
    create(rooms.at('proof'), { name: 'P', beds: 0 }),
  ]
  expect(await store.commit(writes)).toBe('unresolved')
  expect((await store.read(rooms.at('a')))?.value.beds).toBe(2)
})

it('the end of a retention is written, not before a named time, and removed where there is no retention', async () => {
  const days = collection(`ends-${randomUUID()}/{id}`, anyFields)
  const from = new Date('2030-01-01T00:00:00Z')
  const of = days.at('a')
  const keeping = (emails: number | undefined) =>
    storeOver(firestoreWith(db), emails === undefined ? {} : { emails })
  const least = new Date('2030-01-05T00:00:00Z')
  for (const [count, end] of [
    [10, new Date('2030-01-11T00:00:00Z')],
    [1, least],
  ] as const) {
    await keeping(count).write([set(of, { expireAt: endOf('emails', from, least) })])
    expect((await store.read(of))?.value).toEqual({ expireAt: end })
  }
  await keeping(undefined).write([set(of, { expireAt: endOf('emails', from) }, true)])
  expect((await store.read(of))?.value).toEqual({})
})

it('a long list of values is looked for in parts, and an empty one finds nothing', async () => {
  const rooms = newRooms()
  const names = Array.from({ length: 65 }, (_, at) => `room ${at}`)
  await store.write(names.map((name, at) => set(rooms.at(`r${at}`), { name, beds: at })))
  const found = await store.find(rooms.where('name', 'in', [...names, names[0], 'none']))
  expect(new Set(valuesOf(found)).size).toBe(65)
  expect(found).toHaveLength(65)
  expect(await store.count(rooms.where('name', 'in', names))).toBe(65)
  expect(await store.find(rooms.where('name', 'in', []))).toEqual([])
  expect(await store.sum(rooms.where('beds', '>', 62), 'beds')).toBe(63 + 64)
})

it('a field is summed over what the filters find in every collection of that name', async () => {
  const day = new Date('2030-01-01T00:00:00Z')
  const rows = collection(`contract/{at}/sums-${randomUUID()}/{id}`, anyFields)
  const deliveries = [
    { to: 'a', at: day, segments: 3 },
    { to: 'a', at: new Date(day.getTime() + 1), segments: 0.5 },
    { to: 'a', at: new Date(day.getTime() - 1), segments: 100 },
    { to: 'b', at: day, segments: 10 },
    { to: 'b', at: day },
  ]
  await store.write(deliveries.map((delivery, at) => set(rows.at(String(at), 'm'), { delivery })))
  const since = rows.group().where('delivery.at', '>=', day)
  const sums = [since, ...['a', 'c'].map(to => since.where('delivery.to', '==', to))].map(of =>
    store.sum(of, 'delivery.segments'),
  )
  expect(await Promise.all(sums)).toEqual([13.5, 3.5, 0])
})

it('a page goes on after a document, which is not read again, or after values', async () => {
  const rooms = newRooms()
  await store.write(['A', 'B', 'C', 'D'].map((name, at) => set(rooms.at(name), { name, beds: at % 2 })))
  const ordered = rooms.orderBy('beds', 'desc').orderBy('__name__', 'desc')
  const [first, second] = await store.find(ordered.limit(2))
  const calls = await callsOf(async () => {
    expect((await store.find(ordered.after(second))).map(({ id }) => id)).toEqual(['C', 'A'])
  })
  expect(calls).toEqual(['RunQuery'])
  expect((await store.find(ordered.after({ path: first?.path ?? '' }))).map(({ id }) => id)).toEqual([
    'B',
    'C',
    'A',
  ])
  expect((await store.find(ordered.after([1, 'B']))).map(({ id }) => id)).toEqual(['C', 'A'])
})

it('selected fields come alone', async () => {
  const rooms = newRooms()
  await store.write([set(rooms.at('a'), { name: 'A', beds: 1 })])
  expect(valuesOf(await store.find(rooms.any.all().select('beds')))).toEqual([{ beds: 1 }])
})

/** The audit entry of a new act. */
const entryOf = (): AuditEntry | undefined =>
  buildAuditEntry(system, staffActor(), {
    action: 'count',
    targetType: 'room',
    targetId: randomUUID(),
    metadata: {},
  })

const adding = (rooms: ReturnType<typeof newRooms>, audit?: AuditEntry) =>
  amend(
    { store, clock: system.clock },
    {
      read: { counted: rooms.at('counted') },
      decide({ counted }) {
        const beds = (counted?.value.beds ?? 0) + 1
        const write = put(rooms.at('counted'), { name: 'counted', beds }, counted?.revision)
        return { writes: [write], result: beds }
      },
      audit,
    },
  )

it('changes that meet are all made, one after the other', async () => {
  const rooms = newRooms()
  const results = await Promise.all(Array.from({ length: 5 }, () => adding(rooms)))
  expect(results.toSorted()).toEqual([1, 2, 3, 4, 5])
})

it('a change whose answer was lost is known by its audit entry, and made once', async () => {
  const rooms = newRooms()
  counter.loseReplyOf('Commit', GrpcStatus.DEADLINE_EXCEEDED)
  expect(await adding(rooms, entryOf())).toBe(1)
  expect((await store.read(rooms.at('counted')))?.value.beds).toBe(1)
})

it('a change that decides nothing commits nothing', async () => {
  const rooms = newRooms()
  const calls = await callsOf(() =>
    amend(
      { store, clock: system.clock },
      { read: { counted: rooms.at('counted') }, decide: ({ counted }) => ({ result: counted }) },
    ),
  )
  expect(calls).toEqual(['BatchGetDocuments'])
})

it('a document that keeps changing ends in a contention error, with nothing written', async () => {
  const rooms = newRooms()
  let changes = 0
  const others = {
    ...store,
    commit: async (writes: Parameters<typeof store.commit>[0]) => {
      changes += 1
      await store.write([set(rooms.at('counted'), { name: 'other', beds: changes })])
      return store.commit(writes)
    },
  }
  const change = amend(
    { store: others, clock: system.clock },
    {
      read: { counted: rooms.at('counted') },
      decide: ({ counted }) => ({
        writes: [put(rooms.at('counted'), { name: 'ours', beds: 1 }, counted?.revision)],
        result: 'done',
      }),
    },
    { budgetMs: 0, backoff: { baseMs: 1, capMs: 1 } },
  )
  await expect(change).rejects.toThrow(ContentionError)
  expect((await store.read(rooms.at('counted')))?.value).toEqual({ name: 'other', beds: changes })
})

it('a page goes on behind a time that is finer than a Date', async () => {
  const times = collection(`times-${randomUUID()}/{id}`, anyFields)
  for (const at of [1000, 2000, 3000])
    await db.doc(times.at(`t${at}`).path).set({ at: new Timestamp(1_700_000_000, at) })
  const newest = times.orderBy('at', 'desc').orderBy('__name__', 'desc')
  const [first] = await store.find(newest.limit(1))
  expect(first?.at).toEqual(new Moment(1_700_000_000, 3000))
  const others = await store.find(newest.after([first?.at, first?.id]))
  expect(others.map(({ id }) => id)).toEqual(['t2000', 't1000'])
})
