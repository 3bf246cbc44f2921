import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { workOnBatch } from '../../src/lib/connection/batches/work-on-batch.ts'
import { connectProperty } from '../../src/lib/connection/job/connect-property.ts'
import { batchWorld, minute, outage, pairOf } from '../support/batches.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { type ConnectableProperty, sandbox, storeProperty } from '../support/connection-builders.ts'
import { expectConnected, expectNothingLeft, traces } from '../support/connection-state.ts'
import { dieAt, intercepted } from '../support/intercept.ts'
import { db, remove, uniqueId, update } from '../support/stack.ts'

startVerbs()
afterEach(() => sandbox().clearFaults())

type World = Awaited<ReturnType<typeof batchWorld>>

const shown = [{ amount: 4900, currency: 'EUR' }]
const day = 24 * 60 * minute

const pathIn = (args: unknown[]): string => z.tuple([z.object({ path: z.string() })]).parse(args)[0].path

/** Returns how often it was called with a word. */
function counter() {
  const times = new Map<string, number>()
  return (word: string): number => {
    const now = (times.get(word) ?? 0) + 1
    times.set(word, now)
    return now
  }
}

/** A row of a property whose landlord pays, tested and not chosen yet. */
async function paidRow() {
  const property = await storeProperty({ plan: 'paid' })
  const world = await batchWorld([pairOf(property, { paymentId: uniqueId('pay') })])
  await world.untilDone()
  return { property, world }
}

/** A colleague's attempt with another payment holds the property for three days. */
async function colleagueConnects({ context }: World, { propertyId, hotelId }: ConnectableProperty) {
  const colleague = { uid: uniqueId('oscar'), role: 'operations' as const }
  const input = { propertyId, ota: 'booking' as const, hotelId, paymentId: uniqueId('pay') }
  await dieAt(context, { effect: 'store.commit' }, dying => connectProperty(dying, colleague, input))
  const leaseUntil = new Date(context.clock.now().getTime() + 3 * day)
  await update(`connectionAttempts/${propertyId}_booking`, { leaseUntil, dueAt: leaseUntil })
}

/** A batch whose chosen row waits for the colleague's attempt. */
async function waitingBatch() {
  const { property, world } = await paidRow()
  await colleagueConnects(world, property)
  await world.choose({ total: shown })
  await world.run()
  return world
}

describe('a row that a colleague’s attempt keeps waiting', () => {
  it('can be stopped, and says what it waits for', async () => {
    const world = await waitingBatch()
    const [row] = await world.rows()
    expect(row).toMatchObject({ state: 'chosen', reason: { code: 'connection-in-progress' } })
    expect(row?.reason).not.toHaveProperty('nextAction')
    await world.stop()
    expect(await world.states()).toEqual(['stopped'])
  })

  it('is refused after a day', async () => {
    const world = await waitingBatch()
    world.clock.advance(day)
    await world.untilDone()
    expect((await world.rows())[0]).toMatchObject({
      state: 'refused',
      reason: { code: 'connection-in-progress' },
    })
  })

  it('keeps no other row from its test', async () => {
    const rival = await storeProperty()
    const others = await Promise.all([1, 2, 3, 4].map(() => storeProperty()))
    const world = await batchWorld([rival, ...others].map(property => pairOf(property)))
    await colleagueConnects(world, rival)
    await world.run()
    expect(await world.states()).toEqual(['testing', 'tested', 'tested', 'tested', 'tested'])
  })
})

describe('a row is not connected', () => {
  const changes: [string, string, (world: World, property: ConnectableProperty) => Promise<unknown>][] = [
    ['the role of who chose it is gone', 'forbidden', async ({ records }) => records.clear()],
    [
      'the price is another one',
      'payment-failed',
      async (_, { landlordId }) => update(`accounts/${landlordId}`, { 'connectionService.amount': 5900 }),
    ],
    [
      'the landlord is another one',
      'property-changed',
      async (_, { propertyId }) => {
        const { landlordId } = await storeProperty({ plan: 'paid' })
        await update(`properties/${propertyId}`, { landlordId })
      },
    ],
    [
      'the channel manager has it under another id',
      'property-changed',
      async (_, { propertyId }) =>
        update(`properties/${propertyId}`, { channelManagerId: uniqueId('other') }),
    ],
  ]

  it.each(changes)(
    'where %s when its turn comes, or after a death before its attempt',
    async (_, code, happens) => {
      for (const state of ['chosen', 'connecting']) {
        const { property, world } = await paidRow()
        await world.choose({ total: shown })
        if (state === 'connecting')
          await dieAt(world.context, { effect: 'store.commit', call: 2 }, dying =>
            workOnBatch(dying, world.batchId),
          )
        expect(await world.states()).toEqual([state])
        await happens(world, property)
        await world.untilDone()
        expect((await world.rows())[0]).toMatchObject({ state: 'stopped', reason: { code } })
        await expectNothingLeft(property)
      }
    },
  )

  it('where nobody was shown the price that is charged', async () => {
    const { property, world } = await paidRow()
    const rows = db().doc(`connectionBatches/${world.batchId}/batchRows/0`)
    const [{ price: _, ...row }] = (await rows.get()).get('rows')
    await rows.update({ rows: [row] })
    await world.choose()
    await world.untilDone()
    expect((await world.rows())[0]).toMatchObject({ state: 'stopped', reason: { code: 'payment-failed' } })
    await expectNothingLeft(property)
  })

  it('except where its attempt began before the chooser lost the role', async () => {
    const { property, world } = await paidRow()
    await world.choose({ total: shown })
    await dieAt(world.context, { effect: 'channelManager.createChannel' }, dying =>
      workOnBatch(dying, world.batchId),
    )
    world.records.clear()
    await world.untilDone()
    expect(await world.states()).toEqual(['connected'])
    await expectConnected(property)
  })
})

describe('a temporary failure', () => {
  it('leaves no row without its price', async () => {
    const property = await storeProperty({ plan: 'paid' })
    const world = await batchWorld([pairOf(property, { paymentId: uniqueId('pay') })])
    const timesRead = counter()
    const failing = intercepted(world.context, 'store.read', original => async (...args) => {
      const isAccount = pathIn(args).startsWith('accounts/')
      if (isAccount && timesRead(pathIn(args)) === 2) throw new Error('the database is away')
      return original(...args)
    })
    await world.run(outage(world).away)
    expect(await world.states()).toEqual(['testing'])
    world.clock.advance(5 * minute)
    await world.run(failing)
    expect((await world.rows())[0]).toMatchObject({ state: 'testing', reason: { code: 'internal' } })
    await world.untilDone(failing)
    const [row] = await world.rows()
    expect(row).toMatchObject({ state: 'tested', charge: shown[0] })
    expect(row?.reason).toBeUndefined()
  })

  it('counts from the first try, not from when the row was chosen', async () => {
    const { world } = await paidRow()
    const { away, state } = outage(world)
    await world.choose({ total: shown })
    world.clock.advance(day + minute)
    await world.run(away)
    expect((await world.rows())[0]).toMatchObject({
      state: 'chosen',
      reason: { code: 'provider-unavailable' },
    })
    state.isAway = false
    await world.untilDone(away)
    expect(await world.states()).toEqual(['connected'])
  })

  it('leaves the request alone until the row is refused', async () => {
    const { property, world } = await paidRow()
    const { away } = outage(world)
    const requests = async () => (await traces(property)).requests.map(({ status }) => status)
    await world.choose({ total: shown })
    for (let run = 0; run < 3; run += 1) {
      await world.run(away)
      world.clock.advance(5 * minute)
    }
    expect(await requests()).toEqual(['pending'])
    world.clock.advance(day)
    await world.untilDone(away)
    expect(await world.rows()).toMatchObject([{ state: 'refused', reason: { code: 'provider-unavailable' } }])
    expect(await requests()).toEqual(['rejected'])
  })

  it.each<[string, (world: World, away: World['context']) => Promise<unknown>]>([
    ['somebody stops it', world => world.stop()],
    [
      'the role of who chose it is gone',
      async ({ records, clock, untilDone }, away) => {
        records.clear()
        clock.advance(5 * minute)
        await untilDone(away)
      },
    ],
  ])('is the reason of the rejected request where %s', async (_, happens) => {
    const { property, world } = await paidRow()
    const { away } = outage(world)
    await world.choose({ total: shown })
    await world.run(away)
    await happens(world, away)
    expect(await world.states()).toEqual(['stopped'])
    const [request] = (await traces(property)).requests
    expect(request).toMatchObject({ status: 'rejected', rejection: { code: 'provider-unavailable' } })
  })

  it('of some rows keeps no other row waiting, and ends after a day', async () => {
    const properties = await Promise.all([1, 2, 3, 4].map(() => storeProperty()))
    const timesRead = counter()
    const broken = new Set(properties.slice(0, 3).map(({ propertyId }) => `properties/${propertyId}`))
    const world = await batchWorld(properties.map(property => pairOf(property)))
    const failing = intercepted(world.context, 'store.read', original => async (...args) => {
      // The test reads the property first; the second read, for the row's text, fails.
      if (broken.has(pathIn(args)) && timesRead(pathIn(args)) % 2 === 0) throw new Error('it cannot be read')
      return original(...args)
    })
    await world.run(failing)
    expect(await world.states()).toEqual(['testing', 'testing', 'testing', 'tested'])
    expect(await world.stored()).toMatchObject({ claimId: null, leaseUntil: null })
    world.clock.advance(day)
    await world.untilDone(failing)
    const rows = await world.rows()
    expect(rows.map(({ state, outcome, reason }) => [state, outcome, reason?.code])).toEqual([
      ...properties.slice(0, 3).map(() => ['tested', 'refused', 'internal']),
      ['tested', 'connects', undefined],
    ])
  })
})

it('a batch with removed rows is not found, and not worked on', async () => {
  const pairs = Array.from({ length: 30 }, (_, at) => ({
    propertyId: uniqueId('gone'),
    hotelId: String(5_868_100 + at),
  }))
  const world = await batchWorld(pairs)
  await remove(`connectionBatches/${world.batchId}/batchRows/0`)
  await expect(world.read()).rejects.toMatchObject({ code: 'not-found' })
  await expect(world.choose({ rows: [0] })).rejects.toMatchObject({ code: 'not-found' })
  await world.run()
  expect(await world.stored()).not.toHaveProperty('dueAt')
})
