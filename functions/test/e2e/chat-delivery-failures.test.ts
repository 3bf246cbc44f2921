import { afterEach, describe, expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import {
  acceptedOf,
  claimed,
  deliveryOf,
  eventually,
  expectAttention,
  post,
  sandbox,
  sendsOf,
  stackLog,
  storedMessage,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { db, signIn, sweep } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })
const failure = (code: string) => ({ code, detail: expect.any(String), nextAction: expect.any(String) })

async function send(threadId: string, type = 'chatapp-message') {
  const text = uniqueText()
  const { status, body } = await post(threadId, staffMember, { body: text, type })
  expect(status).toBe(201)
  return { text, messageId: body.messageId }
}

/** The wait after "not now" is over. */
const letTimePass = (threadId: string, messageId: string) =>
  db()
    .doc(`threads/${threadId}/messages/${messageId}`)
    .update({ 'delivery.notBefore': new Date(Date.now() - 1000) })

/** The wait before a look-up is over. */
const lookUpIsDue = (threadId: string, messageId: string) =>
  db()
    .doc(`threads/${threadId}/messages/${messageId}`)
    .update({ 'delivery.lookUpAt': new Date(Date.now() - 1000) })

/** Waits until a send was put off that many times; answers the delivery. */
async function putOff(threadId: string, messageId: string, attempts = 1) {
  const message = await eventually(
    () => storedMessage(threadId, messageId),
    ({ delivery }) => expect(delivery).toMatchObject({ status: 'pending', attempts }),
  )
  return message.delivery
}

afterEach(() => sandbox().clearFaults())

describe('a send the provider refuses', () => {
  it.each([
    ['+15005550001', 'chatapp-message', 'invalid-number'],
    ['+15005550001', 'sms-message', 'invalid-number'],
    ['+15005550004', 'sms-message', 'opted-out'],
    ['+15005550009', 'sms-message', 'invalid-number'],
    ['+15005550010', 'chatapp-message', 'template-required'],
    ['+15005550011', 'chatapp-message', 'not-reachable'],
    ['+15005550013', 'chatapp-message', 'provider-rejected'],
  ])('(%s, %s) has failed for good and its author is told: %s', async (phone, type, code) => {
    const { threadId, guestId, reservationId } = await storeGuestThread({ version: 1 }, phone)
    const { text, messageId } = await send(threadId, type)
    const message = await deliveryOf(threadId, messageId, 'failed')
    const expected = { reservationId, status: 'failed', attempts: 1, failure: failure(code) }
    expect(message.delivery).toEqual({ ...expected, ...claimed(phone) })
    expect(message).not.toHaveProperty('externalMessageId')
    const thread = await storedThread(threadId)
    expectAttention(thread, [guestId, staffMember.uid])
    expect(thread.version).toBe(3)
    await sweep()
    expect(await sendsOf(text)).toHaveLength(1)
  })
})

describe('a send whose outcome is not known', () => {
  it.each([
    ['the provider fails', { mode: 'status', status: 500 }],
    ['the connection breaks', { mode: 'reset' }],
    ['the answer makes no sense', { mode: 'malformed' }],
    ['the provider never answers', { mode: 'timeout' }],
  ] as const)('because %s is said to be unknown and looked up, not repeated', async (_what, fault) => {
    const { threadId, guestId } = await storeGuestThread()
    await sandbox().fault({ vendor: 'twilio', method: 'POST', times: 1, ...fault })
    const { text, messageId } = await send(threadId)
    const { delivery } = await deliveryOf(threadId, messageId, 'unknown')
    expect(delivery).toMatchObject({ attempts: 1, failure: failure('outcome-unknown'), callEnded: true })
    expectAttention(await storedThread(threadId), [guestId, staffMember.uid])
    await lookUpIsDue(threadId, messageId)
    await sweep()
    const later = await deliveryOf(threadId, messageId, 'unknown')
    expect(Date.parse(later.delivery.lookUpAt)).toBeGreaterThan(Date.now())
    expect(await sendsOf(text)).toHaveLength(1)
    expect(await acceptedOf(text)).toEqual([])
  })

  it('because the connection breaks after the send is found out by the sweep', async () => {
    const { threadId } = await storeGuestThread()
    await sandbox().fault({ vendor: 'twilio', method: 'POST', times: 1, mode: 'processed-then-reset' })
    const { text, messageId } = await send(threadId)
    await deliveryOf(threadId, messageId, 'unknown')
    await lookUpIsDue(threadId, messageId)
    await sweep()
    const message = await deliveryOf(threadId, messageId, 'sent')
    const [accepted, ...others] = await acceptedOf(text)
    expect(others).toEqual([])
    expect(message).toMatchObject({ externalMessageId: accepted.sid, delivery: { attempts: 1 } })
    expect(message.delivery).not.toHaveProperty('failure')
    expect(await sendsOf(text)).toHaveLength(1)
  })
})

describe('a send the provider puts off', () => {
  it.each([
    ['as too many requests', { status: 429 }],
    ['by the rate of the channel', { status: 400, body: { code: 63018, message: 'rate', status: 400 } }],
  ])('%s is made later, by the sweep, and accepted once', async (_what, fault) => {
    const { threadId, guestId } = await storeGuestThread()
    await sandbox().fault({ vendor: 'twilio', method: 'POST', times: 1, mode: 'status', ...fault })
    const { text, messageId } = await send(threadId)
    const waiting = await putOff(threadId, messageId)
    expect(Date.parse(waiting.notBefore)).toBeGreaterThan(Date.now())
    expectAttention(await storedThread(threadId), [guestId])

    await letTimePass(threadId, messageId)
    await sweep()
    const message = await deliveryOf(threadId, messageId, 'sent')
    const [accepted, ...others] = await acceptedOf(text)
    expect(others).toEqual([])
    expect(message).toMatchObject({ externalMessageId: accepted.sid, delivery: { attempts: 2 } })
    expect(message.delivery).not.toHaveProperty('notBefore')
    await sweep()
    expect(await sendsOf(text)).toHaveLength(2)
  })

  it('again and again has failed in the end', async () => {
    const { threadId } = await storeGuestThread({}, '+15005550014')
    const { text, messageId } = await send(threadId)
    for (let attempt = 1; attempt < 6; attempt += 1) {
      await putOff(threadId, messageId, attempt)
      await letTimePass(threadId, messageId)
      await sweep()
    }
    const message = await deliveryOf(threadId, messageId, 'failed')
    expect(message.delivery).toMatchObject({ attempts: 6, failure: failure('provider-unavailable') })
    await sweep()
    expect(await sendsOf(text)).toHaveLength(6)
    expect(await acceptedOf(text)).toEqual([])
  })
})

describe('the sweep', () => {
  it('is not stopped by a stored message that nobody can read', async () => {
    const { threadId } = await storeGuestThread()
    const unreadable = db().doc(`threads/${threadId}/messages/unreadable`)
    await unreadable.set({ body: 'no author, no time', delivery: { status: 'pending', attempts: 0 } })
    await sandbox().fault({ vendor: 'twilio', method: 'POST', times: 1, mode: 'status', status: 429 })
    const { messageId } = await send(threadId)
    await putOff(threadId, messageId)
    await letTimePass(threadId, messageId)
    await sweep().finally(() => unreadable.delete())
    await deliveryOf(threadId, messageId, 'sent')
  })
})

describe('the log', () => {
  it('tells of a failed send, but neither what was said nor to whom', async () => {
    const { threadId, phone } = await storeGuestThread()
    await sandbox().fault({ vendor: 'twilio', method: 'POST', times: 1, mode: 'reset' })
    const { text, messageId } = await send(threadId)
    await deliveryOf(threadId, messageId, 'unknown')
    await expect.poll(stackLog, { timeout: 60_000 }).toMatch(new RegExp(`send failed|${messageId}`))
    const log = await stackLog()
    expect(log).toContain(messageId)
    for (const secret of [text, phone, phone.slice(1), staffMember.token]) expect(log).not.toContain(secret)
  })
})
