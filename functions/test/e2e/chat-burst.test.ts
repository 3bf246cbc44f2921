import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import {
  auditEntries,
  eventually,
  expectAttention,
  post,
  searchRecord,
  storedMessages,
  storedThread,
} from '../support/chat.ts'
import { signIn } from '../support/stack.ts'

describe('fifty posts to one thread at once', () => {
  it('are all stored, one after another, and the thread adds up', async () => {
    const authors = await Promise.all(Array.from({ length: 10 }, () => signIn()))
    const threadId = await storeThread({ participantIds: ['member'], version: 12 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const author = authors[index % authors.length] ?? (await signIn())
        return post(threadId, author, { body: `message ${index}` })
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))

    const messages = await storedMessages(threadId)
    expect(messages).toHaveLength(50)
    const byId = new Map(messages.map(message => [message.messageId, message]))
    for (const { body } of answers) expect(byId.get(body.messageId)).toEqual(body)
    expect(new Set(messages.map(({ createdAt }) => createdAt)).size).toBe(50)

    const thread = await storedThread(threadId)
    const last = messages.at(-1)
    expect(thread).toMatchObject({
      lastMessage: last,
      lastPublicMessage: last,
      updatedAt: last.createdAt,
      version: 62,
    })
    const everybody = ['member', ...authors.map(({ uid }) => uid)]
    expect([...thread.participantIds].sort()).toEqual([...everybody].sort())
    expectAttention(thread, everybody)

    const entries = await auditEntries(threadId)
    expect(entries).toHaveLength(50)
    expect(new Set(entries.map(({ targetId }) => targetId))).toEqual(new Set(byId.keys()))
    expect(entries.every(({ outcome }) => outcome === 'success')).toBe(true)

    await eventually(
      () => searchRecord(threadId),
      record => expect(record).toMatchObject({ version: 63, lastMessage: { messageId: last.messageId } }),
    )
  })
})
