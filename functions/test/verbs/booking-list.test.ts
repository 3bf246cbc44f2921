import { describe, expect, it } from 'vitest'
import type { Mapping } from '../../src/lib/connection/model.ts'
import { pullMissedBookings } from '../../src/lib/reservations/pull-missed.ts'
import { receiveBookings } from '../../src/lib/reservations/receive-bookings.ts'
import { type Booking, reservationAt } from '../support/bookings.ts'
import { outcomeOf } from '../support/connection-deps.ts'
import { sweeps } from '../support/due.ts'
import { dieAt, intercepted, isBooking } from '../support/intercept.ts'
import { reviewWorld } from '../support/review-world.ts'
import { worldsOf } from '../support/world.ts'

const minutes = (count: number) => count * 60_000

const { sandbox, world } = await worldsOf(reviewWorld)

type Channel = Awaited<ReturnType<typeof world.connected>>

/** Books at the OTA, at the time of the test's clock and without a webhook. */
function book({ property: { hotelId } }: Channel, { status, attributes, ...stay }: Booking) {
  const first = Number(hotelId) * 10
  return sandbox.book({
    hotelId,
    status,
    reservation: reservationAt({ otaRooms: [first, first + 1] }, stay),
    attributes: { inserted_at: world.clock.now().toISOString().slice(0, -1), ...attributes },
    announce: false,
  })
}

const tell = ({ property }: Channel, deps = world.deps) => receiveBookings(deps, property.channelManagerId)
const sweep = (deps = world.deps) => pullMissedBookings({ ...deps, atOnce: deps.atOnce('channel-manager') })
/** Lets a minute pass and runs the due pulls. */
async function work(deps = world.deps) {
  world.clock.forward(minutes(1))
  await sweeps.pulls(deps)
}

const found = async (collection: string, { property }: Channel) =>
  (await world.db.collection(collection).where('propertyId', '==', property.propertyId).get()).docs.map(one =>
    one.data(),
  )
const stays = async (channel: Channel) =>
  (await found('reservations', channel)).toSorted((a, b) => (a.code < b.code ? -1 : 1))
const codes = async (channel: Channel) => (await stays(channel)).map(({ code }) => code)
const itemsOf = async (channel: Channel) =>
  (await found('items', channel)).map(({ kind, status }) => `${kind} ${status}`).sort()
const pullOf = async ({ property }: Channel) =>
  (await world.db.doc(`reservationPulls/${property.propertyId}`).get()).data()

async function expectNothingLeft(channel: Channel) {
  expect(await pullOf(channel)).toMatchObject({ open: false, error: null, listFrom: null })
}

/** The calls to the channel manager during `run`. */
async function callsOf(run: () => Promise<unknown>): Promise<string[]> {
  const calls = await sandbox.requestsDuring('channel-manager', run)
  return calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
}

describe('a room that is mapped later', () => {
  /** A channel with a booking of its unmapped first room, and the mapping that includes this room. */
  async function waiting() {
    const channel = await world.connected()
    const { mapping } = await world.stored(channel.channelId)
    const whole: Mapping = structuredClone(mapping)
    const isFirst = ({ otaRoomId }: { otaRoomId: unknown }) =>
      Number(otaRoomId) === Number(channel.property.hotelId) * 10
    const written = (version: number, { rooms, ratePlans }: Pick<Mapping, 'rooms' | 'ratePlans'>) => ({
      ...world.refOf(channel),
      version,
      rooms,
      ratePlans,
      finalize: false,
    })
    await world.write(
      written(1, {
        rooms: whole.rooms.map(row => (isFirst(row) ? { ...row, roomId: null } : row)),
        ratePlans: whole.ratePlans.map(row =>
          isFirst(row) ? { ...row, ratePlanId: null, primary: false } : row,
        ),
      }),
    )
    await book(channel, { code: 'W1' })
    await tell(channel)
    expect(await stays(channel)).toMatchObject([{ roomId: null }])
    expect(await itemsOf(channel)).toEqual(['unmapped-booking open'])
    return { channel, whole: written(2, whole) }
  }

  it('settles the waiting booking, closes its item, and finds the stay that it overlaps', async () => {
    const { channel, whole } = await waiting()
    await world.write(whole)
    await book(channel, { code: 'W2' })
    await tell(channel)
    const [first, second] = await stays(channel)
    expect(first).toMatchObject({ roomId: expect.any(String), ratePlanId: expect.any(String) })
    expect(second).toMatchObject({ roomId: first?.roomId, overlaps: [`${first?.bookingId}_1`] })
    expect(await itemsOf(channel)).toEqual([
      ...['overlapping-stay open', 'overlapping-stay open', 'unmapped-booking resolved'],
    ])
    await expectNothingLeft(channel)
  })

  it('settles the booking by the clock, without a further booking', async () => {
    const { channel, whole } = await waiting()
    await world.write(whole)
    expect(await pullOf(channel)).toMatchObject({ open: true, listFrom: expect.anything() })
    await work()
    expect(await stays(channel)).toMatchObject([{ roomId: expect.any(String) }])
    expect(await itemsOf(channel)).toEqual(['unmapped-booking resolved'])
    await expectNothingLeft(channel)
    expect(await callsOf(() => work())).toEqual([])
  })

  it('settles the booking although the process that wrote the mapping died', async () => {
    const { channel, whole } = await waiting()
    const effect = 'channelManager.replaceRates'
    await dieAt(world.deps, { effect, call: 1, when: 'after' }, dying => world.write(whole, dying))
    world.late()
    await world.finish(channel)
    await work()
    expect(await itemsOf(channel)).toEqual(['unmapped-booking resolved'])
  })

  it('settles the booking although the list cannot be read at first', async () => {
    const { channel, whole } = await waiting()
    await world.write(whole)
    await sandbox.fault({
      vendor: 'channel-manager',
      path: '/bookings',
      mode: 'status',
      times: 2,
    })
    await work()
    expect(await pullOf(channel)).toMatchObject({ open: true, failures: 1 })
    await sandbox.clearFaults()
    await work()
    expect(await itemsOf(channel)).toEqual(['unmapped-booking resolved'])
    await expectNothingLeft(channel)
  })

  it('has the list read once more if the mapping was written while the list was being read', async () => {
    const { channel, whole } = await waiting()
    await world.write(whole)
    let listed = 0
    const busy = intercepted(world.deps, 'feed.bookings', original => async query => {
      listed += 1
      if (listed > 2) return original(query)
      if (listed === 2) await world.write({ ...whole, version: 3, finalize: true })
      return []
    })
    await work(busy)
    expect(listed).toBe(4)
    expect(await itemsOf(channel)).toEqual(['unmapped-booking resolved'])
  })

  it('brings no booking older than the waiting one, and asks nothing for a property never pulled', async () => {
    const { channel, whole } = await waiting()
    await book(channel, {
      code: 'W0',
      arrival: '2031-08-01',
      departure: '2031-08-02',
      attributes: { inserted_at: '2020-01-01T00:00:00' },
    })
    await sandbox.forgetFeed(channel.property.channelManagerId)
    await world.write(whole)
    await work()
    expect(await codes(channel)).toEqual(['W1'])
    const other = await world.connected()
    await world.write(await world.shorter(other))
    expect(await pullOf(other)).toBeUndefined()
  })
})

describe('an outage longer than the memory of the feed', () => {
  /** A channel with a pulled booking, after a sweep. */
  async function quiet() {
    const channel = await world.connected()
    await book(channel, { code: 'A1', arrival: '2031-01-01', departure: '2031-01-02' })
    await tell(channel)
    await sweep()
    return channel
  }
  const forget = ({ property }: Channel) => sandbox.forgetFeed(property.channelManagerId)

  it('in which nothing ran is made up for by the sweep, which stores each booking once', async () => {
    const channel = await quiet()
    const idle = await world.connected()
    world.clock.forward(minutes(10))
    await book(channel, { code: 'A2' })
    world.clock.forward(minutes(110))
    await forget(channel)
    await sweep()
    await work()
    expect(await codes(channel)).toEqual(['A1', 'A2'])
    await expectNothingLeft(channel)
    expect(await pullOf(idle)).toBeUndefined()
    const { revisions } = await sandbox.state('channel-manager')
    expect(
      revisions.map((one: { attributes: object }) => Reflect.get(one.attributes, 'acknowledge_status')),
    ).toEqual(['acknowledged', 'acknowledged'])
    world.clock.forward(minutes(5))
    expect(await callsOf(() => sweep())).toEqual(['GET /booking_revisions/feed'])
    expect(await callsOf(() => work())).toEqual([])
  })

  it('doubles no booking that both feed and list have', async () => {
    const channel = await quiet()
    world.clock.forward(minutes(120))
    await book(channel, { code: 'A2' })
    await sweep()
    await work()
    await work()
    expect(await codes(channel)).toEqual(['A1', 'A2'])
    expect((await world.db.collection('guests').get()).size).toBe(2)
    await expectNothingLeft(channel)
  })

  it('of two days is made up for in stretches', async () => {
    const channel = await quiet()
    for (const code of ['A2', 'A3', 'A4']) {
      world.clock.forward(minutes(16 * 60))
      await book(channel, { code })
    }
    world.clock.forward(minutes(60))
    await forget(channel)
    for (let run = 0; run < 9; run += 1) {
      world.clock.forward(minutes(5))
      await sweep()
      await work()
    }
    expect(await codes(channel)).toEqual(['A1', 'A2', 'A3', 'A4'])
    await expectNothingLeft(channel)
    expect(await callsOf(() => sweep())).toEqual(['GET /booking_revisions/feed'])
  })

  it('does not keep the sweep from the feed while the list fails, and is made up for later', async () => {
    const channel = await quiet()
    await book(channel, { code: 'A2', arrival: '2031-02-01', departure: '2031-02-02' })
    world.clock.forward(minutes(120))
    await forget(channel)
    await book(channel, { code: 'A3' })
    await sandbox.fault({ vendor: 'channel-manager', path: '/bookings', mode: 'status' })
    await sweep()
    expect(await codes(channel)).toEqual(['A1', 'A3'])
    await sandbox.clearFaults()
    world.clock.forward(minutes(5))
    await sweep()
    await work()
    expect(await codes(channel)).toEqual(['A1', 'A2', 'A3'])
  })

  it('of one property alone, whose pulls kept failing, is made up for', async () => {
    const channel = await quiet()
    const broken = intercepted(
      world.deps,
      'store.commit',
      () => async () => {
        throw new Error('ours')
      },
      isBooking,
    )
    await book(channel, { code: 'A2' })
    await outcomeOf(tell(channel, broken))
    for (let run = 0; run < 3; run += 1) {
      world.clock.forward(minutes(16))
      await work(broken)
      await sweep(broken)
    }
    await forget(channel)
    expect(await codes(channel)).toEqual(['A1'])
    world.clock.forward(minutes(16))
    await work()
    expect(await codes(channel)).toEqual(['A1', 'A2'])
    await expectNothingLeft(channel)
  })

  it('also brings changes and cancellations of bookings stored before', async () => {
    const channel = await quiet()
    await book(channel, { code: 'A2', arrival: '2031-02-01', departure: '2031-02-02' })
    await tell(channel)
    world.clock.forward(minutes(60))
    await book(channel, { code: 'A1', status: 'cancelled' })
    await book(channel, { code: 'A2', status: 'modified', arrival: '2031-02-01', departure: '2031-02-05' })
    await book(channel, { code: 'A3' })
    world.clock.forward(minutes(60))
    await forget(channel)
    await sweep()
    await work()
    expect(await stays(channel)).toMatchObject([
      { code: 'A1', status: 'cancelled', departure: '2031-01-02' },
      { code: 'A2', status: 'confirmed', departure: '2031-02-05' },
      { code: 'A3', status: 'confirmed' },
    ])
  })

  it('does not matter to a booking made anew whose revisions have no time', async () => {
    const channel = await quiet()
    const untimed = { code: 'A2', attributes: { inserted_at: null } }
    for (const status of ['new', 'cancelled', 'modified'] as const) {
      await book(channel, { ...untimed, status })
      await tell(channel)
    }
    expect((await stays(channel))[1]).toMatchObject({ status: 'confirmed' })
    await expectNothingLeft(channel)
  })

  it('is made up for by another process if the one that reads the list dies', async () => {
    const channel = await quiet()
    await book(channel, { code: 'A2' })
    world.clock.forward(minutes(120))
    await forget(channel)
    await sweep()
    await dieAt(world.deps, { effect: 'store.commit', isMeant: isBooking }, dying => work(dying))
    world.late()
    await work()
    expect(await codes(channel)).toEqual(['A1', 'A2'])
    const [, { guestId } = {}] = await stays(channel)
    expect((await world.db.collection('threads').where('guestId', '==', guestId).get()).size).toBe(1)
    await expectNothingLeft(channel)
  })
})
