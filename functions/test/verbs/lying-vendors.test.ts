import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { readConversation } from '../../src/lib/chat/ota/read-conversation.ts'
import { previewManaged, takeOver } from '../../src/lib/connection/properties/take-over.ts'
import type { FeedEntry } from '../../src/lib/reservations/booking.ts'
import { receiveBookings } from '../../src/lib/reservations/receive-bookings.ts'
import { oweList } from '../../src/lib/reservations/request-pull.ts'
import { leftBy, startVerbs } from '../support/chat-deps.ts'
import { sandbox as sandboxOf } from '../support/connection-builders.ts'
import { forEachTest } from '../support/for-each-test.ts'
import { otaHome, otaTalks } from '../support/ota/home.ts'
import { uniqueId } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'

const { db, read } = await startVerbs()
const { world, home, hear } = otaTalks(db)
/** A property of another landlord. */
const other = forEachTest(() => otaHome(db, world.vendor))
/** Of the first property's landlord. */
const sibling = forEachTest(async () => {
  const made = await otaHome(db, world.vendor)
  await db.doc(`properties/${made.propertyId}`).update({ landlordId: home.landlordId })
  return made
})

type Conversation = Parameters<typeof world.vendor.begins>[0]
const begin = (fields: Partial<Conversation> = {}) =>
  world.vendor.begins({ channelManagerPropertyId: home.channelManagerPropertyId, ...fields })
const stored = (conversationId: string) => read(`otaConversations/${conversationId}`)
const itemsOf = async (propertyId: string) =>
  (await db.collection('items').where('propertyId', '==', propertyId).get()).docs.map(one => one.data())
/** Messages in threads of a landlord. */
const saidTo = async (landlordId: string) => {
  const threads = await db.collection('threads').where('landlordId', '==', landlordId).get()
  const left = await Promise.all(threads.docs.map(({ id }) => leftBy(db, id)))
  return left.flatMap(({ messages }) => messages.map(({ body }) => body))
}

describe('a conversation at an OTA', () => {
  it("that names the booking of another landlord's guest lands nowhere, and a person is told", async () => {
    const { bookingId } = await other.booked()
    const conversationId = begin({ bookingId })
    world.vendor.guestSays(conversationId, 'Where is the key?')
    await hear(conversationId)
    world.clock.forward(11 * 60_000)
    await readConversation(world.deps, conversationId)
    expect([await saidTo(home.landlordId), await saidTo(other.landlordId)]).toEqual([[], []])
    expect(await itemsOf(home.propertyId)).toMatchObject([
      { kind: 'inbound-unreadable', detail: expect.stringContaining('booking'), conversationId },
    ])
    expect(await stored(conversationId)).not.toHaveProperty('dueAt')
  })

  it("may name a booking at another property of its own landlord's", async () => {
    const { bookingId } = await sibling.booked()
    const conversationId = begin({ bookingId })
    world.vendor.guestSays(conversationId, 'Where is the key?')
    await hear(conversationId)
    expect(await saidTo(home.landlordId)).toEqual(['Where is the key?'])
  })

  it('that gets the booking of another landlord later stays where it is', async () => {
    const conversationId = begin({ provider: 'airbnb' })
    world.vendor.guestSays(conversationId, 'Is it free?')
    await hear(conversationId)
    const { bookingId } = await other.booked()
    world.vendor.isBooked(conversationId, bookingId)
    world.vendor.guestSays(conversationId, 'And now?')
    await hear(conversationId)
    expect(await saidTo(home.landlordId)).toEqual(['Is it free?'])
    expect(await saidTo(other.landlordId)).toEqual([])
    expect(await itemsOf(home.propertyId)).toHaveLength(1)
  })

  it.each(['another id', 'another property'])('that is answered with %s is not read', async what => {
    const { bookingId } = await other.booked()
    const theirs = begin({ channelManagerPropertyId: other.channelManagerPropertyId, bookingId })
    world.vendor.guestSays(theirs, 'Theirs')
    const asked = what === 'another id' ? begin() : theirs
    const answer = world.vendor.kept.get(theirs)?.conversation
    world.vendor.conversation = async () => answer
    await hear(asked)
    expect([await saidTo(home.landlordId), await saidTo(other.landlordId)]).toEqual([[], []])
    expect(await itemsOf(home.propertyId)).toMatchObject([{ kind: 'inbound-unreadable' }])
  })

  it('that an event names for another property stays with its own', async () => {
    const { bookingId } = await other.booked()
    const theirs = begin({ channelManagerPropertyId: other.channelManagerPropertyId, bookingId })
    world.vendor.guestSays(theirs, 'First')
    await readAs(other.channelManagerPropertyId, theirs)
    world.vendor.guestSays(theirs, 'Second')
    await hear(theirs)
    expect([await saidTo(home.landlordId), await saidTo(other.landlordId)]).toEqual([[], ['First', 'Second']])
    const { channelManagerPropertyId } = other
    expect(await stored(theirs)).toMatchObject({ propertyId: other.propertyId, channelManagerPropertyId })
  })

  it('that moves to a property of another landlord is not followed', async () => {
    const conversationId = begin({ provider: 'airbnb' })
    world.vendor.guestSays(conversationId, 'Is it free?')
    await hear(conversationId)
    const kept = world.vendor.kept.get(conversationId)
    if (kept) kept.conversation.channelManagerPropertyId = other.channelManagerPropertyId
    world.vendor.guestSays(conversationId, 'And now?')
    await readAs(other.channelManagerPropertyId, conversationId)
    expect([await saidTo(home.landlordId), await saidTo(other.landlordId)]).toEqual([['Is it free?'], []])
  })
})

async function readAs(channelManagerPropertyId: string, conversationId: string) {
  await world.deps.otaConversations.mark(conversationId, { channelManagerPropertyId }, world.clock.now())
  await readConversation(world.deps, conversationId)
}

describe('bookings', () => {
  const entry = (bookingId: string, channelManagerPropertyId: string | null): FeedEntry => {
    const id = uniqueId('revision')
    const days = { arrival: '2031-01-01', departure: '2031-01-05' }
    return {
      ...{ id, channelManagerPropertyId, isAcknowledged: false, defects: [] },
      revision: {
        ...{ id, bookingId, status: 'modified', code: null, ota: null, currency: null },
        ...{ channelManagerChannelId: null, insertedAt: world.clock.now() },
        guest: { name: 'Maria', phone: null, email: null },
        ...{ otaBookingNumber: null, notes: null, arrivalTime: null },
        rooms: [{ ...days, roomTypeId: null, ratePlanId: null, amount: null, party: null }],
      },
    }
  }
  const pull = async (told: { revisions?: FeedEntry[]; bookings?: FeedEntry[] }) => {
    const { revisions = [], bookings = [] } = told
    Object.assign(world.deps.feed, { revisions: async () => revisions, bookings: async () => bookings })
    await receiveBookings(world.deps, home.channelManagerPropertyId)
  }
  const stayOf = async (bookingId: string) => (await db.doc(`reservations/${bookingId}_1`).get()).data()

  it.each(['revisions', 'bookings'])('in the %s of a property are its own', async list => {
    const [own, others] = [uniqueId('b'), uniqueId('b')]
    const { propertyId, channelManagerPropertyId } = home
    if (list === 'bookings')
      await oweList(
        world.deps,
        { propertyId, channelManagerPropertyId },
        new Date(world.clock.now().getTime() - 1),
      )
    world.clock.forward(1)
    await pull({
      [list]: [entry(others, other.channelManagerPropertyId), entry(own, channelManagerPropertyId)],
    })
    expect(await stayOf(own)).toMatchObject({ propertyId })
    expect(await stayOf(others)).toBeUndefined()
  })

  it.each([null, 'told'])('that are stored at another landlord stay there, property %s', async told => {
    const { bookingId, guestId } = await other.booked()
    await pull({ revisions: [entry(bookingId, told && home.channelManagerPropertyId)] })
    expect(await stayOf(bookingId)).toMatchObject({ propertyId: other.propertyId, guestId })
    expect(await itemsOf(home.propertyId)).toMatchObject([{ kind: 'booking-not-understood' }])
    expect(await read(`reservationPulls/${home.propertyId}`)).toMatchObject({ open: false, error: null })
  })

  it('move between the properties of a landlord', async () => {
    const { bookingId } = await sibling.booked()
    await pull({ revisions: [entry(bookingId, home.channelManagerPropertyId)] })
    expect(await stayOf(bookingId)).toMatchObject({ propertyId: home.propertyId })
  })
})

describe('a take-over', () => {
  const sandbox = sandboxOf()
  const context = testContext({ firestore: db })
  afterEach(() => sandbox.clearFaults())
  const managed = async () => {
    const ratePlans = [{ id: randomUUID(), title: 'Standard Rate', occupancy: 2 }]
    const roomTypes = [{ id: randomUUID(), title: 'Double Room', capacity: 2, ratePlans }]
    const property = { id: randomUUID(), title: uniqueId('House'), groupId: randomUUID(), currency: 'EUR' }
    await sandbox.seed({ properties: [{ ...property, roomTypes }] })
    return { property, roomTypes }
  }
  const bodies = ({ property, roomTypes }: Awaited<ReturnType<typeof managed>>) => ({
    '^/properties/': {
      data: { type: 'property', id: property.id, attributes: { title: property.title, settings: {} } },
    },
    '^/room_types/options': {
      data: roomTypes.map(({ id, title, capacity }) => ({
        ...{ id, type: 'room_type' },
        attributes: { id, title, default_occupancy: capacity, property_id: property.id },
      })),
    },
    '^/rate_plans/options': {
      data: roomTypes.flatMap(({ id: room_type_id, ratePlans }) =>
        ratePlans.map(({ id, title, occupancy }) => ({
          ...{ id, type: 'rate_plan' },
          attributes: { id, title, occupancy, room_type_id, property_id: property.id },
        })),
      ),
    },
  })

  it.each(['^/properties/', '^/room_types/options', '^/rate_plans/options'] as const)(
    'that %s answers with another property stores nothing',
    async path => {
      const [asked, another] = [await managed(), await managed()]
      const landlordId = uniqueId('landlord')
      await db.doc(`accounts/${landlordId}`).set({ name: 'Lars', email: 'lars@example.com' })
      const body = bodies(another)[path]
      await sandbox.fault({ vendor: 'channel-manager', mode: 'status', status: 200, path, body })
      const { id: channelManagerId } = asked.property
      const actor = { uid: 'olivia', role: 'operations' as const }
      await expect(previewManaged(context, channelManagerId)).rejects.toMatchObject({
        provider: 'channel-manager',
      })
      await expect(takeOver(context, actor, { channelManagerId, landlordId })).rejects.toMatchObject({
        provider: 'channel-manager',
      })
      expect((await db.doc(`properties/${channelManagerId}`).get()).exists).toBe(false)
    },
  )
})
