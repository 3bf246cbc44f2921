import { afterEach, describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { eventually, forwardsOf, post, sandbox, stackLog, storedMessage } from '../support/chat.ts'
import { signIn, sweep, uniqueId } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })
const service = await signIn({ role: 'service' })
const mirrored = () => storeThread({ source: 'platform-guest' })

const forwardingOf = (threadId: string, messageId: string, expected: object) =>
  eventually(
    () => storedMessage(threadId, messageId),
    message => expect(message.forwarding).toMatchObject(expected),
  )

/** What was put off becomes due only after a while, so it is swept until then. */
const sweptUntilForwarded = (threadId: string, messageId: string) =>
  eventually(
    () => sweep().then(() => storedMessage(threadId, messageId)),
    ({ forwarding }) => expect(forwarding.status).toBe('forwarded'),
  )

afterEach(() => sandbox().clearFaults())

describe('a message of a mirrored thread', () => {
  it('is put to the guest platform as it was stored', async () => {
    const threadId = await mirrored()
    const { status, body } = await post(threadId, staffMember, {
      body: 'Hello',
      attachments: ['a'],
      contentType: 'payment',
      paymentContent: { amount: 1 },
      externalMessageId: 'provider-1',
    })
    expect(status).toBe(201)
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
    await sweep()
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
    await sweep()
    const told = new Set((await forwardsOf(threadId)).map(({ body }) => body.messageId))
    expect(told).toEqual(new Set([loud.messageId]))
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
    const { status, body } = await post(threadId, staffMember, { body: 'Hello' })
    expect(status).toBe(201)
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
    const { messages } = await sandbox().state('guest-platform')
    expect(messages.filter((message: { threadId: string }) => message.threadId === threadId)).toEqual([
      expect.objectContaining({ messageId: body.messageId, body: 'Hello' }),
    ])
  })

  it('by a refusal is not asked again', async () => {
    const threadId = await mirrored()
    await sandbox().fault({ vendor: 'guest-platform', mode: 'status', status: 400 })
    const { body } = await post(threadId, staffMember, { body: 'Hello' })
    await forwardingOf(threadId, body.messageId, { status: 'failed' })
    await sandbox().clearFaults()
    await sweep()
    await forwardingOf(threadId, body.messageId, { status: 'failed' })
    const { messages } = await sandbox().state('guest-platform')
    expect(messages.filter((message: { threadId: string }) => message.threadId === threadId)).toEqual([])
  })
})

const failureLine = (messageId: string) => new RegExp(`${messageId}.*forwarding to the guest platform failed`)
