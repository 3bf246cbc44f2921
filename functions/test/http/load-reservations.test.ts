import { afterEach, describe, expect, it } from 'vitest'
import {
  book,
  bookingsOf,
  expectSettled,
  guestData,
  type LiveProperty,
  load,
  loadPath,
  reserve,
  storeLiveProperty,
} from '../support/bookings.ts'
import { eventually, stackLog } from '../support/chat.ts'
import { channelManagerFails, sandbox } from '../support/connection-builders.ts'
import { operations } from '../support/connection-state.ts'
import { leaksIn } from '../support/log-scan.ts'
import { call, db, expectProblem, signIn, sweep, update } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

/** The recorded outcome of each load of the property. */
const outcomesOf = async ({ propertyId }: LiveProperty) =>
  (await db().collection('auditLog').where('targetId', '==', propertyId).get()).docs
    .map(one => one.data())
    .flatMap(({ action, outcome }) => (action === 'property.load-reservations' ? [outcome] : []))

describe('loading future reservations', () => {
  it('stores each with its room and guest, once', async () => {
    const property = await storeLiveProperty()
    const maria = guestData()
    await reserve(property, { code: 'A1', guest: maria }, { code: 'A2', room: 1, amount: '99.90' })
    const first = await load(property)
    expect(first.status, first.text).toBe(200)
    expect(first.body).toEqual({ imported: 2, updated: 0, unmapped: 0, conflicts: [] })
    const { reservations, guests, items } = await expectSettled(property, 2)
    expect(items).toEqual([])
    const [one, two] = ['A1', 'A2'].map(code => reservations.find(found => found.code === code))
    expect(one).toMatchObject({
      status: 'confirmed',
      ota: 'booking',
      channelId: property.channelId,
      roomId: property.rooms[0],
      arrival: '2031-05-01',
      departure: '2031-05-04',
      amount: 30_000,
      currency: 'EUR',
      ratePlanId: expect.any(String),
    })
    expect(two).toMatchObject({ roomId: property.rooms[1], amount: 9990 })
    const stay = {
      otaBookingNumber: 'A1',
      leadGuest: { name: `Maria ${maria.surname}`, phone: maria.phone, email: maria.mail },
      party: { adults: 2, children: 0, infants: 0 },
    }
    expect(one).toMatchObject(stay)
    const { docs } = await db().collection('threads').where('guestId', '==', one.guestId).get()
    const { token } = await operations()
    const about = await call('GET', `/chat/threads/${docs[0]?.id}/about`, { token })
    expect(about.body.stay).toMatchObject(stay)
    expect(guests).toContainEqual(
      expect.objectContaining({ name: `Maria ${maria.surname}`, phone: maria.phone, email: maria.mail }),
    )
    expect(JSON.stringify(reservations.map(({ id, guestId }) => [id, guestId]))).not.toContain(
      maria.phone.slice(1),
    )
    const again = await load(property)
    expect(again.body).toEqual({ imported: 0, updated: 0, unmapped: 0, conflicts: [] })
    await expectSettled(property, 2)
    expect(await outcomesOf(property)).toEqual(['success', 'success'])
    expect(leaksIn(await stackLog(), [maria.phone.slice(1), maria.mail, maria.surname])).toEqual([])
  })
})

describe('a refused load', () => {
  it('names a channel that does not exist, is not the property’s, or is not active', async () => {
    const [property, other] = await Promise.all([storeLiveProperty(), storeLiveProperty()])
    // Refusals of one user and minute share an entry, which names the first of them.
    const { token } = await signIn({ role: 'operations' })
    const ask = async (channelId: string) => {
      const answer = await call('POST', loadPath({ ...property, channelId }), { token })
      expectProblem(answer, '404 channel-not-found')
    }
    await ask('none')
    await ask(other.channelId)
    await update(`propertyChannels/${property.channelId}`, { status: 'disconnected' })
    await ask(property.channelId)
    expect([...new Set(await outcomesOf(property))]).toEqual(['failure'])
    expect((await bookingsOf(property)).pull).toBeUndefined()
  })

  it('may name a channel whose id is longer than that of its property', async () => {
    const propertyId = 'p'.repeat(128)
    expectProblem(await load({ propertyId, channelId: `${propertyId}_booking` }), '404 channel-not-found')
  })

  it('of the channel manager is reported, and present bookings are pulled all the same', async () => {
    const property = await storeLiveProperty()
    await book(property)
    const body = { errors: { code: 'validation_error', title: 'No', details: ['channel is asleep'] } }
    await channelManagerFails({ path: 'load_future_reservations', status: 422, body })
    const answer = await load(property)
    expectProblem(answer, '503 provider-unavailable')
    expect(answer.body.detail).toContain('channel is asleep')
    const { reservations, pull } = await bookingsOf(property)
    expect(reservations).toHaveLength(1)
    expect(pull).toMatchObject({ open: false, error: { code: 'provider-unavailable' } })
    expect(await outcomesOf(property)).toEqual(['failure'])
    await sandbox().clearFaults()
    expect((await load(property)).body).toMatchObject({ imported: 0 })
    expect((await bookingsOf(property)).pull.error).toBeNull()
  })
})

describe('the webhook', () => {
  const announce = (channelManagerPropertyId: string, more: object = {}) =>
    sandbox().announce({ propertyId: channelManagerPropertyId, ...more })

  it.each([
    ['a property that nobody knows', () => ({ propertyId: 'nobody' })],
    ['an event of another kind', (propertyId: string) => ({ propertyId, event: 'ari' })],
    ['an unknown event without a property', () => ({ propertyId: '', event: 'test' })],
  ])('passes over %s', async (_, call) => {
    const property = await storeLiveProperty()
    expect((await sandbox().announce(call(property.channelManagerId))).status).toBe(204)
    expect((await bookingsOf(property)).pull).toBeUndefined()
  })

  it('may bring a large booking along, which is not read', async () => {
    const property = await storeLiveProperty()
    await book(property)
    const payload = { notes: 'x'.repeat(90_000) }
    expect((await announce(property.channelManagerId, { payload })).status).toBe(204)
    await expectSettled(property, 1)
  })

  it('is made good by the sweep when it is lost, for active channels alone', async () => {
    const [property, silent] = await Promise.all([storeLiveProperty(), storeLiveProperty()])
    await update(`propertyChannels/${silent.channelId}`, { status: 'disconnected' })
    await book(property)
    await book(silent)
    await sweep('sweepbookingfeed')
    await eventually(
      () => bookingsOf(property),
      ({ reservations }) => expect(reservations).toHaveLength(1),
    )
    await expectSettled(property, 1)
    expect((await bookingsOf(silent)).waiting).toHaveLength(1)
  })
})
