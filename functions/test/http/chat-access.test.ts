import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import {
  auditEntries,
  expectAuditedRefusal,
  expectRefused,
  messagesOf,
  post,
  posted,
  storedThread,
} from '../support/chat.ts'
import { readPage, readThread } from '../support/reading.ts'
import { call, expectProblem, signIn, uniqueId } from '../support/stack.ts'

const body = { body: 'Hello' }

describe('a caller', () => {
  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer garbage',
    'Bearer a.b.c',
    'Basic dTpw',
    'Bearer undefined two',
  ])('with the authorization %j is not let in', async authorization => {
    const threadId = await storeThread()
    const answer = await expectRefused(threadId, '401 unauthenticated', () =>
      call('POST', messagesOf(threadId), {
        body,
        headers: authorization === undefined ? {} : { authorization },
      }),
    )
    expect(answer.body.nextAction).toEqual(expect.any(String))
  })

  it('is refused if the user id is reserved', async () => {
    const [threadId, user] = await Promise.all([storeThread(), signIn({ uid: `__${uniqueId('x')}__` })])
    await expectRefused(threadId, '403 forbidden', () => post(threadId, user, body))
  })

  it.each(['a.b', 'a/b', '`a`', 'constructor', 'ä ö', '[0]'])('may have a user id like %j', async prefix => {
    const [author, reader] = [`${prefix}.${uniqueId('x')}`, `${prefix}.${uniqueId('y')}`]
    const user = await signIn({ uid: author })
    const threadId = await storeThread({ participantIds: [reader] })
    await posted(threadId, user, body)
    expect(await storedThread(threadId)).toMatchObject({
      participantIds: [reader, author],
      needsAttention: [reader],
      needsAttentionMap: { [reader]: true },
    })
  })

  it('with an unknown role is an ordinary user', async () => {
    const [user, threadId] = await Promise.all([signIn({ role: 'root' }), storeThread()])
    await posted(threadId, user, body)
    expectProblem(await post(threadId, user, { ...body, type: 'note' }), '403 forbidden')
  })
})

it('a caller is who the token says, whatever the body says', async () => {
  const [user, victim] = await Promise.all([signIn(), signIn()])
  const threadId = await storeThread()
  const { body: message } = await post(threadId, user, body, { 'x-user-id': victim.uid })
  expect(message.authorId).toBe(user.uid)
})

it('a stranger who posts is marked as one in every answer, and once removed stays out until staff add them again', async () => {
  const [stranger, staff] = await Promise.all([signIn(), signIn({ role: 'support' })])
  const threadId = await storeThread({ participantIds: ['member'] })
  const participant = `/chat/threads/${threadId}/participants/${stranger.uid}`
  const asStaff = (method: string, path: string) => call(method, path, { token: staff.token })
  const marks = async () => {
    const { body: page } = await readPage(threadId, staff)
    const { body: thread } = await readThread(threadId, staff)
    return [...page.messages, thread.lastMessage, thread.lastPublicMessage].map(one => one.joined)
  }

  expect(await posted(threadId, stranger, body)).toMatchObject({ joined: 'self' })
  expect(await marks()).toEqual(['self', 'self', 'self'])
  expect((await asStaff('DELETE', participant)).status).toBe(204)
  expect(await storedThread(threadId)).toMatchObject({
    participantIds: ['member'],
    removedIds: [stranger.uid],
  })
  expectProblem(await post(threadId, stranger, body), '404 thread-not-found')
  expectProblem(await readPage(threadId, stranger), '404 thread-not-found')
  expect(await marks()).toEqual(['self', 'self', 'self'])
  expect(await storedThread(threadId)).toMatchObject({
    participantIds: ['member'],
    needsAttention: ['member'],
  })

  expect((await asStaff('PUT', participant)).status).toBe(204)
  expect(await posted(threadId, stranger, body)).not.toHaveProperty('joined')
  expect((await readPage(threadId, stranger)).status).toBe(200)
  expect(await marks()).toEqual([undefined, undefined, undefined, undefined])
  const actions = (await auditEntries(threadId)).map(({ action, actorId }) => [action, actorId])
  expect(actions).toContainEqual(['thread.remove-participant', staff.uid])
  expect(actions).toContainEqual(['thread.add-participant', staff.uid])
})

describe('a post that was understood but refused', () => {
  it('is in the audit log with its reason and without its text', async () => {
    const user = await signIn()
    const threadId = uniqueId('nowhere')
    const sent = { body: 'secret words', messageId: uniqueId('m'), attachments: ['a'] }
    const answer = await post(threadId, user, sent, { 'user-agent': 'A browser/1.0' })
    expectProblem(answer, '404 thread-not-found')
    const entries = await auditEntries(threadId)
    expect(entries).toEqual([
      {
        action: 'message.create',
        outcome: 'failure',
        actorId: user.uid,
        ipAddress: expect.any(String),
        userAgent: 'A browser/1.0',
        targetType: 'message',
        targetId: sent.messageId,
        metadata: {
          threadId,
          type: 'message',
          source: 'platform',
          attachmentCount: 1,
          error: 'thread-not-found',
          count: 1,
        },
        at: expect.any(String),
        expireAt: expect.any(String),
      },
    ])
  })

  it('because the thread is full leaves the thread as it is', async () => {
    const user = await signIn()
    const participantIds = Array.from({ length: 200 }, (_, index) => `member-${index}`)
    const threadId = await storeThread({ participantIds })
    await expectAuditedRefusal(threadId, '409 participant-limit', () => post(threadId, user, body))
    expect(await auditEntries(threadId)).toEqual([expect.objectContaining({ outcome: 'failure' })])
  })

  it.each(['support', 'service'])('is never that of %s to a full thread', async role => {
    const participantIds = Array.from({ length: 200 }, (_, index) => `member-${index}`)
    const threadId = await storeThread({ participantIds, selfJoinedIds: participantIds })
    await posted(threadId, await signIn({ role }), body)
  })
})
