import { describe, expect, it } from 'vitest'
import { hearConversation } from '../../src/lib/chat/ota/hear-conversation.ts'
import { readConversation } from '../../src/lib/chat/ota/read-conversation.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { leftBy, startVerbs } from '../support/chat-deps.ts'
import { forEachTest } from '../support/for-each-test.ts'
import { otaDeps, otaHome } from '../support/ota/home.ts'
import { uniqueId } from '../support/stack.ts'

const { db, read, post } = await startVerbs()

const world = forEachTest(() => otaDeps(db))
const home = forEachTest(() => otaHome(db, world.vendor))

/** A conversation of a booking that is stored. */
async function conversation(fields: object = {}) {
  const booking = await home.booked(fields)
  const { channelManagerPropertyId } = home
  const { bookingId } = booking
  return { ...booking, conversationId: world.vendor.begins({ channelManagerPropertyId, bookingId }) }
}

const hear = (conversationId: string) =>
  hearConversation(world.deps, {
    conversationId,
    channelManagerPropertyId: home.channelManagerPropertyId,
  })
const stored = (conversationId: string) => read(`otaConversations/${conversationId}`)
const threadOf = async (conversationId: string) => leftBy(db, (await stored(conversationId)).threadId)

describe('a message at an OTA', () => {
  it("is stored in the guest's thread, and begins a wait", async () => {
    const { conversationId, guestId, reservationId, bookingId } = await conversation()
    const { id, at } = world.vendor.guestSays(conversationId, 'Is there a car park?')
    world.clock.forward(5_000)
    await hear(conversationId)
    const { thread, messages } = await threadOf(conversationId)
    expect(messages).toMatchObject([
      {
        ...{ messageId: id, externalMessageId: id, authorId: guestId, source: 'ota', type: 'ota-message' },
        ...{ body: 'Is there a car park?', receivedAt: at.toISOString() },
        metadata: { sender: 'guest', conversationId, provider: 'booking' },
      },
    ])
    expect(messages[0]).not.toHaveProperty('delivery')
    expect(thread).toMatchObject({
      ...{ guestId, reservationId, unansweredSince: at.toISOString() },
      conversations: [{ id: conversationId, bookingId, guestId, lastWroteAt: at.toISOString() }],
    })
    expect(await stored(conversationId)).not.toHaveProperty('dueAt')
  })

  it('is stored once, however often and at once it is told', async () => {
    const { conversationId } = await conversation()
    world.vendor.guestSays(conversationId, 'One')
    world.vendor.guestSays(conversationId, 'Two')
    await Promise.all(Array.from({ length: 4 }, () => hear(conversationId)))
    await hear(conversationId)
    const { messages } = await threadOf(conversationId)
    expect(messages.map(({ body }) => body)).toEqual(['One', 'Two'])
    expect(await stored(conversationId)).not.toHaveProperty('dueAt')
  })

  it('is answered within 24 hours, whatever the team says', async () => {
    const { conversationId } = await conversation()
    const { at } = world.vendor.guestSays(conversationId, 'Hello')
    const teamId = uniqueId('team')
    await db.doc(`teams/${teamId}`).set({ name: 'Slow', answerWithinMinutes: 10_000 })
    await db.doc(`properties/${home.propertyId}`).update({ teamId })
    await hear(conversationId)
    const { thread } = await threadOf(conversationId)
    expect(Date.parse(thread.dueBy)).toBe(at.getTime() + 24 * 3_600_000)
  })

  it('stays due while the channel manager does not answer', async () => {
    const { conversationId } = await conversation()
    world.vendor.guestSays(conversationId, 'Hello')
    world.vendor.isDown = true
    await hear(conversationId)
    expect(await stored(conversationId)).toMatchObject({ dueAt: expect.any(String), claimId: null })
    world.vendor.isDown = false
    await readConversation(world.deps, conversationId)
    expect((await threadOf(conversationId)).messages).toHaveLength(1)
  })

  it('is read later where the application is missing, and is no failure', async () => {
    const { conversationId } = await conversation()
    world.vendor.guestSays(conversationId, 'Hello')
    world.vendor.withoutApplication.add(home.channelManagerPropertyId)
    await hear(conversationId)
    expect(await stored(conversationId)).not.toHaveProperty('dueAt')
  })
})

describe('an answer that was given elsewhere', () => {
  it('ends the wait when it was given', async () => {
    const { conversationId } = await conversation()
    world.vendor.guestSays(conversationId, 'Hello')
    await hear(conversationId)
    world.clock.forward(60_000)
    const { at, id } = world.vendor.propertySays(conversationId, 'Good morning')
    world.clock.forward(600_000)
    await hear(conversationId)
    const { thread, messages } = await threadOf(conversationId)
    expect(messages[1]).toMatchObject({
      ...{ messageId: id, authorId: 'ota-property', metadata: { sender: 'property' } },
      receivedAt: at.toISOString(),
    })
    expect(thread).toMatchObject({ state: 'waiting' })
    expect(thread).not.toHaveProperty('dueBy')
    expect(thread.participantIds).not.toContain('ota-property')
    const ledger = await db.collection('ledger').where('threadId', '==', messages[0]?.threadId).get()
    expect(ledger.docs.map(one => one.data())).toMatchObject([
      { how: 'answered-elsewhere', by: 'ota-property', channel: 'ota', provider: 'booking', inTime: true },
    ])
    expect(ledger.docs[0]?.get('endedAt').toDate()).toEqual(at)
  })

  it('is none where the OTA itself writes', async () => {
    const { conversationId } = await conversation()
    world.vendor.guestSays(conversationId, 'Hello')
    world.vendor.says(conversationId, 'system', 'The booking was changed')
    await hear(conversationId)
    const { thread, messages } = await threadOf(conversationId)
    expect(messages[1]).toMatchObject({ authorId: 'ota-system', metadata: { sender: 'system' } })
    expect(thread).toMatchObject({ unansweredSince: expect.any(String) })
  })
})

describe('whose it is', () => {
  it('waits for a booking that is not imported yet', async () => {
    const { channelManagerPropertyId } = home
    const bookingId = uniqueId('booking')
    const conversationId = world.vendor.begins({ channelManagerPropertyId, bookingId })
    world.vendor.guestSays(conversationId, 'Hello')
    await hear(conversationId)
    expect(await stored(conversationId)).toMatchObject({ dueAt: expect.any(String) })
    expect(await stored(conversationId)).not.toHaveProperty('threadId')
    const [guestId, reservationId] = [uniqueId('guest'), `${bookingId}_1`]
    await db.doc(`guests/${guestId}`).set({ name: 'Maria' })
    await db.doc(`reservations/${reservationId}`).set({
      ...{ guestId, propertyId: home.propertyId, bookingId, arrival: '2026-01-01', departure: '2036-01-01' },
    })
    await readConversation(world.deps, conversationId)
    const { thread, messages } = await threadOf(conversationId)
    expect(thread).toMatchObject({ guestId, reservationId })
    expect(messages).toHaveLength(1)
  })

  it('is a guest of its own where no booking comes', async () => {
    const { channelManagerPropertyId } = home
    const conversationId = world.vendor.begins({ channelManagerPropertyId, bookingId: uniqueId('booking') })
    world.vendor.guestSays(conversationId, 'Hello')
    await hear(conversationId)
    world.clock.forward(11 * 60_000)
    await readConversation(world.deps, conversationId)
    expect((await threadOf(conversationId)).messages).toHaveLength(1)
  })

  it('is a thread of its own for an inquiry, with what it says of the stay', async () => {
    const { channelManagerPropertyId, landlordId, propertyId } = home
    const conversationId = world.vendor.begins({
      ...{ channelManagerPropertyId, provider: 'airbnb', title: 'Ana' },
    })
    const stay = {
      arrival: '2027-05-01',
      departure: '2027-05-04',
      guests: 2,
      listing: 'Loft',
      guestName: 'Ana',
    }
    world.vendor.says(conversationId, 'system', 'inquiry', { stay })
    world.vendor.guestSays(conversationId, 'Is it free?')
    await hear(conversationId)
    const { thread, messages } = await threadOf(conversationId)
    expect(thread).toMatchObject({
      ...{ source: 'platform', guestName: 'Ana', landlordId, propertyId },
      guestId: `ota-${conversationId}`,
    })
    expect(messages).toMatchObject([{ metadata: { stay } }, { authorId: `ota-${conversationId}` }])
    expect(await read(`guests/ota-${conversationId}`)).toMatchObject({ name: 'Ana' })
  })

  it.each(['nothing', 'something'])(
    'is joined to the guest of the booking, who had written %s',
    async had => {
      const { channelManagerPropertyId } = home
      const conversationId = world.vendor.begins({ channelManagerPropertyId, provider: 'airbnb' })
      world.vendor.guestSays(conversationId, 'Is it free?')
      await hear(conversationId)
      const inquiryId = (await stored(conversationId)).threadId
      const { bookingId, guestId } = await home.booked()
      if (had === 'something') {
        const other = world.vendor.begins({ channelManagerPropertyId, bookingId })
        world.vendor.guestSays(other, 'From another conversation')
        await hear(other)
      }
      world.vendor.isBooked(conversationId, bookingId)
      await hear(conversationId)
      world.clock.forward(60_000)
      world.vendor.guestSays(conversationId, 'I have booked')
      await hear(conversationId)
      const { threadId } = await stored(conversationId)
      const { thread, messages } = await leftBy(db, threadId)
      expect(messages.at(-1)).toMatchObject({ authorId: guestId, body: 'I have booked' })
      expect(threadId === inquiryId).toBe(had === 'nothing')
      expect(thread.guestId).toBe(guestId)
      const one = thread.conversations.find(({ id }: { id: string }) => id === conversationId)
      expect(one).toMatchObject({ guestId, bookingId })
      if (had === 'something')
        expect(await read(`threads/${inquiryId}`)).toMatchObject({
          ...{ mergedInto: threadId, unansweredSince: expect.any(String) },
        })
      world.clock.forward(60_000)
      world.vendor.propertySays(conversationId, 'See you soon')
      await hear(conversationId)
      for (const id of [inquiryId, threadId]) expect(await read(`threads/${id}`)).not.toHaveProperty('dueBy')
    },
  )
})

describe('what was there before', () => {
  it('is caught up with from the oldest on, in pages, while new ones come', async () => {
    const { conversationId } = await conversation()
    const day = 24 * 3_600_000
    const begun = world.clock.now().getTime() - 400 * day
    const old = Array.from({ length: 434 }, (_, at) =>
      world.vendor.says(conversationId, at % 2 === 0 ? 'guest' : 'property', `Old ${at}`, {
        at: new Date(begun + at * 60_000),
      }),
    )
    world.vendor.guestSays(conversationId, 'New')
    world.vendor.onCall = () => world.clock.forward(1_000)
    await hear(conversationId)
    expect((await threadOf(conversationId)).messages.at(-1)).toMatchObject({ body: 'New' })
    world.vendor.guestSays(conversationId, 'Newer')
    await hear(conversationId)
    for (let run = 0; run < 20 && (await stored(conversationId)).past; run += 1)
      await readConversation(world.deps, conversationId)
    const { messages, thread } = await threadOf(conversationId)
    expect(messages.map(({ body }) => body)).toEqual([...old.map(({ text }) => text), 'New', 'Newer'])
    expect(thread).toMatchObject({ lastMessage: { body: 'Newer' } })
    expect(await stored(conversationId)).not.toHaveProperty('dueAt')
    expect(world.vendor.calls.length).toBeLessThan(22)
  }, 60_000)

  it('goes on where a run died', async () => {
    const { conversationId } = await conversation()
    const begun = world.clock.now().getTime() - 40 * 24 * 3_600_000
    for (let at = 0; at < 250; at += 1)
      world.vendor.guestSays(conversationId, `Old ${at}`, { at: new Date(begun + at * 60_000) })
    let calls = 0
    world.vendor.onCall = () => {
      calls += 1
      if (calls % 7 === 0) throw new ProviderError('channel-manager', 'unknown', 'no answer')
    }
    await hear(conversationId)
    for (let run = 0; run < 20 && (await stored(conversationId)).dueAt; run += 1) {
      world.clock.forward(60_000)
      await readConversation(world.deps, conversationId).catch(() => undefined)
    }
    const { messages, thread } = await threadOf(conversationId)
    expect(messages.map(({ body }) => body)).toEqual(Array.from({ length: 250 }, (_, at) => `Old ${at}`))
    expect(thread).toMatchObject({ lastMessage: { body: 'Old 249' } })
    expect(thread).not.toHaveProperty('unansweredSince')
  }, 60_000)
})

it('what we wrote does not come back', async () => {
  const { conversationId } = await conversation()
  world.vendor.guestSays(conversationId, 'Hello')
  await hear(conversationId)
  const { threadId } = await stored(conversationId)
  await post(threadId, { type: 'ota-message', body: 'Welcome' })
  const { messages } = await leftBy(db, threadId)
  expect(messages[1]).toMatchObject({ delivery: { conversationId, status: 'pending' } })
})
