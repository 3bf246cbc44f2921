import { afterEach, describe, expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import {
  acceptedOf,
  claimed,
  deliveryOf,
  eventually,
  expectAttention,
  failNextSend,
  onlyAcceptedOf,
  posted,
  sandbox,
  sendsOf,
  storedMessage,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { db, signIn, sweep, update } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })
const failure = (code: string) => ({ code, detail: expect.any(String), nextAction: expect.any(String) })

/** Posts a text to be sent; with ways to wait for what becomes of it. */
async function send(threadId: string, type = 'chatapp-message') {
  const text = uniqueText()
  const { messageId } = await posted(threadId, staffMember, { body: text, type })
  const becomes = (status: string) => deliveryOf(threadId, messageId, status)
  /** Waits until it was put off that many times. */
  const putOff = (attempts = 1) =>
    eventually(
      () => storedMessage(threadId, messageId),
      ({ delivery }) => expect(delivery).toMatchObject({ status: 'pending', attempts }),
    )
  /** The wait for another try, or for a look-up, is over when the sweep comes. */
  const sweepSoon = async () => {
    const path = `threads/${threadId}/messages/${messageId}`
    await update(path, { 'delivery.dueAt': new Date(Date.now() - 1000) })
    await sweep('workdue')
  }
  return { messageId, text, becomes, putOff, sweepSoon }
}

afterEach(() => sandbox().clearFaults())

describe('a send the provider refuses', () => {
  it.each([
    ['+15005550001', 'chatapp-message', 'invalid-number'],
    ['+15005550004', 'sms-message', 'opted-out'],
    ['+15005550013', 'chatapp-message', 'provider-rejected'],
  ])('(%s, %s) has failed for good and its author is told: %s', async (phone, type, code) => {
    const { threadId, guestId, reservationId } = await storeGuestThread({ version: 1 }, phone)
    const { text, becomes } = await send(threadId, type)
    const message = await becomes('failed')
    const expected = { reservationId, status: 'failed', attempts: 1, failure: failure(code) }
    expect(message.delivery).toEqual({ ...expected, ...claimed(phone) })
    expect(message).not.toHaveProperty('externalMessageId')
    const thread = await storedThread(threadId)
    expectAttention(thread, [guestId, staffMember.uid])
    expect(thread.version).toBe(3)
    await sweep('workdue')
    expect(await sendsOf(text)).toHaveLength(1)
  })
})

describe('a send whose outcome is not known', () => {
  it.each([
    ['the connection breaks', { mode: 'reset' }],
    ['the provider never answers', { mode: 'timeout' }],
  ] as const)('because %s is said to be unknown and looked up, not repeated', async (_what, fault) => {
    const { threadId, guestId } = await storeGuestThread()
    await failNextSend(fault)
    const { text, becomes, sweepSoon } = await send(threadId)
    const { delivery } = await becomes('unknown')
    expect(delivery).toMatchObject({ attempts: 1, failure: failure('outcome-unknown'), callEnded: true })
    expectAttention(await storedThread(threadId), [guestId, staffMember.uid])
    await sweepSoon()
    const later = await becomes('unknown')
    expect(Date.parse(later.delivery.dueAt)).toBeGreaterThan(Date.now())
    expect(await sendsOf(text)).toHaveLength(1)
    expect(await acceptedOf(text)).toEqual([])
  })
})

describe('a send the provider puts off', () => {
  it.each([
    ['as too many requests', { status: 429 }],
    ['by the rate of the channel', { status: 400, body: { code: 63018, message: 'rate', status: 400 } }],
  ])('%s is made later, by the sweep, and accepted once', async (_what, fault) => {
    const { threadId, guestId } = await storeGuestThread()
    await failNextSend({ mode: 'status', ...fault })
    const { text, becomes, putOff, sweepSoon } = await send(threadId)
    const waiting = await putOff()
    expect(Date.parse(waiting.delivery.dueAt)).toBeGreaterThan(Date.now())
    expectAttention(await storedThread(threadId), [guestId])

    await sweepSoon()
    const message = await becomes('sent')
    const accepted = await onlyAcceptedOf(text)
    expect(message).toMatchObject({ externalMessageId: accepted.sid, delivery: { attempts: 2 } })
    // It is asked after.
    expect(Date.parse(message.delivery.dueAt)).toBeGreaterThan(Date.now())
    await sweep('workdue')
    expect(await sendsOf(text)).toHaveLength(2)
  })

  it('again and again is tried until it would come too late', async () => {
    const { threadId } = await storeGuestThread({}, '+15005550014')
    const { messageId, text, becomes, putOff, sweepSoon } = await send(threadId)
    for (let attempt = 1; attempt < 8; attempt += 1) {
      await putOff(attempt)
      await sweepSoon()
    }
    await putOff(8)
    const path = `threads/${threadId}/messages/${messageId}`
    await update(path, { 'delivery.sendUntil': new Date(Date.now() - 1000) })
    await sweepSoon()
    const message = await becomes('failed')
    expect(message.delivery).toMatchObject({ attempts: 8, failure: failure('provider-unavailable') })
    await sweep('workdue')
    expect(await sendsOf(text)).toHaveLength(8)
    expect(await acceptedOf(text)).toEqual([])
  })
})

describe('the sweep', () => {
  it('is not stopped by a stored message that nobody can read', async () => {
    const { threadId } = await storeGuestThread()
    await failNextSend({ mode: 'status', status: 429 })
    const { becomes, putOff, sweepSoon } = await send(threadId)
    await putOff()
    // Not before: the emulator may lose the event that it hands out while this one's trigger fails.
    const unreadable = db().doc(`threads/${threadId}/messages/unreadable`)
    await unreadable.set({ body: 'no author, no time', delivery: { status: 'pending', attempts: 0 } })
    await sweepSoon().finally(() => unreadable.delete())
    await becomes('sent')
  })
})
