import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { expectAttention, expectUnchanged, indexed, post, storedThread } from '../support/chat.ts'
import { markImportant, markRead, readThread } from '../support/reading.ts'
import { signIn } from '../support/stack.ts'

const attending = (...users: { uid: string }[]) => ({
  needsAttention: users.map(({ uid }) => uid),
  needsAttentionMap: Object.fromEntries(users.map(({ uid }) => [uid, true])),
})

/** A participant and staff who must both attend to a thread with one message. */
async function unreadThread() {
  const [member, staff] = await Promise.all([signIn(), signIn({ role: 'support' })])
  const message = { messageId: 'm', body: 'Hello', type: 'message', createdAt: new Date(Date.now() - 60_000) }
  const threadId = await storeThread({
    participantIds: [member.uid, staff.uid],
    ...attending(member, staff, { uid: 'other' }),
    lastMessage: message,
    lastPublicMessage: message,
    version: 4,
  })
  return { threadId, member, staff, message }
}

describe('reading', () => {
  it('removes only the reader from the attention, in the thread and in the index', async () => {
    const { threadId, member, staff } = await unreadThread()
    expect(await markRead(threadId, member)).toMatchObject({ status: 204, text: '' })
    const thread = await storedThread(threadId)
    expectAttention(thread, [staff.uid, 'other'])
    expect(thread.version).toBe(5)
    await indexed(threadId, { needsAttention: [staff.uid, 'other'], version: 6 })
    await markRead(threadId, staff, {})
    expectAttention(await storedThread(threadId), ['other'])
  })

  it('up to the last public message is enough for a participant, not for staff', async () => {
    const { threadId, member, staff, message } = await unreadThread()
    await post(threadId, await signIn({ role: 'operations' }), { body: 'Careful.', type: 'note' })
    const readMark = { lastMessageId: message.messageId }
    await expectUnchanged(threadId, () => markRead(threadId, staff, readMark))
    await markRead(threadId, member, readMark)
    expectAttention(await storedThread(threadId), [staff.uid, 'other'])
  })

  it('clears the attention of a reader who joined by posting', async () => {
    const [stranger, threadId] = await Promise.all([signIn(), storeThread()])
    await post(threadId, stranger, { body: 'Hello' })
    await post(threadId, await signIn({ role: 'support' }), { body: 'Good morning' })
    expect((await storedThread(threadId)).needsAttention).toEqual([stranger.uid])
    await markRead(threadId, stranger)
    expectAttention(await storedThread(threadId), [])
  })
})

describe('importance', () => {
  it('is a mark of one user, in the thread and in the index', async () => {
    const { threadId, member, staff } = await unreadThread()
    expect(await markImportant(threadId, member, true)).toMatchObject({ status: 204, text: '' })
    await markImportant(threadId, staff, true)
    const thread = await storedThread(threadId)
    expect(thread).toMatchObject({ importantFor: [member.uid, staff.uid], version: 6 })
    await indexed(threadId, { important: [member.uid, staff.uid], version: 7 })
    expect((await readThread(threadId, member)).body).toMatchObject({
      important: true,
      importantFor: [member.uid],
    })
    await markImportant(threadId, member, false)
    expect(await storedThread(threadId)).toMatchObject({ importantFor: [staff.uid], version: 7 })
    await indexed(threadId, { important: [staff.uid], version: 8 })
  })
})
