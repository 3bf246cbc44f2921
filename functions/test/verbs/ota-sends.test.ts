import { describe, expect, it } from 'vitest'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import { hearConversation } from '../../src/lib/chat/ota/hear-conversation.ts'
import { postBody } from '../../src/lib/chat/posting/post-input.ts'
import { readThread } from '../../src/lib/chat/reading/read-thread.ts'
import { leftBy, staffActor, startVerbs } from '../support/chat-deps.ts'
import { forEachTest } from '../support/for-each-test.ts'
import { otaDeps, otaHome } from '../support/ota/home.ts'
import type { SendFault } from '../support/ota/vendor.ts'
import { uniqueId } from '../support/stack.ts'
import { limits } from '../support/test-context.ts'

const { db, read, post } = await startVerbs()
const staff = staffActor()

const world = forEachTest(() => otaDeps(db))
const home = forEachTest(() => otaHome(db, world.vendor))

const hear = (conversationId: string) =>
  hearConversation(world.deps, {
    conversationId,
    channelManagerPropertyId: home.channelManagerPropertyId,
  })

/** A guest who wrote in their booking's conversation, and their thread. */
async function talk(fields: object = {}) {
  const booking = await home.booked(fields)
  const { channelManagerPropertyId } = home
  const conversationId = world.vendor.begins({ channelManagerPropertyId, bookingId: booking.bookingId })
  world.vendor.guestSays(conversationId, 'Hello')
  await hear(conversationId)
  const { threadId } = await read(`otaConversations/${conversationId}`)
  return { ...booking, conversationId, threadId: String(threadId) }
}

/** Posts a message by the OTA, and delivers it. */
async function sends(threadId: string, body: string, fault?: SendFault, fields: object = {}) {
  const { message } = { message: (await post(threadId, { type: 'ota-message', body, ...fields })).message }
  const ref = { threadId, messageId: message.messageId }
  if (fault) world.vendor.sendFaults.push(fault)
  const deliver = () => deliverMessage(world.deps, ref)
  await deliver()
  return { ref, deliver, stored: () => read(`threads/${threadId}/messages/${ref.messageId}`) }
}

const delivery = async ({ stored }: { stored(): Promise<Record<string, unknown>> }) =>
  (await stored()).delivery as Record<string, unknown>

describe('a message to an OTA', () => {
  it('goes to the conversation, is final once it is taken, and does not come back', async () => {
    const { threadId, conversationId } = await talk()
    const sent = await sends(threadId, 'Welcome')
    const [accepted] = world.vendor.accepted
    expect(accepted).toMatchObject({ conversationId, text: 'Welcome' })
    expect(await sent.stored()).toMatchObject({
      externalMessageId: accepted?.id,
      delivery: { status: 'sent', to: conversationId },
    })
    expect(await delivery(sent)).not.toHaveProperty('dueAt')
    await hear(conversationId)
    expect((await leftBy(db, threadId)).messages).toHaveLength(2)
  })

  it('goes to the booking where there is no conversation yet', async () => {
    const { bookingId, guestId, reservationId } = await home.booked()
    const threadId = uniqueId('thread')
    await db.doc(`threads/${threadId}`).set({
      ...{ source: 'platform', participantIds: [guestId], needsAttention: [], needsAttentionMap: {} },
      ...{ guestId, reservationId, propertyId: home.propertyId },
    })
    const sent = await sends(threadId, 'Welcome')
    expect(await delivery(sent)).toMatchObject({ status: 'sent', to: `booking/${bookingId}` })
    const [accepted] = world.vendor.accepted
    await hear(accepted?.conversationId ?? '')
    expect((await leftBy(db, threadId)).messages).toHaveLength(1)
  })

  it('goes to the stay that it names', async () => {
    const first = await talk()
    const second = await home.booked({ guestId: first.guestId })
    const sent = await sends(first.threadId, 'About your next stay', undefined, {
      reservationId: second.reservationId,
    })
    expect(await delivery(sent)).toMatchObject({ to: `booking/${second.bookingId}` })
  })

  it('answers the conversation that the guest wrote in when it was written', async () => {
    const first = await talk()
    const { channelManagerPropertyId } = home
    const second = await home.booked({ guestId: first.guestId })
    const { message } = await post(first.threadId, { type: 'ota-message', body: 'To the first' })
    const other = world.vendor.begins({ channelManagerPropertyId, bookingId: second.bookingId })
    world.clock.forward(1_000)
    world.vendor.guestSays(other, 'Something else')
    await hear(other)
    await deliverMessage(world.deps, { threadId: first.threadId, messageId: message.messageId })
    expect(world.vendor.accepted).toMatchObject([{ conversationId: first.conversationId }])
  })

  it.each([
    ['ota-window-over', 'not-reachable'],
    ['messages-not-installed', 'not-reachable'],
    ['ota-no-conversation', 'not-reachable'],
  ] as const)('fails in words of its own: %s', async (fault, code) => {
    const sent = await sends((await talk()).threadId, 'Welcome', fault)
    expect(await delivery(sent)).toMatchObject({
      status: 'failed',
      failure: { code, nextAction: expect.any(String) },
    })
    await retryMessage(world.deps, staff, sent.ref)
    expect(world.vendor.accepted).toHaveLength(1)
  })

  it.each([
    ['the window is over', { arrival: '2020-01-01', departure: '2020-01-03' }, /7 days after checkout/],
    ['the OTA hands none over', { ota: 'Vrbo' }, /hands no messages over/],
    ['there is no booking', { bookingId: null }, /no booking of an OTA/],
  ])('is not tried where %s', async (_, fields, detail) => {
    const { guestId, reservationId } = await home.booked(fields)
    const threadId = uniqueId('thread')
    await db.doc(`threads/${threadId}`).set({
      ...{ source: 'platform', participantIds: [guestId], needsAttention: [], needsAttentionMap: {} },
      ...{ guestId, reservationId },
    })
    const sent = await sends(threadId, 'Welcome')
    expect(await delivery(sent)).toMatchObject({ status: 'failed', failure: { code: 'not-reachable' } })
    expect(world.vendor.calls).toEqual([])
    const { reachability } = await readThread(world.deps, staff, { threadId })
    expect(reachability.ota).toMatchObject({
      reachable: false,
      reason: { detail: expect.stringMatching(detail) },
    })
  })

  it('is open for fourteen days after the guest wrote, however long ago the stay was', async () => {
    const { threadId } = await talk({ arrival: '2020-01-01', departure: '2020-01-03' })
    expect(await delivery(await sends(threadId, 'Welcome'))).toMatchObject({ status: 'sent' })
    const { reachability } = await readThread(world.deps, staff, { threadId })
    expect(reachability).toMatchObject({
      lastUsed: 'ota',
      ota: { reachable: true, provider: 'booking', conversation: true, windowClosesAt: expect.any(Date) },
    })
    world.clock.forward(15 * 24 * 3_600_000)
    expect(await delivery(await sends(threadId, 'Too late'))).toMatchObject({ status: 'failed' })
  })

  it('may be as long as an OTA takes', () => {
    const ofLength = (length: number) =>
      postBody(limits).safeParse({ type: 'ota-message', body: 'x'.repeat(length) }).success
    expect([ofLength(4000), ofLength(4001)]).toEqual([true, false])
  })
})

describe('a send whose answer was lost', () => {
  it.each([false, true])('is found after a minute, links taken out: %s', async stripsLinks => {
    world.vendor.stripsLinks = stripsLinks
    const { threadId } = await talk()
    const sent = await sends(threadId, 'See  https://example.com/map\r\nfor the way', 'answer lost')
    expect(await delivery(sent)).toMatchObject({ status: 'unknown' })
    world.clock.forward(50_000)
    await sent.deliver()
    expect(world.vendor.calls).not.toContain('sentTo')
    world.clock.forward(15_000)
    await sent.deliver()
    expect(await sent.stored()).toMatchObject({
      externalMessageId: world.vendor.accepted[0]?.id,
      delivery: { status: 'sent' },
    })
  })

  it('stays unknown where it is not shown, and is never sent again by itself', async () => {
    const sent = await sends((await talk()).threadId, 'Welcome', 'lost')
    for (let minute = 0; minute < 20; minute += 1) {
      world.clock.forward(60_000)
      await sent.deliver()
    }
    expect(await delivery(sent)).toMatchObject({ status: 'unknown' })
    expect(await delivery(sent)).not.toHaveProperty('dueAt')
    expect(world.vendor.accepted).toHaveLength(0)
  })

  it('stays unknown where two are alike', async () => {
    const { threadId, conversationId } = await talk()
    const sent = await sends(threadId, 'Welcome', 'answer lost')
    world.vendor.propertySays(conversationId, 'Welcome')
    for (let minute = 0; minute < 20; minute += 1) {
      world.clock.forward(60_000)
      await sent.deliver()
    }
    expect(await delivery(sent)).toMatchObject({ status: 'unknown' })
  })

  it('is found when its conversation is read before', async () => {
    const { threadId, conversationId } = await talk()
    const sent = await sends(threadId, 'Welcome', 'answer lost')
    world.clock.forward(5_000)
    world.vendor.guestSays(conversationId, 'Thank you')
    await hear(conversationId)
    expect(await delivery(sent)).toMatchObject({ status: 'sent' })
    const { messages } = await leftBy(db, threadId)
    expect(messages.map(({ body }) => body)).toEqual(['Hello', 'Welcome', 'Thank you'])
  })

  it('of a first message is told apart by conversation and by booking', async () => {
    const { threadId, conversationId, bookingId, reservationId } = await talk()
    await db.doc(`threads/${threadId}`).update({ conversations: [] })
    const first = await sends(threadId, 'Welcome', 'lost', { reservationId })
    expect(await delivery(first)).toMatchObject({ to: `booking/${bookingId}` })
    world.vendor.guestSays(conversationId, 'Anybody there?')
    await hear(conversationId)
    const second = await sends(threadId, 'Welcome', 'answer lost')
    expect(await delivery(second)).toMatchObject({ to: conversationId })
    world.clock.forward(61_000)
    await Promise.all([first.deliver(), second.deliver()])
    const ids = await Promise.all([first, second].map(async one => (await one.stored()).externalMessageId))
    expect(ids.filter(id => id !== undefined).length).toBeLessThan(2)
  })
})
