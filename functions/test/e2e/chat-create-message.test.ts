import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { auditEntries, expectAttention, post, posted, storedMessage, storedThread } from '../support/chat.ts'
import { put, signIn } from '../support/stack.ts'

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

  it.each(['payment', 'payment-processed'])('may have an empty body when it is %s', async contentType => {
    const [service, threadId] = await Promise.all([signIn({ role: 'service' }), storeThread()])
    const content = { body: '', contentType, paymentContent: { amount: 100, currency: 'EUR' } }
    const body = await posted(threadId, service, content)
    expect(await storedMessage(threadId, body.messageId)).toMatchObject(content)
  })
})

describe('the thread of a created message', () => {
  it('keeps its attention, the author’s included, and unknown fields', async () => {
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

  it('may lack every optional field', async () => {
    const [user, threadId] = await Promise.all([signIn(), storeThread()])
    await put(`threads/${threadId}`, { source: 'support' })
    const body = await posted(threadId, user, { body: 'Hello' })
    expect(await storedThread(threadId)).toEqual({
      source: 'support',
      lastMessage: body,
      lastPublicMessage: body,
      updatedAt: body.createdAt,
      participantIds: [user.uid],
      selfJoinedIds: [user.uid],
      posts: expect.anything(),
      version: 1,
      needsAttention: [],
      needsAttentionMap: {},
    })
  })
})

describe('the audit entry of a created message', () => {
  it('has the actor, the address, the message and the thread', async () => {
    const [user, threadId] = await Promise.all([signIn(), storeThread()])
    const { body } = await post(
      threadId,
      user,
      { body: 'secret words', attachments: ['a', 'b'] },
      {
        'user-agent': 'A browser/1.0',
        'x-forwarded-for': '203.0.113.9',
        'fastly-client-ip': '198.51.100.2',
      },
    )
    const [entry, ...others] = await auditEntries(threadId)
    expect(others).toEqual([])
    expect(entry).toEqual({
      action: 'message.create',
      outcome: 'success',
      actorId: user.uid,
      ipAddress: '203.0.113.9',
      claimedAddress: '198.51.100.2',
      userAgent: 'A browser/1.0',
      targetType: 'message',
      targetId: body.messageId,
      metadata: { threadId, type: 'message', source: 'platform', attachmentCount: 2 },
      at: expect.stringMatching(isoTime),
      expireAt: expect.stringMatching(isoTime),
    })
  })
})
