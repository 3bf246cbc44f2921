import { afterEach, describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import {
  deliveryOf,
  eventually,
  post,
  sandbox,
  searchRecord,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { db, signIn } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })
const withinFiveSeconds = 5_000

const recordOf = (threadId: string, expected: object) =>
  eventually(
    () => searchRecord(threadId),
    record => expect(record).toMatchObject(expected),
    withinFiveSeconds,
  )

const partialUpdates = async (threadId: string) =>
  (await sandbox().requests('algolia')).filter(({ path }) => path.includes(`/${threadId}/partial`))

afterEach(() => sandbox().clearFaults())

describe('the search record of a thread', () => {
  it('is exactly the projection of the thread after a post', async () => {
    const threadId = await storeThread({
      source: 'platform-guest',
      participantIds: ['guest'],
      importantFor: ['guest'],
      version: 4,
      title: 'not searched',
    })
    const { body } = await post(threadId, staffMember, {
      body: 'Hello',
      contentType: 'payment',
      attachments: ['private.pdf'],
      paymentContent: { card: 'private' },
      externalMessageId: 'private-id',
    })
    expect(await recordOf(threadId, { version: 6 })).toEqual({
      objectID: threadId,
      threadId,
      source: 'platform-guest',
      guestName: null,
      lastMessage: {
        messageId: body.messageId,
        body: 'Hello',
        authorId: staffMember.uid,
        createdAt: body.createdAt,
        source: 'platform',
        type: 'message',
        contentType: 'payment',
      },
      updatedAt: Date.parse(body.createdAt),
      participantIds: ['guest', staffMember.uid],
      _tags: ['guest', staffMember.uid],
      needsAttention: ['guest'],
      important: ['guest'],
      version: 6,
    })
  })

  it('has null for what a thread lacks', async () => {
    const threadId = await storeThread()
    await db()
      .doc(`threads/${threadId}`)
      .set({ source: 'support', participantIds: ['a'], version: 1 })
    expect(await recordOf(threadId, { version: 2 })).toEqual({
      objectID: threadId,
      threadId,
      source: 'support',
      guestName: null,
      lastMessage: null,
      updatedAt: null,
      participantIds: ['a'],
      _tags: ['a'],
      needsAttention: [],
      important: [],
      version: 2,
    })
  })

  it('never holds a note', async () => {
    const threadId = await storeThread()
    const { body } = await post(threadId, staffMember, { body: 'public' })
    const secret = uniqueText()
    await post(threadId, staffMember, { body: secret, type: 'note' })
    const record = await recordOf(threadId, { version: 3 })
    expect(record.lastMessage.messageId).toBe(body.messageId)
    expect(record.updatedAt).toBe(Date.parse((await storedThread(threadId)).updatedAt))
    expect(JSON.stringify(await sandbox().requests('algolia'))).not.toContain(secret)
  })

  it('never holds a note although the thread has nothing else', async () => {
    const threadId = await storeThread()
    await post(threadId, staffMember, { body: 'internal', type: 'note' })
    expect((await recordOf(threadId, { version: 2 })).lastMessage).toBeNull()
  })

  it('follows changes of the thread that create no message', async () => {
    const threadId = await storeThread({ participantIds: ['reader'] })
    await post(threadId, staffMember, { body: 'Hello' })
    await recordOf(threadId, { version: 2, needsAttention: ['reader'] })
    const read = { needsAttention: [], needsAttentionMap: {}, importantFor: ['reader'], version: 2 }
    await db().doc(`threads/${threadId}`).update(read)
    await recordOf(threadId, { version: 3, needsAttention: [], important: ['reader'] })
  })

  it('shows the author of a failed send as one who must attend', async () => {
    const { threadId, guestId } = await storeGuestThread({}, '+15005550001')
    const { body } = await post(threadId, staffMember, { body: uniqueText(), type: 'sms-message' })
    await deliveryOf(threadId, body.messageId, 'failed')
    const { needsAttention } = await recordOf(threadId, { version: 3 })
    expect(needsAttention.sort()).toEqual([guestId, staffMember.uid].sort())
  })

  it('is not replaced by an older version that comes late', async () => {
    const threadId = await storeThread()
    await eventually(
      () => partialUpdates(threadId),
      updates => expect(updates).toHaveLength(1),
    )
    const late = { mode: 'delay', delayMs: 2_000, times: 1 } as const
    await sandbox().fault({ vendor: 'algolia', path: `${threadId}/partial`, ...late })
    await post(threadId, staffMember, { body: 'first' })
    await eventually(
      () => partialUpdates(threadId),
      updates => expect(updates).toHaveLength(2),
    )
    const { body: second } = await post(threadId, staffMember, { body: 'second' })
    await recordOf(threadId, { version: 3, lastMessage: { messageId: second.messageId } })
    const updates = await eventually(
      () => partialUpdates(threadId),
      calls => expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]),
    )
    const late1 = updates[1]?.body
    expect(late1).toMatchObject({ lastMessage: { body: 'first' }, version: { _operation: 'IncrementSet' } })
    expect(await searchRecord(threadId)).toMatchObject({ lastMessage: { body: 'second' }, version: 3 })
  })
})
