import { describe, expect, it } from 'vitest'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import { postBody } from '../../src/lib/chat/posting/post-input.ts'
import { readThread } from '../../src/lib/chat/reading/read-thread.ts'
import { postTrace, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { otaTalks } from '../support/ota/home.ts'
import type { SendFault } from '../support/ota/vendor.ts'
import { update } from '../support/stack.ts'
import { limits } from '../support/test-context.ts'

const { read, post } = startVerbs()
const staff = staffActor()

const { world, home, hear, talk, writes } = otaTalks()

/** The thread of a guest with a booking, in which nobody has written. */
async function booked(fields: object = {}) {
  const { guestId, reservationId, bookingId } = await home.booked(fields)
  const owned = { guestId, reservationId, participantIds: [guestId], propertyId: home.propertyId }
  return { bookingId, threadId: await seedThread({ source: 'platform', ...owned }) }
}

/** Posts a message to the OTA, and delivers it. */
async function sends(threadId: string, body: string, fault?: SendFault, fields: object = {}) {
  const { message } = await post(threadId, { type: 'ota-message', body, ...fields })
  const ref = { threadId, messageId: message.messageId }
  if (fault) world.vendor.sendFaults.push(fault)
  const deliver = () => deliverMessage(world.deps, ref)
  await deliver()
  return { ref, deliver, stored: () => read(`threads/${threadId}/messages/${ref.messageId}`) }
}

const delivery = async ({ stored }: { stored(): Promise<Record<string, unknown>> }) =>
  (await stored()).delivery as Record<string, unknown>

describe('a message to an OTA', () => {
  it('goes to the conversation, is final once accepted, and is not read back as a new one', async () => {
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
    expect((await postTrace(threadId)).messages).toHaveLength(2)
  })

  it('goes to the booking where there is no conversation yet', async () => {
    const { bookingId, threadId } = await booked()
    const sent = await sends(threadId, 'Welcome')
    expect(await delivery(sent)).toMatchObject({ status: 'sent', to: `booking/${bookingId}` })
    const [accepted] = world.vendor.accepted
    await hear(accepted?.conversationId ?? '')
    expect((await postTrace(threadId)).messages).toHaveLength(1)
  })

  it.each(['ota-window-over', 'messages-not-installed', 'ota-no-conversation'] as const)(
    'fails in words of its own: %s',
    async fault => {
      const sent = await sends((await talk()).threadId, 'Welcome', fault)
      expect(await delivery(sent)).toMatchObject({
        status: 'failed',
        failure: { code: 'not-reachable', nextAction: expect.any(String) },
      })
      await retryMessage(world.deps, staff, sent.ref)
      expect(world.vendor.accepted).toHaveLength(1)
    },
  )

  it.each([
    ['the window is over', { arrival: '2020-01-01', departure: '2020-01-03' }, /7 days after checkout/],
    ['the OTA hands none over', { ota: 'Vrbo' }, /hands no messages over/],
    ['there is no booking', { bookingId: null }, /no booking of an OTA/],
  ])('is not tried where %s', async (_, fields, detail) => {
    const { threadId } = await booked(fields)
    const sent = await sends(threadId, 'Welcome')
    expect(await delivery(sent)).toMatchObject({ status: 'failed', failure: { code: 'not-reachable' } })
    expect(world.vendor.calls).toEqual([])
    const { reachability } = await readThread(world.deps, staff, { threadId })
    expect(reachability.ota).toMatchObject({
      reachable: false,
      reason: { detail: expect.stringMatching(detail) },
    })
  })

  it('can be sent for fourteen days after the guest wrote, however long ago the stay was', async () => {
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

  it('is matched by one of two messages of the same text, sent by booking and by conversation', async () => {
    const { threadId, conversationId, bookingId, reservationId } = await talk()
    await update(`threads/${threadId}`, { conversations: [] })
    const first = await sends(threadId, 'Welcome', 'lost', { reservationId })
    expect(await delivery(first)).toMatchObject({ to: `booking/${bookingId}` })
    await writes(conversationId, 'Anybody there?')
    const second = await sends(threadId, 'Welcome', 'answer lost')
    expect(await delivery(second)).toMatchObject({ to: conversationId })
    world.clock.forward(61_000)
    await Promise.all([first.deliver(), second.deliver()])
    const ids = await Promise.all([first, second].map(async one => (await one.stored()).externalMessageId))
    expect(ids.filter(id => id !== undefined).length).toBeLessThan(2)
  })
})
