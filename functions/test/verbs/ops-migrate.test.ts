import { expect, it, onTestFinished } from 'vitest'
import { firestoreWith } from '../../src/adapters/firestore/sdk.ts'
import { store } from '../../src/adapters/firestore/store.ts'
import { randomIds, systemClock } from '../../src/adapters/system.ts'
import { documentsIn } from '../../src/lib/ops/documents.ts'
import { migrate } from '../../src/lib/ops/migrate.ts'
import type { Migration } from '../../src/lib/ops/migrations.ts'
import { staffActor } from '../support/chat-deps.ts'
import { dieAt, intercepted } from '../support/intercept.ts'
import { memoryLog } from '../support/memory-log.ts'
import { runOps } from '../support/ops.ts'
import { testContext } from '../support/test-context.ts'
import { everyDocument } from '../support/whole-store.ts'
import { ownProject } from '../support/world.ts'

/** Prices of orders, in any place, turn from numbers into amounts with a currency; notes are dropped. */
const amounts: Migration = {
  name: 'amounts',
  query: documentsIn('orders', true),
  migrate: ({ price }) =>
    typeof price === 'number'
      ? { fields: { price: { amount: price * 100, currency: 'EUR' } }, without: ['note'] }
      : undefined,
}

/** A project of the test's own, with orders in two places: four of the old shape, one of the new. */
async function world() {
  const { projectId, db, close } = ownProject()
  onTestFinished(close)
  const deps = {
    clock: systemClock,
    ids: randomIds,
    log: memoryLog([]),
    tell: () => {},
    auditLog: testContext({ firestore: db }).auditLog,
    store: store(firestoreWith(db)),
  }
  const at = new Date('2026-05-01T08:00:00.123Z')
  const places = ['orders/o1', 'orders/o2', 'shops/s/orders/o3', 'shops/s/orders/o4']
  for (const path of places) await db.doc(path).set({ price: 5, at, note: 'n' })
  await db.doc('shops/s/orders/new').set({ price: { amount: 1, currency: 'USD' }, at })
  return {
    projectId,
    db,
    deps,
    places,
    run: (over: Partial<typeof deps> = {}, isDryRun = false) =>
      migrate({ ...deps, ...over }, staffActor(), { isDryRun, list: [amounts] }),
    documents: () => everyDocument(db),
  }
}

async function expectMigrated({ db, places }: Awaited<ReturnType<typeof world>>): Promise<void> {
  for (const path of places)
    expect((await db.doc(path).get()).data()).toEqual({
      price: { amount: 500, currency: 'EUR' },
      at: expect.anything(),
    })
  expect((await db.doc('shops/s/orders/new').get()).get('price.amount')).toBe(1)
}

it('the shipped migrations resolve items of former kinds, end due work of former channels, key guests and stays, and do nothing else', async () => {
  const { projectId, db, documents } = await world()
  const calendar = 'Open the calendar of the channel. Mend what is wrong at the channel manager.'
  const former = { consent: { kind: 'consent-lost' }, searches: { kind: 'spend-limit', reason: 'searches' } }
  const closed = { kind: 'not-bookable', nextAction: calendar, differences: ['room: closed'] }
  const inventory = 'Open the inventory of the property at the channel manager.'
  const standing = {
    channel: { kind: 'channel-gone' },
    spent: { kind: 'spend-limit', reason: 'user' },
    unsold: { kind: 'not-bookable', nextAction: inventory, differences: ['No room has availability.'] },
  }
  for (const [id, fields] of Object.entries({ ...former, closed, ...standing }))
    await db.doc(`items/${id}`).set({ ...fields, status: 'open' })
  const [lookAt, dueAt] = [new Date(0), new Date(0)]
  await db.doc('propertyChannels/p_airbnb').set({ ota: 'airbnb', hotelId: '1', lookAt, dueAt })
  await db.doc('propertyChannels/p_booking').set({ ota: 'booking', hotelId: '2', lookAt })
  const emailFields = { email: 'bo@example.com', emailKey: 'bo@examplecom' }
  for (const [id, fields] of Object.entries({
    ana: { email: 'A.na@Example.com' },
    bo: emailFields,
    cy: { name: 'Cy' },
  }))
    await db.doc(`guests/${id}`).set(fields)
  const stays = {
    one: { code: 'BDC-4008.228' },
    two: { code: '12345', numberKeys: ['12345'] },
    own: { arrival: '2031-01-01' },
  }
  for (const [id, fields] of Object.entries(stays)) await db.doc(`reservations/${id}`).set(fields)
  const before = await documents()
  const one = { documents: 1, changed: 1 }
  const dry = await runOps(projectId, 'migrate', '--dry-run')
  const [items, keyed] = [
    { documents: 6, changed: 3 },
    { documents: 3, changed: 1 },
  ]
  expect(dry.result).toMatchObject({ dryRun: true, migrations: [items, one, keyed, keyed] })
  expect(await documents()).toEqual(before)
  const first = await runOps(projectId, 'migrate')
  expect(first.result).toMatchObject({ dryRun: false, migrations: [items, one, keyed, keyed] })
  const after = await documents()
  for (const id of [...Object.keys(former), 'closed'])
    expect(after.get(`items/${id}`)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
  // The watch reopens what the system resolved only if the differences changed, so they are removed.
  expect(after.get('items/closed')).not.toHaveProperty('differences')
  for (const id of Object.keys(standing)) expect(after.get(`items/${id}`)).toEqual(before.get(`items/${id}`))
  expect(after.get('propertyChannels/p_airbnb')).toEqual({ ota: 'airbnb', hotelId: '1' })
  expect(after.get('propertyChannels/p_booking')).toEqual(before.get('propertyChannels/p_booking'))
  const audits = [...after.values()].flatMap(({ action, metadata }) => (action ? [{ action, metadata }] : []))
  expect(audits).toEqual([{ action: 'ops.migrate', metadata: { changed: 6 } }])
  expect(after.get('guests/ana')).toEqual({ email: 'A.na@Example.com', emailKey: 'ana@examplecom' })
  expect(after.get('reservations/one')).toEqual({
    code: 'BDC-4008.228',
    numberKeys: ['bdc4008228', '4008228'],
  })
  for (const path of ['guests/bo', 'guests/cy', 'reservations/two', 'reservations/own'])
    expect(after.get(path)).toEqual(before.get(path))
  const second = await runOps(projectId, 'migrate')
  expect(second.result).toMatchObject({
    migrations: [
      { documents: 3, changed: 0 },
      { documents: 1, changed: 0 },
      { documents: 3, changed: 0 },
      { documents: 3, changed: 0 },
    ],
  })
  expect(await documents()).toEqual(after)
})

it('a migration changes the documents of the old shape, and those alone, once', async () => {
  const one = await world()
  expect(await one.run({}, true)).toEqual([{ name: 'amounts', documents: 5, changed: 4 }])
  expect((await one.db.doc('orders/o1').get()).get('price')).toBe(5)
  expect(await one.run()).toEqual([{ name: 'amounts', documents: 5, changed: 4 }])
  await expectMigrated(one)
  const before = await one.documents()
  expect(await one.run()).toEqual([{ name: 'amounts', documents: 5, changed: 0 }])
  expect(await one.documents()).toEqual(before)
})

it('two migrations at once change each document once', async () => {
  const one = await world()
  const [first, second] = await Promise.all([one.run(), one.run()])
  expect([first[0]?.documents, second[0]?.documents]).toEqual([5, 5])
  await expectMigrated(one)
})

it.each([1, 2, 3, 4])('a migration killed at write %i is continued by the next run', async call => {
  const one = await world()
  const death = { effect: 'store.commit' as const, call, stopping: ['store.commit'] as const }
  await dieAt(one.deps, death, dying => one.run(dying))
  await one.run()
  await expectMigrated(one)
})

it('a document that somebody changes after it was read is migrated as they left it', async () => {
  const one = await world()
  const changing = intercepted(one.deps, 'store.find', find => async query => {
    const page = await find(query)
    await one.db.doc('orders/o1').update({ price: 9, by: 'somebody' })
    await one.db.doc('orders/o2').delete()
    return page
  })
  await one.run(changing)
  const all = await one.documents()
  expect(all.get('orders/o1')).toMatchObject({ price: { amount: 900, currency: 'EUR' }, by: 'somebody' })
  expect(all.has('orders/o2')).toBe(false)
})

it('a commit whose answer is lost counts as made', async () => {
  const one = await world()
  const lossy = intercepted(one.deps, 'store.commit', commit => async writes => {
    await commit(writes)
    return 'unresolved'
  })
  await one.run(lossy)
  await expectMigrated(one)
})
