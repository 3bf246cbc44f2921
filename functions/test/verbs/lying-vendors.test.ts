import { describe, expect, it } from 'vitest'
import { markingWrite } from '../../src/lib/chat/ota/conversation-writes.ts'
import { readConversation } from '../../src/lib/chat/ota/read-conversation.ts'
import { oweList } from '../../src/lib/connection/pulls/request-pull.ts'
import { postTrace, startVerbs } from '../support/chat-deps.ts'
import { forEachTest } from '../support/for-each-test.ts'
import { otaHome, otaTalks } from '../support/ota/home.ts'
import { listed, uniqueId, update } from '../support/stack.ts'

const { db, read } = startVerbs()
const { world, home, hear, begin, writes, stored, entry, pull } = otaTalks()
/** A property of another landlord. */
const other = forEachTest(() => otaHome(world.vendor))
/** Another property of the first one's landlord. */
const sibling = forEachTest(async () => {
  const made = await otaHome(world.vendor)
  await update(`properties/${made.propertyId}`, { landlordId: home.landlordId })
  return made
})

const itemsOf = (propertyId: string) => listed('items', 'propertyId', propertyId)
/** Messages in threads of a landlord. */
const bodiesAt = async (landlordId: string) => {
  const threads = await listed('threads', 'landlordId', landlordId)
  const left = await Promise.all(threads.map(({ id }) => postTrace(id)))
  return left.flatMap(({ messages }) => messages.map(({ body }) => body))
}

describe('a conversation at an OTA', () => {
  it('is stored nowhere, and opens an item, if it names the booking of a guest of another landlord', async () => {
    const { bookingId } = await other.booked()
    const conversationId = begin({ bookingId })
    await writes(conversationId, 'Where is the key?')
    world.clock.forward(11 * 60_000)
    await readConversation(world.deps, conversationId)
    expect([await bodiesAt(home.landlordId), await bodiesAt(other.landlordId)]).toEqual([[], []])
    expect(await itemsOf(home.propertyId)).toMatchObject([
      { kind: 'inbound-unreadable', detail: expect.stringContaining('booking'), conversationId },
    ])
    expect(await stored(conversationId)).not.toHaveProperty('dueAt')
  })

  it("may name a booking at another property of its own landlord's", async () => {
    const { bookingId } = await sibling.booked()
    const conversationId = begin({ bookingId })
    await writes(conversationId, 'Where is the key?')
    expect(await bodiesAt(home.landlordId)).toEqual(['Where is the key?'])
  })

  it('stays where it is if it gets the booking of another landlord later', async () => {
    const conversationId = begin({ provider: 'airbnb' })
    await writes(conversationId, 'Is it free?')
    const { bookingId } = await other.booked()
    world.vendor.isBooked(conversationId, bookingId)
    await writes(conversationId, 'And now?')
    expect(await bodiesAt(home.landlordId)).toEqual(['Is it free?'])
    expect(await bodiesAt(other.landlordId)).toEqual([])
    expect(await itemsOf(home.propertyId)).toHaveLength(1)
  })

  it.each(['another id', 'another property'])('is not read if the vendor answers with %s', async what => {
    const { bookingId } = await other.booked()
    const theirs = begin({ channelManagerPropertyId: other.channelManagerPropertyId, bookingId })
    world.vendor.guestSays(theirs, 'Theirs')
    const targetId = what === 'another id' ? begin() : theirs
    const answer = world.vendor.correspondences.get(theirs)?.conversation
    world.vendor.conversation = async () => answer
    await hear(targetId)
    expect([await bodiesAt(home.landlordId), await bodiesAt(other.landlordId)]).toEqual([[], []])
    expect(await itemsOf(home.propertyId)).toMatchObject([{ kind: 'inbound-unreadable' }])
  })

  it('stays with its property if an event claims it for another', async () => {
    const { bookingId } = await other.booked()
    const theirs = begin({ channelManagerPropertyId: other.channelManagerPropertyId, bookingId })
    world.vendor.guestSays(theirs, 'First')
    await readAs(other.channelManagerPropertyId, theirs)
    await writes(theirs, 'Second')
    expect([await bodiesAt(home.landlordId), await bodiesAt(other.landlordId)]).toEqual([
      [],
      ['First', 'Second'],
    ])
    const { channelManagerPropertyId } = other
    expect(await stored(theirs)).toMatchObject({ propertyId: other.propertyId, channelManagerPropertyId })
  })

  it('is not followed to a property of another landlord', async () => {
    const conversationId = begin({ provider: 'airbnb' })
    await writes(conversationId, 'Is it free?')
    const correspondence = world.vendor.correspondences.get(conversationId)
    if (correspondence) correspondence.conversation.channelManagerPropertyId = other.channelManagerPropertyId
    world.vendor.guestSays(conversationId, 'And now?')
    await readAs(other.channelManagerPropertyId, conversationId)
    expect([await bodiesAt(home.landlordId), await bodiesAt(other.landlordId)]).toEqual([['Is it free?'], []])
  })
})

async function readAs(channelManagerPropertyId: string, conversationId: string) {
  await world.deps.store.write([
    markingWrite(conversationId, { channelManagerPropertyId }, world.clock.now()),
  ])
  await readConversation(world.deps, conversationId)
}

describe('bookings', () => {
  const of = (bookingId: string, channelManagerPropertyId: string | null) =>
    entry(bookingId, {}, { channelManagerPropertyId })
  const stayOf = async (bookingId: string) => (await db.doc(`reservations/${bookingId}_1`).get()).data()

  it.each(['revisions', 'bookings'])(
    'in the %s of a property are stored only if they are its own',
    async list => {
      const [own, others] = [uniqueId('b'), uniqueId('b')]
      const { propertyId, channelManagerPropertyId } = home
      if (list === 'bookings')
        await oweList(
          world.deps,
          { propertyId, channelManagerPropertyId },
          new Date(world.clock.now().getTime() - 1),
        )
      world.clock.forward(1)
      const entries = [of(others, other.channelManagerPropertyId), of(own, channelManagerPropertyId)]
      await (list === 'bookings' ? pull([], entries) : pull(entries))
      expect(await stayOf(own)).toMatchObject({ propertyId })
      expect(await stayOf(others)).toBeUndefined()
    },
  )

  it.each([null, 'told'])(
    'stay where they are if they are stored for another landlord, property %s',
    async mention => {
      const { bookingId, guestId } = await other.booked()
      await pull([of(bookingId, mention && home.channelManagerPropertyId)])
      expect(await stayOf(bookingId)).toMatchObject({ propertyId: other.propertyId, guestId })
      expect(await itemsOf(home.propertyId)).toMatchObject([{ kind: 'booking-not-understood' }])
      expect(await read(`reservationPulls/${home.propertyId}`)).toMatchObject({ open: false, error: null })
    },
  )

  it('move between the properties of a landlord', async () => {
    const { bookingId } = await sibling.booked()
    await pull([of(bookingId, home.channelManagerPropertyId)])
    expect(await stayOf(bookingId)).toMatchObject({ propertyId: home.propertyId })
  })
})
