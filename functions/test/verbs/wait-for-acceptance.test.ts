import { FieldValue } from 'firebase-admin/firestore'
import { afterEach, describe, expect, it } from 'vitest'
import { moveWaiting } from '../../src/lib/connection/job/move-waiting.ts'
import { withdrawRequest } from '../../src/lib/connection/requests/ask-connection.ts'
import { readRequest } from '../../src/lib/connection/requests/read-request.ts'
import { waitForAcceptance } from '../../src/lib/connection/requests/wait-for-acceptance.ts'
import { testProperty } from '../../src/lib/connection/test-property.ts'
import { startVerbs } from '../support/chat-deps.ts'
import {
  channelManagerFails,
  type HotelSpec,
  obpHotel,
  sandbox,
  seedHotel,
  standardHotel,
  standardRooms,
} from '../support/connection-builders.ts'
import { expectNothingLeft, traces } from '../support/connection-state.ts'
import { dieAt, intercepted } from '../support/intercept.ts'
import { put, stored, update } from '../support/stack.ts'
import {
  endedItem,
  expectLive,
  expectOver,
  handover,
  minute,
  type WaitingProperty,
  waitingProperty,
} from '../support/waiting.ts'

startVerbs()
afterEach(() => sandbox().clearFaults())

const unaccepted: HotelSpec = { ...obpHotel, behaviour: 'agreement-pending' }

describe('a request that is left to us', () => {
  it('stays rejected, says what it waits for, and is tried in doubling pauses up to half an hour', async () => {
    const world = await handover()
    const { waitingFor } = world.left
    expect(await world.request()).toMatchObject({
      status: 'rejected',
      rejection: { code: 'ota-setup-incomplete' },
      hotelId: world.property.hotelId,
    })
    expect(waitingFor.until.getTime() - waitingFor.since.getTime()).toBe(14 * 24 * 60 * minute)
    const pauses: number[] = []
    for (let tries = 0; tries < 9; tries += 1) {
      const { dueAt } = (await world.job()) ?? {}
      const pauseMs = dueAt.toMillis() - world.clock.now().getTime()
      pauses.push(Math.round(pauseMs / 30_000) / 2)
      await world.sweepAfter(pauseMs + 1)
    }
    expect(pauses).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30, 30])
    // No try creates a channel.
    const requests = (await sandbox().requests('channel-manager')).filter(({ body }) =>
      JSON.stringify(body ?? {}).includes(world.property.hotelId),
    )
    expect(requests.filter(({ path }) => path.endsWith('/channels'))).toEqual([])
  })

  it('goes live once accepted: mapped, charged once, e-mailed, told in To do', async () => {
    const world = await handover()
    await world.sweepAfter(minute)
    await world.accept()
    await world.sweepAfter(30 * minute)
    const records = await expectLive(world)
    expect(records.items).toMatchObject([
      { kind: 'connection-finished', status: 'open', detail: expect.stringContaining('Booking.com') },
    ])
    expect(records.audits.filter(({ outcome }) => outcome === 'success')).toMatchObject([
      { action: 'property.connect', actorId: world.asker.uid, ipAddress: '203.0.113.7' },
    ])
    await world.sweepAfter(60 * minute)
    await expectLive(world)
  })

  it('is left to us once, however often one presses, and again with another payment', async () => {
    const world = await handover()
    const again = await Promise.all([1, 2].map(() => world.wait()))
    expect(again).toEqual([world.left, world.left])
    await world.wait({ paymentId: 'another' })
    expect(await world.job()).toMatchObject({ wait: { paymentId: 'another', tries: 0 } })
  })

  it('goes on waiting when a try is rejected for an outage', async () => {
    const world = await handover()
    await world.accept()
    world.away('offer')
    await world.sweepAfter(minute)
    expect(await world.request()).toMatchObject({
      status: 'rejected',
      rejection: { code: 'provider-unavailable' },
      waitingFor: { code: 'ota-setup-incomplete' },
    })
    const nextAction = 'Nothing: it is tried again by itself.'
    expect((await readRequest(world.context, world.requestId)).rejection).toMatchObject({ nextAction })
    world.away()
    await world.sweepAfter(minute)
    await expectLive(world)
  })

  it('is tried by several processes at once, and connected by one', async () => {
    const world = await handover()
    await world.accept()
    world.clock.advance(minute)
    await Promise.allSettled([1, 2, 3].map(() => world.tryAgain(world.context)))
    await world.sweepAfter(2 * minute)
    await expectLive(world)
  })
})

describe('the wait for acceptance ends', () => {
  it('when it is stopped, once or repeatedly, and nothing is left', async () => {
    const world = await handover()
    await Promise.all([world.stop(), world.stop()])
    await world.stop()
    await expectOver(world)
    await world.accept()
    await world.sweepAfter(60 * minute)
    await expectNothingLeft(world.property)
  })

  it.each([
    [
      'without acceptance by then',
      'not accepted',
      async ({ clock }: WaitingProperty) => clock.advance(15 * 24 * 60 * minute),
    ],
    [
      'when the role of who asked is gone',
      'operations any more',
      async ({ records }: WaitingProperty) => records.clear(),
    ],
    ['when the price changes', 'price', ({ reprice }: WaitingProperty) => reprice(5900)],
    [
      'when the property changes',
      'another landlord',
      ({ property }: WaitingProperty) =>
        update(`properties/${property.propertyId}`, { channelManagerId: 'another' }),
    ],
  ] as const)('%s, and To do says so', async (_, why, happens) => {
    const world = await handover()
    await world.accept()
    await happens(world)
    await world.sweepAfter(minute)
    await expectOver(world)
    expect(await endedItem(world)).toMatchObject({ status: 'open', detail: expect.stringContaining(why) })
    expect((await traces(world.property)).channels).toEqual([])
  })

  it('by a new press, which rejects it anew or connects it', async () => {
    const rejected = await handover()
    expect(await rejected.press()).toBe('ota-setup-incomplete')
    await expectOver(rejected)
    const connected = await handover()
    await connected.accept()
    expect(await connected.press()).toBe('completed')
    const records = await expectLive(connected)
    expect(records.items).toEqual([])
  })

  it('by a test of another hotel, which can be left to us then; not by one of the same', async () => {
    const world = await handover()
    const { propertyId, hotelId } = world.property
    const another = await seedHotel(unaccepted)
    const test = (tried: string) =>
      testProperty(world.context, world.asker, { propertyId, ota: 'booking', hotelId: tried, reject: true })
    await test(hotelId)
    expect(await world.request()).toHaveProperty('waitingFor')
    expect(await world.job()).toMatchObject({ wait: { hotelId } })
    await test(another)
    expect(await world.request()).not.toHaveProperty('waitingFor')
    await world.accept()
    await world.sweepAfter(60 * minute)
    await expectOver(world)
    await expectNothingLeft(world.property)
    await world.wait()
    expect(await world.request()).toMatchObject({ hotelId: another })
    expect(await world.job()).toMatchObject({ wait: { hotelId: another } })
  })

  it('when connecting fails for another reason', async () => {
    const world = await handover()
    await world.accept()
    await channelManagerFails({
      status: 422,
      path: '/activate',
      times: 1,
      body: { errors: { code: 'validation_error', title: 'no' } },
    })
    await world.sweepAfter(minute)
    expect(await world.request()).toMatchObject({ rejection: { code: 'activation-refused' } })
    await expectOver(world)
    expect(await endedItem(world)).toMatchObject({ status: 'open' })
    expect((await traces(world.property)).channels).toEqual([])
  })

  it('by withdrawing the request, but not while it is being connected', async () => {
    const world = await handover()
    await withdrawRequest(world.context, world.asker, world.requestId)
    await world.accept()
    await world.sweepAfter(minute)
    expect((await traces(world.property)).channels).toEqual([])
    const late = await handover()
    await late.accept()
    late.clock.advance(minute)
    await dieAt(late.context, { effect: 'store.commit' }, dying => late.tryAgain(dying))
    const now = { code: 'connection-in-progress' }
    await expect(late.stop()).rejects.toMatchObject(now)
    await expect(withdrawRequest(late.context, late.asker, late.requestId)).rejects.toMatchObject(now)
    await late.sweepAfter(2 * minute)
    await expectLive(late)
  })
})

it('a try charges the price that was shown, even if it changes after the claim', async () => {
  const world = await handover()
  await world.accept()
  world.clock.advance(minute)
  const repricing = intercepted(world.context, 'store.commit', original => async (...args) => {
    const claimed = await original(...args)
    await world.reprice(5900)
    return claimed
  })
  await world.tryAgain(repricing)
  expect((await expectLive(world)).invoices).toMatchObject([{ amount: 4900 }])
})

it('a try that another process finishes charges the price that was shown, even if it has changed', async () => {
  const world = await handover()
  await world.accept()
  world.clock.advance(minute)
  await dieAt(world.context, { effect: 'channelManager.createChannel' }, dying => world.tryAgain(dying))
  await world.reprice(5900)
  await world.sweepAfter(2 * minute)
  expect((await expectLive(world)).invoices).toMatchObject([{ amount: 4900 }])
})

/** Stores the wait as an earlier release did. */
async function withItsRequest(world: WaitingProperty): Promise<void> {
  const { wait: { requestId, since: _, until: __, ...wait } = {}, dueAt: tryAt } = (await world.job()) ?? {}
  const deletions = { wait: FieldValue.delete(), dueAt: FieldValue.delete() }
  await update(`connectionAttempts/${world.property.propertyId}_booking`, deletions)
  await update(`connectionRequests/${requestId}`, { wait, tryAt })
}

describe('a wait that an earlier release stored with its request', () => {
  it('goes on', async () => {
    const world = await handover()
    await withItsRequest(world)
    await world.accept()
    world.clock.advance(minute)
    for (const _run of [1, 2]) await moveWaiting(world.context, world.requestId)
    expect(await world.request()).not.toHaveProperty('tryAt')
    await world.sweepAfter(minute)
    await expectLive(world)
  })

  it('gives way to a newer one', async () => {
    const world = await handover()
    await withItsRequest(world)
    await world.wait({ paymentId: 'another' })
    await moveWaiting(world.context, world.requestId)
    expect(await world.job()).toMatchObject({ wait: { paymentId: 'another' } })
  })

  it.each(['first', 'last'] as const)(
    'is tried for the later of two requests, whichever is moved %s',
    async when => {
      const world = await handover()
      await withItsRequest(world)
      const { requestId } = world
      const { waitingFor, ...fields } = (await world.request()) ?? {}
      const since = new Date(waitingFor.since.toDate().getTime() + minute)
      const later = `${requestId}_later`
      await put(`connectionRequests/${later}`, { ...fields, waitingFor: { ...waitingFor, since } })
      const ids = when === 'first' ? [later, requestId] : [requestId, later]
      for (const id of ids) await moveWaiting(world.context, id)
      expect(await world.job()).toMatchObject({ wait: { requestId: later } })
      expect(await world.request()).not.toHaveProperty('waitingFor')
      expect(await stored(`connectionRequests/${later}`)).toHaveProperty('waitingFor')
    },
  )
})

describe('a wait is refused', () => {
  it('for a request that lacks more than acceptance, and for a missing one', async () => {
    const world = await waitingProperty()
    await expect(world.wait()).rejects.toMatchObject({ code: 'not-retryable' })
    const odd = await waitingProperty({
      hotel: { ...standardHotel, behaviour: 'test-fails' },
      rooms: standardRooms,
    })
    await odd.press()
    await expect(odd.wait()).rejects.toMatchObject({ code: 'not-retryable' })
    await expect(waitForAcceptance(world.context, world.asker, { requestId: 'none' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('at a wrong price', async () => {
    const world = await waitingProperty()
    await world.press()
    for (const price of [
      { amount: 4800, currency: 'EUR' },
      { amount: 4900, currency: 'USD' },
    ])
      await expect(world.wait({ price })).rejects.toMatchObject({ code: 'payment-failed' })
    expect(await world.job()).not.toHaveProperty('wait')
  })
})
