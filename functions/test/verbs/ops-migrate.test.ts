import { expect, it, onTestFinished } from 'vitest'
import { firestoreWith } from '../../src/adapters/firestore/client.ts'
import { documents as documentsIn } from '../../src/adapters/firestore/documents.ts'
import { isTransientStoreError } from '../../src/adapters/firestore/failures.ts'
import { checkpoints } from '../../src/adapters/firestore/operations.ts'
import { systemClock } from '../../src/adapters/system.ts'
import type { Documents, Fields } from '../../src/lib/documents.ts'
import type { Migration } from '../../src/lib/migrations/run-migrations.ts'
import { hasMigrations, type MigrationDeps, runMigrations } from '../../src/lib/migrations/run-migrations.ts'
import { schemaVersion } from '../../src/lib/migrations/schema-version.ts'
import { dieAt } from '../support/intercept.ts'
import { runOps } from '../support/ops.ts'
import { everyDocument } from '../support/whole-store.ts'
import { ownProject } from '../support/world.ts'

/** The prices of orders, wherever they stand, were numbers and become amounts with a currency; nobody reads a note. */
const amounts: Migration = {
  ...{ name: 'amounts', schemaVersion: 1, collection: 'orders' },
  migrate({ price, note: _, ...fields }) {
    if (typeof price === 'object') return undefined
    if (typeof price !== 'number') throw new Error('price is no number')
    return { ...fields, price: { amount: price * 100, currency: 'EUR' } }
  },
}
/** What the one before it left, so that their order shows. */
const named: Migration = {
  ...{ name: 'named amounts', schemaVersion: 2, collection: 'orders' },
  migrate: ({ price, ...fields }) =>
    fields.total ? undefined : { ...fields, total: price, wasMap: typeof price === 'object' },
}

const pageSize = 3

/** A project of the test's own, with orders at two places. Of seven one is as it should be. */
async function world() {
  const { projectId, db, close } = ownProject()
  onTestFinished(close)
  const firestore = firestoreWith(db)
  const told: string[] = []
  const deps: MigrationDeps = {
    ...{ clock: systemClock, checkpoints: checkpoints(firestore), documents: documentsIn(firestore) },
    ...{ isTransientStoreError, tell: line => void told.push(line) },
  }
  const at = new Date('2026-05-01T08:00:00.123Z')
  const places = [
    ...[1, 2, 3].map(number => `orders/o${number}`),
    ...[4, 5, 6].map(number => `shops/s/orders/o${number}`),
  ]
  for (const path of places) await db.doc(path).set({ price: 5, at, note: 'n' })
  await db.doc('shops/s/orders/new').set({ price: { amount: 1, currency: 'USD' }, at })
  await db.doc('other/o').set({ price: 5 })
  await db.doc('shops/s').set({})
  return {
    projectId,
    db,
    deps,
    told,
    places,
    run: (over: Partial<MigrationDeps> = {}, isDryRun = false, migrations: Migration[] = [amounts]) =>
      runMigrations({ ...deps, ...over }, { migrations, isDryRun, pageSize }),
    documents: () => everyDocument(db),
    reached: async () => (await db.doc('checkpoints/migrations').get()).data(),
    times: async () =>
      Promise.all(places.map(async path => (await db.doc(path).get()).updateTime?.valueOf())),
  }
}
type World = Awaited<ReturnType<typeof world>>

async function expectMigrated({ db, places, reached, documents }: World): Promise<void> {
  for (const path of places) {
    const fields = (await db.doc(path).get()).data()
    expect(fields).toEqual({
      ...{ price: { amount: 500, currency: 'EUR' }, at: expect.anything(), schemaVersion: 1 },
    })
  }
  const all = await documents()
  expect(all.get('shops/s/orders/new')).toMatchObject({ price: { amount: 1 } })
  expect(all.get('shops/s/orders/new')).not.toHaveProperty('schemaVersion')
  expect(all.get('other/o')).toEqual({ price: 5 })
  expect(await reached()).toEqual({ reached: 1 })
}

it('what ships changes no thread, says so, and finds nothing to do the second time', async () => {
  const { projectId, db, documents } = await world()
  for (const number of [1, 2]) await db.doc(`threads/t${number}`).set({ source: 'guest' })
  const before = await documents()
  const dry = await runOps(projectId, 'migrate', '--dry-run')
  const nothing = { documents: 2, changed: 0, failed: 0 }
  const noItems = { documents: 0, changed: 0, failed: 0 }
  expect(dry.result).toMatchObject({ schemaVersion, dryRun: true, migrations: [nothing, noItems] })
  expect(await documents()).toEqual(before)
  const first = await runOps(projectId, 'migrate')
  expect(first.result).toMatchObject({ schemaVersion, dryRun: false, migrations: [nothing, noItems] })
  expect(first.stdout).toContain(': 2 looked at, 0 changed, 0 failed\n')
  const after = await documents()
  expect(after.get('checkpoints/migrations')).toEqual({ reached: schemaVersion })
  for (const [path, fields] of before) expect(after.get(path)).toEqual(fields)
  const audits = [...after.values()].flatMap(({ action, metadata }) => (action ? [{ action, metadata }] : []))
  expect(audits).toHaveLength(2)
  expect(audits).toContainEqual({ action: 'ops.migrate-begun', metadata: { schemaVersion } })
  expect(audits).toContainEqual({ action: 'ops.migrate', metadata: { schemaVersion, changed: 0, failed: 0 } })
  const second = await runOps(projectId, 'migrate')
  expect(second.stdout).toBe(
    `nothing to do\n{"schemaVersion":${schemaVersion},"dryRun":false,"migrations":[]}`,
  )
  expect(await documents()).toEqual(after)
})

it('changes what is of the old shape, and that alone, once', async () => {
  const one = await world()
  expect(await one.run()).toEqual([{ name: 'amounts', documents: 7, changed: 6, failed: 0 }])
  await expectMigrated(one)
  expect(one.told.at(-1)).toBe('amounts: 7 looked at, 6 changed, 0 failed')
  const before = await one.documents()
  const times = await one.times()
  expect(await hasMigrations(one.deps, [amounts])).toBe(false)
  expect(await one.run()).toEqual([])
  // Also where nobody remembers that it was done.
  await one.db.doc('checkpoints/migrations').delete()
  expect(await one.run()).toEqual([{ name: 'amounts', documents: 7, changed: 0, failed: 0 }])
  expect(await one.documents()).toEqual(before)
  expect(await one.times()).toEqual(times)
})

it('counts with a dry run, and writes nothing', async () => {
  const { run, documents } = await world()
  const before = await documents()
  expect(await run({}, true)).toEqual([{ name: 'amounts', documents: 7, changed: 6, failed: 0 }])
  expect(await documents()).toEqual(before)
})

it('runs several one after another, and only those that have not ended', async () => {
  const { run, db, reached } = await world()
  await run()
  expect(await run({}, false, [amounts, named])).toEqual([
    { name: 'named amounts', documents: 7, changed: 7, failed: 0 },
  ])
  const { total, schemaVersion: version, wasMap } = (await db.doc('orders/o1').get()).data() ?? {}
  expect({ total, version, wasMap }).toEqual({
    ...{ total: { amount: 500, currency: 'EUR' }, version: 2, wasMap: true },
  })
  expect(await reached()).toEqual({ reached: 2 })
})

it('two at once change each document once', async () => {
  const one = await world()
  const [first, second] = await Promise.all([one.run(), one.run()])
  expect(first.concat(second).every(({ failed }) => failed === 0)).toBe(true)
  await expectMigrated(one)
})

it.each([
  ...[1, 2, 3].flatMap(call => [
    { effect: 'documents.page' as const, call, when: 'after' as const },
    { effect: 'checkpoints.saveCheckpoint' as const, call, when: 'before' as const },
    { effect: 'checkpoints.saveCheckpoint' as const, call, when: 'after' as const },
  ]),
  ...[1, 2, 3, 4, 5, 6].flatMap(call => [
    { effect: 'documents.write' as const, call, when: 'before' as const },
    { effect: 'documents.write' as const, call, when: 'after' as const },
  ]),
])('killed $when call $call of $effect, the next run goes on', async death => {
  const one = await world()
  const stopping = ['documents.write', 'checkpoints.saveCheckpoint'] as const
  await dieAt(one.deps, { ...death, stopping }, dying => one.run(dying))
  const written: string[] = []
  const { documents } = one.deps
  const write: Documents['write'] = (path, ...rest) => {
    written.push(path)
    return documents.write(path, ...rest)
  }
  const stored = [...(await one.documents()).values()]
  const before = stored.filter(fields => fields.schemaVersion === 1).length
  await one.run({ documents: { ...documents, write } })
  expect(written).toHaveLength(6 - before)
  await expectMigrated(one)
})

it('a document that somebody changes after it was read is migrated as they left it', async () => {
  const one = await world()
  const { documents } = one.deps
  const page: Documents['page'] = async (...asked) => {
    const found = await documents.page(...asked)
    if (asked[1] === undefined) {
      await one.db.doc('orders/o1').update({ price: 9, by: 'somebody' })
      await one.db.doc('orders/o2').delete()
      await one.db.doc('orders/o3').set({ price: { amount: 7, currency: 'EUR' } })
    }
    return found
  }
  expect(await one.run({ documents: { ...documents, page } })).toMatchObject([{ changed: 4, failed: 0 }])
  const all = await one.documents()
  expect(all.get('orders/o1')).toMatchObject({
    ...{ price: { amount: 900, currency: 'EUR' }, by: 'somebody', schemaVersion: 1 },
  })
  expect(all.has('orders/o2')).toBe(false)
  expect(all.get('orders/o3')).toEqual({ price: { amount: 7, currency: 'EUR' } })
})

it('what cannot be read is told, stops no other document, and is looked at again by the next run', async () => {
  const one = await world()
  const odd = one.db.doc('orders/o2')
  await odd.update({ price: 'five' })
  const later: Migration[] = [amounts, named]
  expect(await one.run({}, false, later)).toEqual([{ name: 'amounts', documents: 7, changed: 5, failed: 1 }])
  expect(one.told).toContain('orders/o2 could not be migrated: price is no number')
  expect((await odd.get()).data()).toMatchObject({ price: 'five', note: 'n' })
  expect(await one.reached()).toEqual({ reached: 0 })
  await odd.update({ price: 5 })
  expect(await one.run()).toEqual([{ name: 'amounts', documents: 7, changed: 1, failed: 0 }])
  await expectMigrated(one)
})

it('what could not be read before a death is not forgotten', async () => {
  const one = await world()
  await one.db.doc('orders/o1').update({ price: 'five' })
  await dieAt(one.deps, { effect: 'documents.page', call: 2 }, dying => one.run(dying))
  expect(await one.run()).toMatchObject([{ failed: 1 }])
  expect(await one.reached()).toEqual({ reached: 0 })
})

it('a store that fails ends the run, and the next one goes on', async () => {
  const one = await world()
  const refused = Object.assign(new Error('quota'), { code: 8 })
  const { documents } = one.deps
  const write: Documents['write'] = (path, ...rest) =>
    path === 'shops/s/orders/o5' ? Promise.reject(refused) : documents.write(path, ...rest)
  await expect(one.run({ documents: { ...documents, write } })).rejects.toBe(refused)
  expect((await one.reached())?.after).toBe('orders/o3')
  await one.run()
  await expectMigrated(one)
})

it('a commit whose answer is lost counts as made', async () => {
  const one = await world()
  const { documents } = one.deps
  const write: Documents['write'] = async (...given) => {
    await documents.write(...given)
    return 'unresolved'
  }
  await one.run({ documents: { ...documents, write } })
  await expectMigrated(one)
})

it('values that a migration leaves alone are not rewritten, however fine their times are', async () => {
  const one = await world()
  const { Timestamp } = await import('firebase-admin/firestore')
  const fine = new Timestamp(1_777_000_000, 123_456_000)
  await one.db.doc('orders/o1').update({ at: fine })
  await one.run()
  const fields: Fields = (await one.db.doc('orders/o1').get()).data() ?? {}
  expect(fields.at).toEqual(fine)
})
