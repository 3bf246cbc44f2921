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
  storedMessage,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { signIn, sweep, uniqueId } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })
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
