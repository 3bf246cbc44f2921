import { describe, expect, it } from 'vitest'
import { readConversation } from '../../src/lib/chat/ota/read-conversation.ts'
import { postTrace, startVerbs } from '../support/chat-deps.ts'
import { otaTalks } from '../support/ota/home.ts'
import { listed, put, uniqueId } from '../support/stack.ts'

const { read } = startVerbs()

const { world, home, hear, conversation, begin, writes, stored } = otaTalks()

const threadOf = async (conversationId: string) => postTrace((await stored(conversationId)).threadId)

describe('a message at an OTA', () => {
  it("is stored in the guest's thread, and begins a wait", async () => {
    const { conversationId, guestId, reservationId, bookingId } = await conversation()
    const { id, at } = world.vendor.guestSays(conversationId, 'Is there a car park?')
    world.clock.forward(5_000)
    await hear(conversationId)
    const { thread, messages } = await threadOf(conversationId)
    expect(messages).toMatchObject([
      {
        messageId: id,
        externalMessageId: id,
        authorId: guestId,
        source: 'ota',
        type: 'ota-message',
        body: 'Is there a car park?',
        receivedAt: at.toISOString(),
        metadata: { sender: 'guest', conversationId, provider: 'booking' },
      },
    ])
    expect(messages[0]).not.toHaveProperty('delivery')
    expect(thread).toMatchObject({
      guestId,
      reservationId,
      unansweredSince: at.toISOString(),
      conversations: [{ id: conversationId, bookingId, guestId, lastWroteAt: at.toISOString() }],
    })
    expect(await stored(conversationId)).not.toHaveProperty('dueAt')
  })

  it('is no failure where the application is missing', async () => {
    const { conversationId } = await conversation()
    world.vendor.guestSays(conversationId, 'Hello')
    world.vendor.withoutApplication.add(home.channelManagerPropertyId)
    await hear(conversationId)
    expect(await stored(conversationId)).not.toHaveProperty('dueAt')
  })
})

it('an answer given elsewhere ends the wait at the time it was given', async () => {
  const { conversationId } = await conversation()
  await writes(conversationId, 'Hello')
  world.clock.forward(60_000)
  const { at, id } = world.vendor.propertySays(conversationId, 'Good morning')
  world.clock.forward(600_000)
  await hear(conversationId)
  const { thread, messages } = await threadOf(conversationId)
  expect(messages[1]).toMatchObject({
    messageId: id,
    authorId: 'ota-property',
    metadata: { sender: 'property' },
    receivedAt: at.toISOString(),
  })
  expect(thread).toMatchObject({ state: 'waiting' })
  expect(thread).not.toHaveProperty('dueBy')
  expect(thread.participantIds).not.toContain('ota-property')
  const ledger = await listed('ledger', 'threadId', messages[0]?.threadId)
  expect(ledger).toMatchObject([
    { how: 'answered-elsewhere', by: 'ota-property', channel: 'ota', provider: 'booking', inTime: true },
  ])
  expect(ledger[0].endedAt.toDate()).toEqual(at)
})

describe('the guest of a conversation', () => {
  it('is unknown until its booking is imported', async () => {
    const bookingId = uniqueId('booking')
    const conversationId = begin({ bookingId })
    await writes(conversationId, 'Hello')
    expect(await stored(conversationId)).toMatchObject({ dueAt: expect.any(String) })
    expect(await stored(conversationId)).not.toHaveProperty('threadId')
    const [guestId, reservationId] = [uniqueId('guest'), `${bookingId}_1`]
    await put(`guests/${guestId}`, { name: 'Maria' })
    await put(`reservations/${reservationId}`, {
      guestId,
      propertyId: home.propertyId,
      bookingId,
      arrival: '2026-01-01',
      departure: '2036-01-01',
    })
    await readConversation(world.deps, conversationId)
    const { thread, messages } = await threadOf(conversationId)
    expect(thread).toMatchObject({ guestId, reservationId })
    expect(messages).toHaveLength(1)
  })

  it('is a new one where no booking comes', async () => {
    const conversationId = begin({ bookingId: uniqueId('booking') })
    await writes(conversationId, 'Hello')
    world.clock.forward(11 * 60_000)
    await readConversation(world.deps, conversationId)
    expect((await threadOf(conversationId)).messages).toHaveLength(1)
  })

  it('is a new one for an inquiry, with the stay inquired about', async () => {
    const { landlordId, propertyId } = home
    const conversationId = begin({ provider: 'airbnb', title: 'Ana' })
    const stay = {
      arrival: '2027-05-01',
      departure: '2027-05-04',
      guests: 2,
      listing: 'Loft',
      guestName: 'Ana',
    }
    world.vendor.says(conversationId, 'system', 'inquiry', { stay })
    await writes(conversationId, 'Is it free?')
    const { thread, messages } = await threadOf(conversationId)
    expect(thread).toMatchObject({
      source: 'platform',
      guestName: 'Ana',
      landlordId,
      propertyId,
      guestId: `ota-${conversationId}`,
    })
    expect(messages).toMatchObject([{ metadata: { stay } }, { authorId: `ota-${conversationId}` }])
    expect(await read(`guests/ota-${conversationId}`)).toMatchObject({ name: 'Ana' })
  })

  it.each(['nothing', 'something'])(
    'of an inquiry is joined to the guest of its booking, who had written %s',
    async had => {
      const conversationId = begin({ provider: 'airbnb' })
      await writes(conversationId, 'Is it free?')
      const inquiryId = (await stored(conversationId)).threadId
      const { bookingId, guestId } = await home.booked()
      if (had === 'something') {
        const other = begin({ bookingId })
        await writes(other, 'From another conversation')
      }
      world.vendor.isBooked(conversationId, bookingId)
      await hear(conversationId)
      world.clock.forward(60_000)
      await writes(conversationId, 'I have booked')
      const { threadId } = await stored(conversationId)
      const { thread, messages } = await postTrace(threadId)
      expect(messages.at(-1)).toMatchObject({ authorId: guestId, body: 'I have booked' })
      expect(threadId === inquiryId).toBe(had === 'nothing')
      expect(thread.guestId).toBe(guestId)
      const one = thread.conversations.find(({ id }: { id: string }) => id === conversationId)
      expect(one).toMatchObject({ guestId, bookingId })
      if (had === 'something')
        expect(await read(`threads/${inquiryId}`)).toMatchObject({
          mergedInto: threadId,
          unansweredSince: expect.any(String),
        })
      world.clock.forward(60_000)
      world.vendor.propertySays(conversationId, 'See you soon')
      await hear(conversationId)
      for (const id of [inquiryId, threadId]) expect(await read(`threads/${id}`)).not.toHaveProperty('dueBy')
    },
  )
})
