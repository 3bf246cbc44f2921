import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import {
  deliveryOf,
  eventually,
  forwardingOf,
  forwardsOf,
  post,
  posted,
  sandbox,
  stackLog,
  storedMessage,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { signIn, sweep, uniqueId } from '../support/stack.ts'

const [staffMember, service] = await Promise.all([signIn({ role: 'support' }), signIn({ role: 'service' })])
const mirrored = () => storeThread({ source: 'platform-guest' })

/** What was put off becomes due only after a while, so it is swept until then. */
const sweptUntilForwarded = (threadId: string, messageId: string) =>
  eventually(
    () => sweep('workdue').then(() => storedMessage(threadId, messageId)),
    ({ forwarding }) => expect(forwarding.status).toBe('forwarded'),
  )

/** The thread's messages at the guest platform. */
const mirrorOf = async (threadId: string) =>
  (await sandbox().state('guest-platform')).messages.filter(
    (message: { threadId: string }) => message.threadId === threadId,
  )

const failureLine = (messageId: string) => new RegExp(`${messageId}.*forwarding to the guest platform failed`)

afterEach(() => sandbox().clearFaults())

describe('a message of a mirrored thread', () => {
  it('is put to the guest platform as it was stored', async () => {
    const threadId = await mirrored()
    const body = await posted(threadId, staffMember, {
      body: 'Hello',
      attachments: ['a'],
      contentType: 'payment',
      paymentContent: { amount: 1 },
      externalMessageId: 'provider-1',
    })
    expect(body.forwarding).toEqual({ status: 'pending', attempts: 0 })
    await forwardingOf(threadId, body.messageId, { status: 'forwarded' })
    const { forwarding: _, ...specified } = body
    const [request] = await forwardsOf(threadId)
    expect(request).toMatchObject({
      method: 'PUT',
      path: `/threads/${threadId}/messages/${body.messageId}`,
      status: 201,
    })
    expect(request?.body).toEqual(specified)
  })

  it('is not put again when it is posted again', async () => {
    const threadId = await mirrored()
    const sent = { body: 'Hello', messageId: uniqueId('m') }
    await post(threadId, staffMember, sent)
    const message = await forwardingOf(threadId, sent.messageId, { status: 'forwarded' })
    expect((await post(threadId, staffMember, sent)).status).toBe(200)
    await sweep('workdue')
    expect(await storedMessage(threadId, sent.messageId)).toEqual(message)
  })
})

describe('the guest platform is not told', () => {
  it.each([
    ['of a note', () => ({ type: 'note' })],
    ['of what came from there', () => ({ source: 'platform-guest' })],
  ])('%s', async (_what, fields) => {
    const threadId = await mirrored()
    const { body: quiet } = await post(threadId, staffMember, { body: 'quiet', ...fields() })
    expect(quiet).not.toHaveProperty('forwarding')
    const { body: loud } = await post(threadId, staffMember, { body: 'loud' })
    await forwardingOf(threadId, loud.messageId, { status: 'forwarded' })
    await sweep('workdue')
    const told = new Set((await forwardsOf(threadId)).map(({ body }) => body.messageId))
    expect(told).toEqual(new Set([loud.messageId]))
  })

  it('of what a stranger writes, before or after joining, although the thread shows it', async () => {
    const [threadId, stranger] = await Promise.all([mirrored(), signIn()])
    for (const body of ['I am new', 'Me again'])
      expect(await posted(threadId, stranger, { body })).not.toHaveProperty('forwarding')
    expect((await storedThread(threadId)).lastPublicMessage.body).toBe('Me again')
    const { messageId } = await posted(threadId, staffMember, { body: 'loud' })
    await forwardingOf(threadId, messageId, { status: 'forwarded' })
    await sweep('workdue')
    expect((await forwardsOf(threadId)).map(({ body }) => body.messageId)).toEqual([messageId])
  })

  it.each(['guest', 'support', 'platform'])('of messages of a thread with source %s', async source => {
    const [here, there] = [await storeThread({ source }), await mirrored()]
    const { body } = await post(here, service, { body: 'Hello' })
    expect(body).not.toHaveProperty('forwarding')
    const { body: other } = await post(there, service, { body: 'Hello' })
    await forwardingOf(there, other.messageId, { status: 'forwarded' })
    expect(await forwardsOf(here)).toEqual([])
  })
})

describe('a guest platform that fails', () => {
  it.each([
    ['by an error', { mode: 'status', status: 503 }],
    ['by breaking the connection', { mode: 'reset' }],
    ['by losing its answer', { mode: 'processed-then-reset' }],
    ['by nonsense', { mode: 'malformed' }],
  ] as const)('%s is told again by the sweep', async (_what, fault) => {
    const threadId = await mirrored()
    await sandbox().fault({ vendor: 'guest-platform', ...fault })
    const body = await posted(threadId, staffMember, { body: 'Hello' })
    await eventually(
      () => storedMessage(threadId, body.messageId),
      ({ forwarding }) => {
        expect(forwarding.status).toBe('pending')
        expect(forwarding.attempts).toBeGreaterThan(0)
      },
    )
    await eventually(stackLog, log => expect(log).toMatch(failureLine(body.messageId)))
    await sandbox().clearFaults()
    await sweptUntilForwarded(threadId, body.messageId)
    expect(await mirrorOf(threadId)).toMatchObject([{ messageId: body.messageId, body: 'Hello' }])
  })

  it('by a refusal is not asked again', async () => {
    const threadId = await mirrored()
    await sandbox().fault({ vendor: 'guest-platform', mode: 'status', status: 400 })
    const { body } = await post(threadId, staffMember, { body: 'Hello' })
    await forwardingOf(threadId, body.messageId, { status: 'failed' })
    await sandbox().clearFaults()
    await sweep('workdue')
    await forwardingOf(threadId, body.messageId, { status: 'failed' })
    expect(await mirrorOf(threadId)).toEqual([])
  })
})

describe.each([
  ['refuse everything', { mode: 'status', status: 500 }],
  ['never answer', { mode: 'timeout' }],
] as const)('while the guest platform, the provider and the index %s', (_what, fault) => {
  beforeEach(async () => {
    for (const vendor of ['guest-platform', 'twilio', 'algolia'] as const)
      await sandbox().fault({ vendor, ...fault })
  })

  it('a post is answered and stored like any other', { timeout: 300_000 }, async () => {
    const { threadId, reservationId } = await storeGuestThread({ source: 'platform-guest' })
    const sent = { messageId: uniqueId('m'), body: uniqueText(), type: 'chatapp-message' }
    const body = await posted(threadId, staffMember, sent)
    expect(body).toEqual({
      ...sent,
      threadId,
      authorId: staffMember.uid,
      createdAt: expect.any(String),
      source: 'platform',
      contentType: 'text',
      delivery: { reservationId, status: 'pending', attempts: 0 },
      forwarding: { status: 'pending', attempts: 0 },
    })
    const { delivery: _delivery, forwarding: _forwarding, ...summary } = body
    expect((await storedThread(threadId)).lastMessage).toEqual(summary)

    await deliveryOf(threadId, sent.messageId, 'unknown', 120_000)
    await sandbox().clearFaults()
    await sweptUntilForwarded(threadId, sent.messageId)
  })
})
