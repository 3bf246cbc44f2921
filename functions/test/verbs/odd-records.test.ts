import { describe, expect, it } from 'vitest'
import { readConversation } from '../../src/lib/chat/ota/read-conversation.ts'
import type { FeedEntry } from '../../src/lib/reservations/booking.ts'
import { receiveBookings } from '../../src/lib/reservations/receive-bookings.ts'
import { leftBy, startVerbs } from '../support/chat-deps.ts'
import { otaTalks } from '../support/ota/home.ts'
import { uniqueId } from '../support/stack.ts'

const { db, read } = await startVerbs()
const { world, home, hear, conversation } = otaTalks(db)

/** Ids that name no document. */
const oddIds = ['a/b', '..', '.', '__all__', 'x'.repeat(2000), 'ü'.repeat(800), '\ud800', '']

const stored = (conversationId: string) => read(`otaConversations/${conversationId}`)
const bodies = async (conversationId: string) =>
  (await leftBy(db, (await stored(conversationId)).threadId)).messages.map(({ body }) => body)
const items = async () =>
  (await db.collection('items').where('propertyId', '==', home.propertyId).get()).docs.map(one => one.data())
const minute = 60_000

describe('an odd message at an OTA is left to a person, once, and the rest goes on', () => {
  it.each(oddIds)('with the id %j', async id => {
    const { conversationId, reservationId } = await conversation()
    world.vendor.guestSays(conversationId, 'Before')
    world.vendor.guestSays(conversationId, 'Odd', { id })
    world.vendor.guestSays(conversationId, 'After')
    await hear(conversationId)
    await hear(conversationId)
    expect(await bodies(conversationId)).toEqual(['Before', 'After'])
    const { threadId } = await stored(conversationId)
    const kept = { kind: 'inbound-unreadable', status: 'open', vendor: 'channel-manager' }
    expect(await items()).toMatchObject([{ ...kept, conversationId, threadId }])
    expect(await stored(conversationId)).toMatchObject({ reservationId })
    expect(await stored(conversationId)).not.toHaveProperty('dueAt')
  })

  it('of another conversation', async () => {
    const { conversationId } = await conversation()
    world.vendor.guestSays(conversationId, 'Mine')
    world.vendor.guestSays(conversationId, 'Not mine', { conversationId: uniqueId('conversation') })
    await hear(conversationId)
    expect(await bodies(conversationId)).toEqual(['Mine'])
    expect(await items()).toMatchObject([{ detail: expect.stringContaining('conversation') }])
  })

  it('among many that were there before, of which one is far too long', async () => {
    const { conversationId } = await conversation()
    const begun = world.clock.now().getTime() - 30 * 24 * 60 * minute
    for (let at = 0; at < 230; at += 1)
      world.vendor.guestSays(conversationId, at === 77 ? 'y'.repeat(1_200_000) : `m${at}`, {
        at: new Date(begun + at * minute),
        ...([0, 60, 118, 229].includes(at) && { id: `odd/${at}` }),
      })
    await hear(conversationId)
    for (let runs = 0; (await stored(conversationId)).past && runs < 20; runs += 1) {
      world.clock.forward(minute)
      await readConversation(world.deps, conversationId)
    }
    expect(await stored(conversationId)).toMatchObject({ past: null })
    const found = await bodies(conversationId)
    expect(found).toHaveLength(226)
    expect(found.filter(body => body.startsWith('yyy'))).toHaveLength(1)
    expect(await items()).toHaveLength(4)
  })
})

describe('an odd conversation at an OTA', () => {
  it.each(oddIds.filter(Boolean))('that an event tells of is left to a person: %j', async id => {
    await hear(id)
    expect(await items()).toMatchObject([{ kind: 'inbound-unreadable', status: 'open' }])
  })

  it.each([
    ['a title of 1.2 MB', { title: 'x'.repeat(1_200_000) }],
    ['a long provider', { provider: 'y'.repeat(2000) }],
    ['an odd booking', { bookingId: 'a/b' }],
  ])('with %s is read no more than it can be, and the next one is', async (_, fields) => {
    const { channelManagerPropertyId } = home
    const odd = world.vendor.begins({ channelManagerPropertyId, ...fields })
    world.vendor.guestSays(odd, 'Odd')
    await hear(odd)
    expect(await items()).toMatchObject([{ kind: 'inbound-unreadable', conversationId: odd }])
    expect(await stored(odd)).not.toHaveProperty('dueAt')
    const { conversationId } = await conversation()
    world.vendor.guestSays(conversationId, 'Fine')
    await hear(conversationId)
    expect(await bodies(conversationId)).toEqual(['Fine'])
  })

  it('with half a letter in its title has the other letters', async () => {
    const { channelManagerPropertyId } = home
    const conversationId = world.vendor.begins({
      channelManagerPropertyId,
      title: 'Ana \ud83d',
      provider: 'airbnb',
    })
    world.vendor.guestSays(conversationId, 'Half \udc00 letter')
    await hear(conversationId)
    expect(await bodies(conversationId)).toEqual(['Half \ufffd letter'])
    expect(await read(`guests/ota-${conversationId}`)).toMatchObject({ name: 'Ana \ufffd' })
  })
})

describe('an odd booking', () => {
  it.each(oddIds)('with the id %j is left to a person, and the rest is stored', async id => {
    const days = { arrival: '2031-01-01', departure: '2031-01-05' }
    const revision = (bookingId: string) => ({
      ...{
        id: uniqueId('revision'),
        bookingId,
        status: 'new' as const,
        code: null,
        ota: null,
        currency: null,
      },
      ...{ channelManagerChannelId: null, insertedAt: world.clock.now() },
      guest: { name: 'Maria', phone: null, email: null },
      ...{ otaBookingNumber: null, notes: null, arrivalTime: null },
      rooms: [{ ...days, roomTypeId: null, ratePlanId: null, amount: null, party: null }],
    })
    const told = { channelManagerPropertyId: null, isAcknowledged: false, defects: [] }
    const good = uniqueId('good')
    const entries: FeedEntry[] = [
      { ...told, id, revision: revision(uniqueId('b')) },
      { ...told, id: uniqueId('revision'), revision: revision(id) },
      { ...told, id, revision: undefined, defects: ['attributes'] },
      { ...told, id: uniqueId('revision'), revision: revision(good) },
    ]
    Object.assign(world.deps.feed, { revisions: async () => entries, bookings: async () => entries })
    await receiveBookings(world.deps, home.channelManagerPropertyId)
    expect((await db.doc(`reservations/${good}_1`).get()).exists).toBe(true)
    const kinds = (await items()).map(({ kind }) => kind)
    expect(kinds.filter(kind => kind === 'booking-not-understood')).toHaveLength(2)
    expect(await read(`reservationPulls/${home.propertyId}`)).toMatchObject({ open: false, error: null })
  })
})
