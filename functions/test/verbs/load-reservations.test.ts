import { afterEach, describe, expect, it } from 'vitest'
import { firestoreWith } from '../../src/adapters/firestore/sdk.ts'
import { progressOf } from '../../src/lib/connection/pulls/pull.ts'
import { readPull } from '../../src/lib/connection/pulls/stored-pull.ts'
import type { Context } from '../../src/lib/context.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { loadReservations } from '../../src/lib/reservations/load-reservations.ts'
import { pullMissedBookings } from '../../src/lib/reservations/pull-missed.ts'
import { finishPull, receiveBookings } from '../../src/lib/reservations/receive-bookings.ts'
import {
  book,
  bookingsOf,
  expectSettled,
  guestData,
  type LiveProperty,
  reserve,
  storeLiveProperty,
} from '../support/bookings.ts'
import { channelManagerFails, sandbox } from '../support/connection-builders.ts'
import { actor, adjustableClock, outcomeOf, pastLease } from '../support/connection-deps.ts'
import { dueIds } from '../support/due.ts'
import { dieAt, type EffectOf, intercepted, isBooking } from '../support/intercept.ts'
import { db, listed, remove, stored, uniqueId, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

afterEach(() => sandbox().clearFaults())

/** A context with the real store and the real adapter of the channel manager. */
const bookingDeps = ({ clock = adjustableClock(), firestore = firestoreWith(db()) } = {}): Promise<Context> =>
  builtContext({ clock, firestore })

const missedDeps = async (options: Parameters<typeof bookingDeps>[0] = {}) => {
  const context = await bookingDeps(options)
  return { ...context, atOnce: context.atOnce('channel-manager') }
}

/** The property whose pull is read, if one is. */
const ofPull = (place: unknown): string | undefined =>
  /^reservationPulls\/(.*)$/.exec(String(Reflect.get(Object(place), 'path')))?.[1]

/** The effects that a death stops; acknowledgements run beside all of them. */
const stopping = ['store.commit', 'feed.loadFutureReservations', 'feed.acknowledge'] as const

/** The commit of a booking. */
const storing = { effect: 'store.commit', isMeant: isBooking } as const

const press = (deps: Context, { propertyId, channelId }: LiveProperty) =>
  loadReservations(deps, actor, { propertyId, channelId })

const progressAt = async ({ store }: Context, { propertyId }: LiveProperty) =>
  progressOf((await readPull(store, propertyId))?.value)

const audits = async ({ propertyId }: LiveProperty): Promise<string[]> =>
  (await listed('auditLog', 'targetId', propertyId)).map(one => String(one.outcome))

const stay = (code: string, arrival: string, departure: string) => ({ code, arrival, departure })

/** Three bookings: two that overlap, and one that a change leaves without a room. */
async function storeBookings(): Promise<LiveProperty> {
  const property = await storeLiveProperty()
  await reserve(property, stay('D1', '2031-05-01', '2031-05-04'))
  await book(property, stay('D2', '2031-05-02', '2031-05-03'))
  await book(property, stay('D3', '2031-07-02', '2031-07-03'))
  const roomless = { attributes: { rooms: [] } }
  await book(property, { ...stay('D3', '2031-07-01', '2031-07-03'), status: 'modified', ...roomless })
  return property
}

/** The stored bookings, and a context that may pull them by the test's own clock. */
async function waiting() {
  const clock = adjustableClock()
  return { clock, deps: await bookingDeps({ clock }), property: await storeBookings() }
}

async function expectAllStored(property: LiveProperty): Promise<void> {
  const { reservations, items, guests } = await expectSettled(property, 3)
  const of = (code: string) => reservations.find(one => one.code === code)
  expect(of('D3')).toMatchObject({ arrival: '2031-07-01', status: 'confirmed' })
  expect(of('D1').overlaps).toEqual([of('D2').id])
  expect(guests).toHaveLength(3)
  for (const { guestId } of reservations) expect(await threadsOf(guestId)).toHaveLength(1)
  expect(items.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
    'overlapping-stay open',
    'overlapping-stay open',
    'unmapped-booking open',
  ])
}

const threadsOf = (guestId: string) => listed('threads', 'guestId', guestId)

async function finishIfDue(deps: Context, { propertyId }: { propertyId: string }): Promise<void> {
  if ((await dueIds(db(), deps.clock.now(), 'pull')).includes(propertyId)) await finishPull(deps, propertyId)
}

describe('a press that dies', () => {
  it('is continued by the next press, whose answer counts both', async () => {
    const { clock, deps, property } = await waiting()
    await dieAt(deps, { ...storing, call: 2, stopping }, dying => press(dying, property))
    expect(await outcomeOf(press(deps, property))).toBe('load-in-progress')
    clock.advance(pastLease)
    expect(await press(deps, property)).toMatchObject({ imported: 3, updated: 1, unmapped: 1 })
    await expectAllStored(property)
    expect((await audits(property)).sort()).toEqual(['failure', 'success', 'success'])
  })

  it('writes nothing when it wakes up after another press has taken over', async () => {
    const { clock, deps, property } = await waiting()
    const asleep = Promise.withResolvers<void>()
    const awake = Promise.withResolvers<void>()
    const sleepy = intercepted(
      deps,
      'store.commit',
      (original, call) =>
        async (...args) => {
          if (call === 2) {
            asleep.resolve()
            await awake.promise
          }
          return original(...args)
        },
      isBooking,
    )
    const first = outcomeOf(press(sleepy, property))
    await asleep.promise
    clock.advance(pastLease)
    await press(deps, property)
    await book(property, { code: 'D3', status: 'cancelled' })
    awake.resolve()
    expect(await first).toBe('load-in-progress')
    expect((await bookingsOf(property)).waiting).toHaveLength(1)
    await press(deps, property)
    expect((await bookingsOf(property)).pull).toMatchObject({ imported: 0, updated: 1 })
  })
})

describe('two at once', () => {
  it('presses: one works, the other waits for it', async () => {
    const property = await storeBookings()
    const sleep = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
    const patient = () => bookingDeps({ clock: Object.assign(adjustableClock(), { sleep }) })
    const results = await Promise.all([press(await patient(), property), press(await patient(), property)])
    expect(results.map(({ imported }) => imported).sort()).toEqual([0, 3])
    await expectAllStored(property)
  })

  it('webhooks: a booking that comes while another is pulled is not missed', async () => {
    const { deps, property } = await waiting()
    let isTold = false
    const busy = intercepted(deps, 'feed.acknowledge', original => async (...args) => {
      if (!isTold) {
        isTold = true
        await book(property, stay('D4', '2031-09-01', '2031-09-02'))
        await receiveBookings(deps, property.channelManagerId)
        expect((await bookingsOf(property)).pull).toMatchObject({ open: true, again: true })
      }
      return original(...args)
    })
    await receiveBookings(busy, property.channelManagerId)
    expect(isTold).toBe(true)
    expect((await bookingsOf(property)).reservations.map(({ code }) => code).sort()).toContain('D4')
    expect((await bookingsOf(property)).pull).toMatchObject({ open: false, again: false })
  })

  it('many webhooks and a press end with everything stored once', async () => {
    const property = await storeBookings()
    const clock = adjustableClock()
    const all = await Promise.allSettled([
      press(await bookingDeps({ clock }), property),
      ...Array.from({ length: 6 }, async () =>
        receiveBookings(await bookingDeps(), property.channelManagerId),
      ),
    ])
    expect(all.slice(1).map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'))
    await press(await bookingDeps({ clock }), property)
    await expectAllStored(property)
  })

  it('properties with guests of one number: there is one guest', async () => {
    const [one, two] = await Promise.all([storeLiveProperty(), storeLiveProperty()])
    const guest = guestData()
    await Promise.all([book(one, { guest }), book(two, { guest })])
    await Promise.all(
      [one, two].map(async ({ channelManagerId }) => receiveBookings(await bookingDeps(), channelManagerId)),
    )
    await Promise.all([one, two].map(property => expectSettled(property, 1)))
    const found = await listed('guests', 'phone', guest.phone)
    expect(found.length).toBe(1)
    expect(found[0]?.id).not.toContain(guest.phone.slice(1))
  })
})

describe('a provider that fails', () => {
  const failing = (deps: Context, effect: EffectOf<Context>, fails: (call: number) => boolean) =>
    intercepted(deps, effect, (original, call) => async (...args) => {
      if (fails(call)) throw new ProviderError('channel-manager', 'retryable', 'is down')
      return original(...args)
    })

  it.each(['retryable', 'permanent'] as const)(
    'at acknowledging the first six (%s): all bookings are stored',
    async kind => {
      const property = await storeLiveProperty()
      for (let day = 1; day <= 8; day += 1)
        await book(property, stay(`K${day}`, `2031-05-0${day}`, `2031-05-0${day + 1}`))
      const { waiting } = await bookingsOf(property)
      const refused = waiting.slice(0, 6).map((one: { id: string }) => one.id)
      const deaf = intercepted(await bookingDeps(), 'feed.acknowledge', original => id => {
        if (!refused.includes(id)) return original(id)
        return Promise.reject(new ProviderError('channel-manager', kind, 'does not take it'))
      })
      expect(await press(deaf, property)).toMatchObject({ imported: 8 })
      const after = await bookingsOf(property)
      expect(after.reservations).toHaveLength(8)
      expect(after.pull).toMatchObject({ open: true, failures: 1 })
      // A refusal is an answer: the other revisions are still acknowledged.
      if (kind === 'permanent') expect(after.waiting.map((one: { id: string }) => one.id)).toEqual(refused)
    },
  )

  it('at loading is asked again once; a second failure is reported', async () => {
    const { deps, property } = await waiting()
    const failingFor = (times: number) => failing(deps, 'feed.loadFutureReservations', call => call <= times)
    expect(await outcomeOf(press(failingFor(2), property))).toBe('provider-unavailable')
    expect(await press(failingFor(1), property)).toMatchObject({ imported: 1 })
    await expectAllStored(property)
    expect((await audits(property)).sort()).toEqual(['failure', 'success'])
  })

  it('is left alone ever longer, and asked again by the sweep', async () => {
    const clock = adjustableClock()
    const property = await storeBookings()
    let calls = 0
    const deps = intercepted(await bookingDeps({ clock }), 'feed.revisions', original => (...args) => {
      if (args[0] === property.channelManagerId) calls += 1
      return original(...args)
    })
    await channelManagerFails({ path: 'booking_revisions/feed' })
    // From the pull's own times, by whatever clock they were written.
    const pauseOf = async () => {
      const { pull } = await bookingsOf(property)
      return pull.dueAt.toMillis() - pull.endedAt.toMillis()
    }
    expect(await outcomeOf(press(deps, property))).toBe('provider-unavailable')
    const [first, before] = [await pauseOf(), calls]
    await finishIfDue(deps, property)
    expect(calls).toBe(before)
    clock.advance(16 * 60_000)
    await finishIfDue(deps, property)
    expect(await pauseOf()).toBeGreaterThan(first)
    await sandbox().clearFaults()
    clock.advance(16 * 60_000)
    await finishIfDue(deps, property)
    await expectAllStored(property)
    expect(await audits(property)).toEqual(['failure'])
  })
})

it('a press goes through a feed of two pages, though webhooks come meanwhile', async () => {
  const count = 110
  const property = await storeLiveProperty()
  const day = (number: number) => new Date(Date.UTC(2031, 0, 1 + number)).toISOString().slice(0, 10)
  const stays = Array.from({ length: count }, (_, n) => ({ arrival: day(n * 2), departure: day(n * 2 + 1) }))
  await reserve(property, ...stays)
  const deps = await bookingDeps()
  let webhooks = 0
  const busy = intercepted(deps, 'feed.acknowledge', (original, call) => async (...args) => {
    if (call % 11 === 1) {
      await receiveBookings(deps, property.channelManagerId)
      webhooks += 1
    }
    return original(...args)
  })
  const brought = await press(busy, property)
  expect(brought).toEqual({ imported: count, updated: 0, unmapped: 0, conflicts: [] })
  expect(webhooks).toBe(10)
  await expectSettled(property, count)
})

it('a press that takes too long is finished by the sweep', async () => {
  const { clock, deps, property } = await waiting()
  const slow = intercepted(
    deps,
    'store.commit',
    original =>
      async (...args) => {
        const committed = await original(...args)
        // An unresolved commit is repeated.
        if (committed !== 'unresolved') clock.advance(30_000)
        return committed
      },
    isBooking,
  )
  expect(await outcomeOf(press(slow, property))).toBe('load-in-progress')
  expect((await bookingsOf(property)).pull).toMatchObject({ open: true, imported: 2, endedAt: null })
  await finishIfDue(deps, property)
  await expectAllStored(property)
  expect((await bookingsOf(property)).pull).toMatchObject({ imported: 3, updated: 1 })
  expect(await audits(property)).toEqual(['success'])
})

it('a booking that our mistake keeps from being stored opens an item, and the others are stored', async () => {
  const property = await storeLiveProperty()
  await book(property, stay('E1', '2031-05-01', '2031-05-04'))
  await book(property, stay('E2', '2031-06-01', '2031-06-04'))
  const deps = intercepted(
    await bookingDeps(),
    'store.commit',
    (original, call) =>
      async (...args) => {
        if (call === 1) throw new TypeError('a mistake of ours')
        return original(...args)
      },
    isBooking,
  )
  await receiveBookings(deps, property.channelManagerId).catch(() => {})
  const { items } = await bookingsOf(property)
  const [item] = items.filter(({ kind }) => kind === 'booking-not-stored')
  expect(item).toMatchObject({ status: 'open', nextAction: expect.stringContaining('tried again by itself') })
  await receiveBookings(await bookingDeps(), property.channelManagerId)
  expect((await bookingsOf(property)).reservations.map(({ code }) => code).sort()).toEqual(['E1', 'E2'])
})

it('a round of the feed fails if nothing can be pulled', async () => {
  const property = await storeLiveProperty()
  await book(property)
  const broken = intercepted(await missedDeps(), 'store.read', read => async place => {
    if (ofPull(place) === undefined) return read(place)
    throw new Error('ours')
  })
  await expect(pullMissedBookings(broken)).rejects.toThrow('ours')
  await pullMissedBookings(await missedDeps())
  await expectSettled(property, 1)
})

it('a round of the feed continues behind the properties that took all its time, and records its start', async () => {
  await pullMissedBookings(await missedDeps())
  const properties = await Promise.all(Array.from({ length: 6 }, () => storeLiveProperty()))
  const inOrder = properties.toSorted((a, b) => (a.propertyId < b.propertyId ? -1 : 1))
  for (const property of inOrder) await book(property)
  const clock = adjustableClock()
  const round = async () => await stored('checkpoints/bookings')
  const took: string[] = []
  /** Each pull takes a minute and a half and fails: its bookings stay in the feed. */
  const slow = intercepted(await missedDeps({ clock }), 'store.read', read => async place => {
    const propertyId = ofPull(place)
    if (propertyId === undefined) return read(place)
    if (!inOrder.some(one => one.propertyId === propertyId)) throw new Error('of another test')
    took.push(String(propertyId))
    clock.advance(90_000)
    throw new Error('slow')
  })
  const startedAt = clock.now()
  await pullMissedBookings({ ...slow, atOnce: 1 }).catch(() => {})
  expect(took).toEqual(inOrder.slice(0, 3).map(({ propertyId }) => propertyId))
  expect(await round()).toMatchObject({ after: inOrder[2]?.propertyId })
  const began = (await round())?.startedAt.toDate()
  expect(began - startedAt.getTime()).toBeLessThan(90_000)
  await pullMissedBookings({ ...(await missedDeps({ clock })), atOnce: 3 })
  for (const property of inOrder) await expectSettled(property, 1)
  expect((await round())?.after).toBeUndefined()
  expect((await round())?.startedAt.toDate() > began).toBe(true)
})

it('the progress of a pull is visible while it runs', async () => {
  const { deps, property } = await waiting()
  // A set, as a commit may be repeated.
  const states = new Set<string>()
  const watched = intercepted(
    deps,
    'store.commit',
    original =>
      async (...args) => {
        const { status, imported, updated } = await progressAt(deps, property)
        states.add(`${status} ${imported} ${updated}`)
        return original(...args)
      },
    isBooking,
  )
  expect(await progressAt(deps, property)).toMatchObject({ status: 'idle', startedAt: null })
  await press(watched, property)
  expect([...states]).toEqual(['running 0 0', 'running 1 0', 'running 2 0', 'running 2 1'])
  expect(await progressAt(deps, property)).toMatchObject({
    status: 'idle',
    imported: 3,
    updated: 1,
    unmapped: 1,
    endedAt: expect.any(Date),
    // One conflict: of the stay that came second.
    conflicts: [{ overlaps: [expect.any(String)] }],
  })
})

it('a pull that brings nothing keeps the counts of the last one in sight', async () => {
  const { deps, property } = await waiting()
  await press(deps, property)
  const before = await progressAt(deps, property)
  await receiveBookings(deps, property.channelManagerId)
  expect(await progressAt(deps, property)).toEqual(before)
  await book(property, { code: 'D3', status: 'cancelled' })
  await receiveBookings(deps, property.channelManagerId)
  expect(await progressAt(deps, property)).toMatchObject({ imported: 0, updated: 1 })
  expect(await press(deps, property)).toMatchObject({ imported: 0, updated: 0 })
  expect(await progressAt(deps, property)).toMatchObject({ imported: 0, updated: 0 })
})

it('a pull of a property that is gone is given up', async () => {
  const { clock, deps, property } = await waiting()
  await dieAt(deps, { ...storing, stopping }, dying => press(dying, property))
  await remove(`properties/${property.propertyId}`)
  clock.advance(pastLease)
  await finishIfDue(deps, property)
  expect((await bookingsOf(property)).pull.open).toBe(false)
  expect(await audits(property)).toEqual(['failure'])
})

it('a booking that overlaps hundreds of others is stored, and so is its cancellation', async () => {
  const property = await storeLiveProperty()
  const batch = db().batch()
  for (let number = 0; number < 600; number += 1) {
    const id = `${property.propertyId}-${number}`
    const day = (at: number) => new Date(Date.UTC(2031, 0, 2 + at)).toISOString().slice(0, 10)
    const days = { arrival: day(number), departure: day(number + 1), roomId: property.rooms[0] }
    const booked = { guestId: 'g', propertyId: property.propertyId, bookingId: id, status: 'confirmed' }
    batch.set(db().doc(`reservations/${id}_1`), { ...booked, ...days })
  }
  await batch.commit()
  const long = stay('L1', '2031-01-01', '2032-12-31')
  await book(property, long)
  expect(await press(await bookingDeps(), property)).toMatchObject({
    imported: 1,
    unmapped: 0,
    conflicts: [{ overlaps: { length: 20 } }],
  })
  const open = async () => (await bookingsOf(property)).items.filter(({ status }) => status === 'open').length
  expect(await open()).toBe(601)
  await book(property, { ...long, status: 'cancelled' })
  expect(await press(await bookingDeps(), property)).toMatchObject({ updated: 1 })
  expect(await open()).toBe(0)
}, 60_000)

it('a booking that comes while the channel is being disconnected is not missed', async () => {
  const [onTime, missed] = await Promise.all([storeLiveProperty(), storeLiveProperty()])
  for (const property of [onTime, missed]) {
    await update(`propertyChannels/${property.channelId}`, { status: 'disconnecting' })
    await book(property)
  }
  await receiveBookings(await bookingDeps(), onTime.channelManagerId)
  await expectSettled(onTime, 1)
  await pullMissedBookings(await missedDeps())
  await expectSettled(missed, 1)
  expect(await outcomeOf(press(await bookingDeps(), onTime))).toBe('channel-not-found')
})

it('a booking of a property whose only OTA is no longer supported is not missed', async () => {
  const [onTime, missed] = await Promise.all([storeLiveProperty(), storeLiveProperty()])
  for (const property of [onTime, missed]) {
    await update(`propertyChannels/${property.channelId}`, { ota: 'airbnb' })
    await book(property)
  }
  await receiveBookings(await bookingDeps(), onTime.channelManagerId)
  await pullMissedBookings(await missedDeps())
  for (const property of [onTime, missed]) {
    const { reservations } = await expectSettled(property, 1)
    expect(reservations).toMatchObject([{ ota: 'airbnb', channelId: property.channelId }])
  }
})

it('the sweep of the feed passes over unknown properties', async () => {
  const [property, stranger] = await Promise.all([storeLiveProperty(), storeLiveProperty()])
  await Promise.all([book(property), book(stranger)])
  await remove(`properties/${stranger.propertyId}`)
  await pullMissedBookings(await missedDeps())
  await expectSettled(property, 1)
  expect((await bookingsOf(stranger)).waiting).toHaveLength(1)
})

it('odd fields of a channel document that no booking needs keep no booking from being stored', async () => {
  const property = await storeBookings()
  await update(`propertyChannels/${property.channelId}`, {
    requestIds: 'odd',
    subscriptionId: 7,
    hotelId: null,
  })
  expect(await press(await bookingDeps(), property)).toMatchObject({ imported: 3, updated: 1 })
  await expectAllStored(property)
  const { reservations } = await bookingsOf(property)
  expect(reservations.map(({ channelId }) => channelId)).toEqual(Array(3).fill(property.channelId))
})

describe("a guest's thread", () => {
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const code = () => uniqueId('code')
  const theirs = async (property: LiveProperty) => {
    const [stored] = (await bookingsOf(property)).reservations
    return threadsOf(stored?.guestId)
  }

  it('is opened by the first booking, and is about the stay that counts after each further one', async () => {
    const { deps, property } = await waitingFor()
    const guest = guestData()
    const [later, sooner] = [code(), code()]
    await book(property, { ...stay(later, dayFromNow(30), dayFromNow(32)), guest })
    await press(deps, property)
    const { landlordId } = await stored(`properties/${property.propertyId}`)
    const [first, ...others] = await theirs(property)
    expect(others).toEqual([])
    expect(first).toMatchObject({
      source: 'platform',
      propertyId: property.propertyId,
      landlordId,
      participantIds: [first?.guestId, landlordId],
    })
    await book(property, { ...stay(sooner, dayFromNow(2), dayFromNow(4)), guest, room: 1 })
    await press(deps, property)
    const stays = (await bookingsOf(property)).reservations
    const idOf = (code: string) => stays.find(one => one.code === code).id
    expect(await theirs(property)).toMatchObject([{ reservationId: idOf(sooner) }])
    await book(property, {
      ...stay(sooner, dayFromNow(2), dayFromNow(4)),
      guest,
      room: 1,
      status: 'cancelled',
    })
    await press(deps, property)
    expect(await theirs(property)).toMatchObject([{ reservationId: idOf(later) }])
  })

  it('is not opened by a booking that comes cancelled', async () => {
    const { deps, property } = await waitingFor()
    await book(property, { ...stay(code(), dayFromNow(2), dayFromNow(4)), status: 'cancelled' })
    await press(deps, property)
    expect((await bookingsOf(property)).guests).toHaveLength(1)
    expect(await theirs(property)).toEqual([])
  })

  it('is opened with the next pull of its booking if it could not be opened', async () => {
    const { clock, deps, property } = await waitingFor()
    await book(property, stay(code(), dayFromNow(2), dayFromNow(4)))
    const failing = intercepted(deps, 'store.commit', commit => async writes => {
      if (/"path":"threads\//.test(JSON.stringify(writes))) throw new Error('no')
      return commit(writes)
    })
    expect(await outcomeOf(press(failing, property))).toBe('internal')
    expect(await theirs(property)).toEqual([])
    clock.advance(pastLease)
    await finishIfDue(deps, property)
    expect(await theirs(property)).toHaveLength(1)
    await expectSettled(property, 1)
  })

  async function waitingFor() {
    const clock = adjustableClock()
    return { clock, deps: await bookingDeps({ clock }), property: await storeLiveProperty() }
  }
})
