import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import {
  expectAttention,
  expectRefused,
  expectUnchanged,
  indexed,
  post,
  sendText,
  storedThread,
} from '../support/chat.ts'
import { markImportant, markRead, readThread, threadOf } from '../support/reading.ts'
import { call, signIn, type User, uniqueId } from '../support/stack.ts'

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
  it('takes the reader out of the attention, and nobody else, here and in the index', async () => {
    const { threadId, member, staff } = await unreadThread()
    expect(await markRead(threadId, member)).toMatchObject({ status: 204, text: '' })
    const thread = await storedThread(threadId)
    expectAttention(thread, [staff.uid, 'other'])
    expect(thread.version).toBe(5)
    await indexed(threadId, { needsAttention: [staff.uid, 'other'], version: 6 })
    await markRead(threadId, staff, {})
    expectAttention(await storedThread(threadId), ['other'])
  })

  it('twice writes once', async () => {
    const { threadId, member } = await unreadThread()
    await markRead(threadId, member)
    const again = await expectUnchanged(threadId, () => markRead(threadId, member))
    expect(again.status).toBe(204)
    expect((await readThread(threadId, member)).body).toMatchObject({ unread: false, needsAttention: [] })
  })

  it('up to a message clears only when that is still the last', async () => {
    const { threadId, member, staff, message } = await unreadThread()
    const { body: later } = await post(threadId, staff, { body: 'One more' })
    const early = await expectUnchanged(threadId, () =>
      markRead(threadId, member, { lastMessageId: message.messageId }),
    )
    expect(early.status).toBe(204)
    await markRead(threadId, member, { lastMessageId: later.messageId })
    expectAttention(await storedThread(threadId), [staff.uid, 'other'])
  })

  it('up to the last public message is enough for a participant, not for staff', async () => {
    const { threadId, member, staff, message } = await unreadThread()
    await post(threadId, await signIn({ role: 'operations' }), { body: 'Careful.', type: 'note' })
    const seen = { lastMessageId: message.messageId }
    await expectUnchanged(threadId, () => markRead(threadId, staff, seen))
    await markRead(threadId, member, seen)
    expectAttention(await storedThread(threadId), [staff.uid, 'other'])
  })

  it('mends list and map where they disagreed', async () => {
    const member = await signIn()
    const threadId = await storeThread({
      participantIds: [member.uid],
      needsAttention: ['a'],
      needsAttentionMap: { [member.uid]: true, b: true, c: false },
    })
    await markRead(threadId, member)
    expectAttention(await storedThread(threadId), ['a', 'b'])
  })

  it('up to a message and its failure, as the thread shows them, clears its author', async () => {
    const { threadId, staff } = await unreadThread()
    const { messageId } = await sendText(threadId, staff, 'sms-message', 'failed')
    const seen = { lastMessageId: messageId }
    expect((await expectUnchanged(threadId, () => markRead(threadId, staff, seen))).status).toBe(204)
    const { lastFailureId } = (await readThread(threadId, staff)).body
    expect(lastFailureId).toEqual(expect.any(String))
    const { attention } = await storedThread(threadId)
    const causes = ['message', 'send-failed'].map(cause => ({ cause, since: expect.anything() }))
    expect(attention).toEqual({ [staff.uid]: causes })
    await markRead(threadId, staff, { ...seen, lastFailureId })
    const read = await storedThread(threadId)
    expect(read.needsAttention).not.toContain(staff.uid)
    expect(read.attention).toEqual({})
  })

  it('clears who came in by posting', async () => {
    const [stranger, threadId] = await Promise.all([signIn(), storeThread()])
    await post(threadId, stranger, { body: 'Hello' })
    await post(threadId, await signIn({ role: 'support' }), { body: 'Good morning' })
    expect((await storedThread(threadId)).needsAttention).toEqual([stranger.uid])
    await markRead(threadId, stranger)
    expectAttention(await storedThread(threadId), [])
  })

  it.each([
    [{ lastMessageId: '' }],
    [{ lastMessageId: 1 }],
    [{ lastMessageId: null }],
    [{ lastMessageId: 'm', lastFailureId: 7 }],
    [{ userId: 'other' }],
    [[]],
  ])('with the body %j is refused', async body => {
    const { threadId, member } = await unreadThread()
    await expectRefused(threadId, '400 validation-failed', () => markRead(threadId, member, body))
  })

  it('while others post loses no message’s attention', async () => {
    const { threadId, member, staff, message } = await unreadThread()
    const seen = { lastMessageId: message.messageId }
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, index) => post(threadId, staff, { body: `message ${index}` })),
      ...Array.from({ length: 8 }, () => markRead(threadId, member, seen)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(201), ...Array(8).fill(204)])
    const thread = await storedThread(threadId)
    expectAttention(thread, [member.uid, staff.uid, 'other'])
    expect([12, 13]).toContain(thread.version)
    await indexed(threadId, { version: thread.version + 1 })
  })

  it('by eight readers at once clears each of them', async () => {
    const readers: User[] = await Promise.all(Array.from({ length: 8 }, () => signIn()))
    const participantIds = readers.map(({ uid }) => uid)
    const others = attending(...readers, { uid: 'other' })
    const threadId = await storeThread({ participantIds, ...others, version: 1 })
    const answers = await Promise.all(readers.map(reader => markRead(threadId, reader)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204))
    const thread = await storedThread(threadId)
    expectAttention(thread, ['other'])
    expect(thread.version).toBe(9)
  })
})

describe('importance', () => {
  it('is a mark of one user, here and in the index', async () => {
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

  it.each([true, false])('set to %s twice writes once', async important => {
    const member = await signIn()
    const importantFor = important ? [] : [member.uid]
    const threadId = await storeThread({ participantIds: [member.uid], importantFor })
    await markImportant(threadId, member, important)
    expect((await storedThread(threadId)).version).toBe(1)
    const again = await expectUnchanged(threadId, () => markImportant(threadId, member, important))
    expect(again.status).toBe(204)
  })

  it('marked by many while others post is lost by none', async () => {
    const { threadId, staff } = await unreadThread()
    const markers = await Promise.all(Array.from({ length: 8 }, () => signIn({ role: 'support' })))
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, index) => post(threadId, staff, { body: `message ${index}` })),
      ...markers.map(marker => markImportant(threadId, marker, true)),
    ])
    expect(answers.every(({ status }) => status < 300)).toBe(true)
    const thread = await storedThread(threadId)
    expect([...thread.importantFor].sort()).toEqual(markers.map(({ uid }) => uid).sort())
    expect(thread.version).toBe(20)
  })

  it.each(['true', 1, null, undefined])('is not %j', async important => {
    const { threadId, member } = await unreadThread()
    await expectRefused(threadId, '400 validation-failed', () => markImportant(threadId, member, important))
  })

  it('is not marked for others', async () => {
    const { threadId, member } = await unreadThread()
    const body = { important: true, userId: uniqueId('other') }
    await expectRefused(threadId, '400 validation-failed', () =>
      call('PUT', `${threadOf(threadId)}/important`, { token: member.token, body }),
    )
  })
})
