import { afterEach, describe, expect, it } from 'vitest'
import { connectRows } from '../../src/lib/connection/batches/connect-rows.ts'
import { createBatch } from '../../src/lib/connection/batches/create-batch.ts'
import { listBatches } from '../../src/lib/connection/batches/read-batch.ts'
import { workOnBatch } from '../../src/lib/connection/batches/work-on-batch.ts'
import { stopWaiting } from '../../src/lib/connection/requests/wait-for-acceptance.ts'
import { batchWorld, minute, pairOf } from '../support/batches.ts'
import { startVerbs } from '../support/chat-deps.ts'
import {
  obpHotel,
  type PropertySpec,
  reseedHotel,
  sandbox,
  standardHotel,
  storeProperty,
} from '../support/connection-builders.ts'
import { expectConnected, expectNothingLeft, expectOneOfEach, traces } from '../support/connection-state.ts'
import { dieAt } from '../support/intercept.ts'
import { uniqueId, update } from '../support/stack.ts'

startVerbs()
afterEach(() => sandbox().clearFaults())

const pending = { hotel: { ...obpHotel, behaviour: 'agreement-pending' as const } }

/** A property whose pair has been tested, chosen, and tried once. */
async function tried(spec: PropertySpec) {
  const property = await storeProperty(spec)
  const world = await batchWorld([pairOf(property)])
  await world.untilDone()
  await world.choose()
  await world.untilDone()
  return { property, world }
}

/** A batch of pairs that would connect. */
async function pairs(count: number) {
  const properties = await Promise.all(Array.from({ length: count }, () => storeProperty()))
  return { properties, world: await batchWorld(properties.map(property => pairOf(property))) }
}

describe('a batch', () => {
  it('tells for each pair the outcome of connecting, and connects nothing', async () => {
    const [free, paid, waits, unfit] = [
      await storeProperty(),
      await storeProperty({ plan: 'paid' }),
      await storeProperty(pending),
      await storeProperty({ hotel: standardHotel }),
    ]
    const world = await batchWorld([
      pairOf(free),
      pairOf(paid, { paymentId: uniqueId('pay') }),
      pairOf(waits),
      pairOf(unfit),
      { propertyId: uniqueId('nobody'), hotelId: '5868189' },
      pairOf(free),
      { propertyId: 'somewhere', hotelId: 'abc' },
      { propertyId: 'no id', hotelId: '5868188' },
    ])
    expect(await world.untilDone()).toBeLessThan(3)
    const { rows, counts, isWorking } = await world.read()
    const outcomes = rows.map(({ state, outcome, reason }) => [state, outcome, reason?.code])
    expect(outcomes).toEqual([
      ['tested', 'connects', undefined],
      ['tested', 'connects', undefined],
      ['tested', 'waits', 'ota-setup-incomplete'],
      ['tested', 'refused', 'mapping-failed'],
      ['tested', 'refused', 'property-not-found'],
      ['wrong', undefined, 'pair-repeated'],
      ['wrong', undefined, 'hotel-id-invalid'],
      ['wrong', undefined, 'property-not-found'],
    ])
    expect(rows[0]).toMatchObject({
      propertyName: 'Harbour View',
      charge: { amount: 0, currency: 'EUR' },
      mapping: { mapped: expect.any(Number), total: expect.any(Number) },
    })
    expect(rows[1]).toMatchObject({ charge: { amount: 4900, currency: 'EUR' } })
    expect({ counts, isWorking }).toEqual({ counts: { tested: 5, wrong: 3 }, isWorking: false })
    for (const property of [free, paid, waits, unfit]) {
      const { requests, audits, attempt } = await traces(property)
      expect(requests.map(({ status }) => status)).toEqual(['pending'])
      expect({ audits, attempt }).toEqual({ audits: [], attempt: undefined })
    }
  })

  it('is one however often it is sent, and refused with other pairs under its id', async () => {
    const { world } = await pairs(1)
    const again = await Promise.all([1, 2, 3].map(() => createBatch(world.context, world.asker, world.input)))
    expect(again).toEqual(again.map(() => ({ batchId: world.batchId, isNew: false })))
    const batchId = uniqueId('batch')
    const made = await Promise.all(
      [1, 2, 3].map(() => createBatch(world.context, world.asker, { ...world.input, batchId })),
    )
    expect(made.every(one => one.batchId === batchId)).toBe(true)
    const other = { ...world.input, pairs: [{ propertyId: 'other', hotelId: '5868189' }] }
    await expect(createBatch(world.context, world.asker, other)).rejects.toMatchObject({
      code: 'validation-failed',
    })
  })

  it('for an OTA that is no longer supported is not found', async () => {
    const { world } = await pairs(1)
    await world.untilDone()
    await update(`connectionBatches/${world.batchId}`, { ota: 'airbnb' })
    await expect(world.read()).rejects.toMatchObject({ code: 'not-found' })
    const { batches } = await listBatches(world.context)
    expect(batches.map(({ batchId }) => batchId)).not.toContain(world.batchId)
  })

  it('connects each chosen row once, at the price shown, in the name of the chooser', async () => {
    const paid = await storeProperty({ plan: 'paid' })
    const [free, left] = [await storeProperty(), await storeProperty()]
    const world = await batchWorld([pairOf(paid, { paymentId: uniqueId('pay') }), pairOf(free), pairOf(left)])
    await world.untilDone()
    const total = [{ amount: 4900, currency: 'EUR' }]
    await expect(world.choose({ rows: [0, 1] })).rejects.toMatchObject({ code: 'payment-failed' })
    await Promise.all([1, 2].map(() => world.choose({ rows: [0, 1], total })))
    await world.untilDone()
    expect(await world.states()).toEqual(['connected', 'connected', 'tested'])
    const { audits } = await expectOneOfEach(paid)
    expect(audits.filter(({ outcome }) => outcome === 'success')).toMatchObject([
      { action: 'property.connect', actorId: world.asker.uid, ipAddress: '203.0.113.7' },
    ])
    await expectConnected(free)
    await expectNothingLeft(left)
    await world.choose({ rows: [0, 1], total })
    expect(await world.stored()).not.toHaveProperty('dueAt')
  })

  it('refuses rows that would not connect, and rows that are not there', async () => {
    const world = await batchWorld([pairOf(await storeProperty({ hotel: standardHotel }))])
    await expect(world.choose({ rows: [0] })).rejects.toMatchObject({ code: 'validation-failed' })
    await world.untilDone()
    await expect(world.choose({ rows: [0, 7] })).rejects.toMatchObject({
      code: 'validation-failed',
      errors: [{ path: 'rows.0' }, { path: 'rows.7' }],
    })
    const none = { batchId: 'none', rows: [0], total: [] }
    await expect(connectRows(world.context, world.asker, none)).rejects.toMatchObject({ code: 'not-found' })
  })

  it.each([{ requests: ['pending' as const] }, { requests: [] }])(
    'lets a row that lacks only the acceptance of the OTA wait, and then go live: %j',
    async ({ requests }) => {
      const { property, world } = await tried({ ...pending, requests })
      expect((await world.rows())[0]).toMatchObject({
        state: 'waits',
        reason: { code: 'ota-setup-incomplete' },
      })
      await reseedHotel(property.hotelId, { behaviour: 'ok' })
      world.clock.advance(40 * minute)
      await world.run()
      await expectConnected(property)
      expect(await world.states()).toEqual(['connected'])
    },
  )

  it('says of a waiting row that it is no longer tried once its wait is stopped', async () => {
    const { property, world } = await tried(pending)
    const [requestId = ''] = property.requestIds
    await stopWaiting(world.context, world.asker, requestId)
    expect((await world.rows())[0]).toMatchObject({
      state: 'refused',
      reason: { code: 'acceptance-ended', nextAction: expect.any(String) },
    })
  })

  it('refuses what connecting refuses, with the reason, and lets it be tried again', async () => {
    const { property, world } = await tried({ hotel: { ...obpHotel, behaviour: 'connected-elsewhere' } })
    expect((await world.rows())[0]).toMatchObject({
      state: 'refused',
      reason: { code: 'hotel-connected-elsewhere', nextAction: expect.any(String) },
    })
    await expectNothingLeft(property)
    await reseedHotel(property.hotelId, { behaviour: 'ok' })
    await world.choose({ rows: [0] })
    await world.untilDone()
    expect(await world.states()).toEqual(['connected'])
  })
})

it('is worked on once, with several processes at it at once', async () => {
  const { properties, world } = await pairs(3)
  await Promise.all([1, 2, 3].map(() => world.run()))
  await world.untilDone()
  await world.choose()
  await Promise.allSettled([1, 2, 3].map(() => workOnBatch(world.context, world.batchId)))
  await world.untilDone()
  for (const property of properties) await expectConnected(property)
})

describe('a stopped batch', () => {
  it('tests and connects nothing more, and its rows can be chosen again', async () => {
    const { properties, world } = await pairs(2)
    await world.untilDone()
    await world.choose()
    await Promise.all([world.stop(), world.stop()])
    expect(await world.stored()).not.toHaveProperty('dueAt')
    world.clock.advance(10 * minute)
    await world.run()
    expect(await world.states()).toEqual(['stopped', 'stopped'])
    for (const property of properties) await expectNothingLeft(property)
    await world.choose({ rows: [0] })
    await world.untilDone()
    expect(await world.states()).toEqual(['connected', 'stopped'])
  })

  it('still finishes a row that is being connected', async () => {
    const { properties, world } = await pairs(1)
    await world.untilDone()
    await world.choose()
    await dieAt(world.context, { effect: 'store.commit', call: 2 }, dying =>
      workOnBatch(dying, world.batchId),
    )
    await world.stop()
    expect(await world.states()).toEqual(['connecting'])
    await world.untilDone()
    for (const property of properties) await expectConnected(property)
  })
})
