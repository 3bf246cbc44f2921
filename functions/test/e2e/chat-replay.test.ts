import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { auditEntries, expectProblem, post, storedMessages, storedThread } from '../support/chat.ts'
import { signIn, uniqueId } from '../support/stack.ts'

/** The same value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  )
}

describe('the same post again', () => {
  it('is the same with every field, whatever the order of the keys', async () => {
    const [service, threadId] = await Promise.all([signIn({ role: 'service' }), storeThread()])
    const sent = {
      messageId: uniqueId('m'),
      body: 'Pay, please',
      source: 'operations',
      type: 'message',
      contentType: 'payment',
      externalMessageId: 'provider-1',
      attachments: ['a', 'b'],
      paymentContent: { amount: 5, parts: [{ name: 'x', zero: -0, big: 1e21 }], 'a.b': null },
    }
    const first = await post(threadId, service, sent)
    expect(first.status).toBe(201)
    const again = await post(threadId, service, reversed(sent))
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await storedMessages(threadId)).toHaveLength(1)
  })
})

describe('a known message id with something else', () => {
  it('another author: is a conflict, and tells nothing of what is stored', async () => {
    const [author, other] = await Promise.all([signIn(), signIn()])
    const threadId = await storeThread()
    const sent = { messageId: uniqueId('m'), body: 'Hello' }
    await post(threadId, author, sent)
    const answer = await post(threadId, other, { ...sent, body: 'x' })
    expectProblem(answer, 409, 'message-conflict')
    expect(answer.text).not.toContain(author.uid)
    expect(answer.text).not.toContain('Hello')
    expectProblem(await post(threadId, other, sent), 409, 'message-conflict')
    expect(await auditEntries(threadId)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ outcome: 'success', actorId: author.uid }),
        expect.objectContaining({ outcome: 'failure', actorId: other.uid, targetId: sent.messageId }),
      ]),
    )
  })
})

describe('the same post many times at once', () => {
  it('is created once', async () => {
    const [user, threadId] = await Promise.all([signIn(), storeThread({ participantIds: ['member'] })])
    const sent = { messageId: uniqueId('m'), body: 'Hello' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(threadId, user, sent)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(9).fill(200), 201])
    const [message, ...others] = await storedMessages(threadId)
    expect(others).toEqual([])
    for (const { body } of answers) expect(body).toEqual(message)
    expect(await storedThread(threadId)).toMatchObject({ lastMessage: message, version: 1 })
    const entries = await auditEntries(threadId)
    expect(entries.map(({ outcome }) => outcome)).toEqual(['success'])
  })

  it('of two authors goes to one of them', async () => {
    const users = await Promise.all([signIn(), signIn()])
    const threadId = await storeThread()
    const sent = { messageId: uniqueId('m'), body: 'Hello' }
    const answers = await Promise.all(users.map(user => post(threadId, user, sent)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await storedMessages(threadId)).toHaveLength(1)
  })
})
