import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import {
  auditEntries,
  expectAttention,
  post,
  posted,
  storedMessage,
  storedMessages,
  storedThread,
} from '../support/chat.ts'
import { put, signIn, uniqueId } from '../support/stack.ts'

const uuid = /^[0-9a-f-]{36}$/
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('a created message', () => {
  it('is answered as it is stored, with the defaults of the specification', async () => {
    const user = await signIn()
    const threadId = await storeThread({ participantIds: [user.uid] })
    const { status, body, headers } = await post(threadId, user, { body: 'Hello' })
    expect(status).toBe(201)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('idempotent-replayed')).toBeNull()
    expect(body).toEqual({
      messageId: expect.stringMatching(uuid),
      threadId,
      body: 'Hello',
      authorId: user.uid,
      createdAt: expect.stringMatching(isoTime),
      source: 'platform',
      type: 'message',
      contentType: 'text',
    })
    expect(await storedMessage(threadId, body.messageId)).toEqual(body)
  })

  it('keeps every optional field as it was sent', async () => {
    const [service, threadId] = await Promise.all([signIn({ role: 'service' }), storeThread()])
    const sent = {
      messageId: uniqueId('m'),
      body: 'Paid — thank you 🎉\n\u0000end',
      source: 'operations',
      type: 'sms-message',
      contentType: 'payment-processed',
      externalMessageId: 'provider-1',
      attachments: ['files/receipt.pdf', 'https://example.com/a b?c=d'],
      paymentContent: {
        amount: 12_50,
        rate: 0.1,
        'key.with`dots': null,
        lines: [{ tags: ['a', 'b'] }, {}],
        empty: {},
      },
    }
    const body = await posted(threadId, service, sent)
    expect(body).toEqual({ ...sent, threadId, authorId: service.uid, createdAt: expect.any(String) })
    expect(await storedMessage(threadId, sent.messageId)).toEqual(body)
  })

  it.each(['payment', 'payment-processed'])('may have an empty body when it is %s', async contentType => {
    const [service, threadId] = await Promise.all([signIn({ role: 'service' }), storeThread()])
    const content = { body: '', contentType, paymentContent: { amount: 100, currency: 'EUR' } }
    const body = await posted(threadId, service, content)
    expect(await storedMessage(threadId, body.messageId)).toMatchObject(content)
  })

  it('takes the time of the server, later than everything in the thread', async () => {
    const user = await signIn()
    const ahead = new Date(Date.now() + 3_600_000)
    const threadId = await storeThread({ participantIds: [user.uid], updatedAt: ahead })
    const { body } = await post(threadId, user, { body: 'late' })
    expect(Date.parse(body.createdAt)).toBe(ahead.getTime() + 1)
    const before = Date.now()
    const other = await post(await storeThread(), user, { body: 'now' })
    expect(Date.parse(other.body.createdAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(other.body.createdAt)).toBeLessThanOrEqual(Date.now())
  })
})

describe('the thread of a created message', () => {
  it('gets its last message, its time, its author and the attention of everybody else', async () => {
    const user = await signIn()
    const threadId = await storeThread({ participantIds: ['guest-1', 'staff.with.dots'], version: 7 })
    const { body } = await post(threadId, user, { body: 'Hello', attachments: ['a'] })
    const thread = await storedThread(threadId)
    expect(thread).toMatchObject({
      lastMessage: body,
      lastPublicMessage: body,
      updatedAt: body.createdAt,
      participantIds: ['guest-1', 'staff.with.dots', user.uid],
      version: 8,
    })
    expect(thread).not.toHaveProperty('lastChatappMessageSentAt')
    expectAttention(thread, ['guest-1', 'staff.with.dots'])
  })

  it('keeps the attention it had, the author included, and the fields nobody knows', async () => {
    const user = await signIn()
    const unknown = { title: 'Room 12', labels: { nested: [1, { two: null }] }, importantFor: ['x'] }
    const threadId = await storeThread({
      ...unknown,
      participantIds: [user.uid, 'other'],
      needsAttention: [user.uid, 'former'],
      needsAttentionMap: { [user.uid]: true, former: true },
    })
    await post(threadId, user, { body: 'Hello' })
    const thread = await storedThread(threadId)
    expect(thread).toMatchObject({ ...unknown, source: 'guest' })
    expectAttention(thread, [user.uid, 'former', 'other'])
  })

  it('does not call for the attention of its author', async () => {
    const user = await signIn()
    const threadId = await storeThread({ participantIds: [user.uid] })
    await post(threadId, user, { body: 'Anybody?' })
    expectAttention(await storedThread(threadId), [])
  })

  it('may lack every optional field', async () => {
    const [user, threadId] = await Promise.all([signIn(), storeThread()])
    await put(`threads/${threadId}`, { source: 'support' })
    const body = await posted(threadId, user, { body: 'Hello' })
    expect(await storedThread(threadId)).toEqual({
      ...{ source: 'support', lastMessage: body, lastPublicMessage: body, updatedAt: body.createdAt },
      ...{ participantIds: [user.uid], selfJoinedIds: [user.uid], posts: expect.anything(), version: 1 },
      ...{ needsAttention: [], needsAttentionMap: {} },
    })
  })

  it.each([
    ['platform', true],
    ['operations', true],
    ['chatapp', false],
  ])('remembers a chatapp message with source %s as sent by us: %s', async (source, isOurs) => {
    const [service, threadId] = await Promise.all([signIn({ role: 'service' }), storeThread()])
    const message = { body: 'Hello', type: 'chatapp-message', source, externalMessageId: 'known' }
    const { body } = await post(threadId, service, message)
    expect((await storedThread(threadId)).lastChatappMessageSentAt).toBe(isOurs ? body.createdAt : undefined)
  })

  it('never moves the time of the last chatapp message back', async () => {
    const service = await signIn({ role: 'service' })
    const ahead = new Date(Date.now() + 3_600_000)
    const threadId = await storeThread({ lastChatappMessageSentAt: ahead })
    await post(threadId, service, { body: 'Hello', type: 'chatapp-message', externalMessageId: 'known' })
    expect((await storedThread(threadId)).lastChatappMessageSentAt).toBe(ahead.toISOString())
  })

  it('holds one more message', async () => {
    const [user, threadId] = await Promise.all([signIn(), storeThread()])
    const first = await post(threadId, user, { body: 'one' })
    const second = await post(threadId, user, { body: 'two' })
    expect(await storedMessages(threadId)).toEqual([first.body, second.body])
    expect(await storedThread(threadId)).toMatchObject({ lastMessage: second.body, version: 2 })
  })
})

describe('the audit entry of a created message', () => {
  it('says who, from where, what and where to', async () => {
    const [user, threadId] = await Promise.all([signIn(), storeThread()])
    const { body } = await post(
      threadId,
      user,
      { body: 'secret words', attachments: ['a', 'b'] },
      { 'user-agent': 'A browser/1.0', 'x-forwarded-for': '203.0.113.9' },
    )
    const [entry, ...others] = await auditEntries(threadId)
    expect(others).toEqual([])
    expect(entry).toEqual({
      action: 'message.create',
      outcome: 'success',
      actorId: user.uid,
      ipAddress: '203.0.113.9',
      userAgent: 'A browser/1.0',
      targetType: 'message',
      targetId: body.messageId,
      metadata: { threadId, type: 'message', source: 'platform', attachmentCount: 2 },
      at: expect.stringMatching(isoTime),
      expireAt: expect.stringMatching(isoTime),
    })
  })

  it('holds the address that the platform saw, and apart the one that was claimed', async () => {
    const [user, threadId] = await Promise.all([signIn(), storeThread()])
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9', 'fastly-client-ip': '198.51.100.2' }
    await posted(threadId, user, { body: 'Hello' }, headers)
    const [entry] = await auditEntries(threadId)
    expect(entry).toMatchObject({ ipAddress: '203.0.113.9', claimedAddress: '198.51.100.2' })
  })

  it('bounds what the client says about itself', async () => {
    const [user, threadId] = await Promise.all([signIn(), storeThread()])
    const headers = { 'user-agent': 'x'.repeat(2000), 'x-forwarded-for': '1'.repeat(200) }
    await posted(threadId, user, { body: 'Hello' }, headers)
    const [entry] = await auditEntries(threadId)
    expect(entry.userAgent).toBe('x'.repeat(512))
    expect(entry.ipAddress).toHaveLength(45)
  })
})
