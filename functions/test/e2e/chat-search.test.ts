import { afterEach, describe, expect, it } from 'vitest'
import { sandboxCredentials } from '../../../sandbox/src/index.ts'
import { algoliaSearchIndex } from '../../src/adapters/algolia/search-index.ts'
import { firestoreWith } from '../../src/adapters/firestore/client.ts'
import { threads as threadsOf } from '../../src/adapters/firestore/threads.ts'
import { compareThreads } from '../../src/lib/chat/search/compare-threads.ts'
import { noDrift } from '../../src/lib/chat/search/drift.ts'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import {
  eventually,
  indexed,
  markedStale,
  post,
  sandbox,
  searchRecord,
  sendText,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { steppedClock } from '../support/chat-deps.ts'
import { memoryLog } from '../support/memory-log.ts'
import { expectUntold, type PostedNote, postNote } from '../support/notes.ts'
import { searchRecordOf } from '../support/search-records.ts'
import { call, db, put, signIn, sweep, uniqueId } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })
const withinFiveSeconds = 5_000

const recordOf = (threadId: string, fields: object) => indexed(threadId, fields, withinFiveSeconds)

const partialUpdates = async (threadId: string) =>
  (await sandbox().requests('algolia')).filter(({ path }) => path.includes(`/${threadId}/partial`))

/** Sweeps until the index has it: the failures that an instance has counted may have closed the lane, which is probed later. */
const sweptInto = (threadId: string, fields: object) =>
  eventually(
    async () => {
      await sweep('workdue')
      return searchRecord(threadId)
    },
    record => expect(record).toMatchObject(fields),
  )

afterEach(() => sandbox().clearFaults())

/** As whatever changes a thread without a message tells of it in its commit. */
const tellOf = (threadId: string) => put(`threadChanges/${threadId}`, { at: new Date() })

/** A thread that the index has. */
async function storeIndexed(fields: Record<string, unknown> = {}): Promise<string> {
  const threadId = await storeThread(fields)
  await tellOf(threadId)
  await indexed(threadId, { objectID: threadId })
  return threadId
}

/** Nothing of the notes was ever said to the index. */
const expectIndexUntold = async (...notes: Pick<PostedNote, 'secrets'>[]): Promise<void> =>
  expectUntold(
    (await sandbox().requests('algolia')).map(({ path, body }) => [path, body]),
    ...notes,
  )

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
        joined: null,
      },
      updatedAt: Date.parse(body.createdAt),
      participantIds: ['guest', staffMember.uid],
      _tags: ['guest'],
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
    await tellOf(threadId)
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

  it('follows changes of the thread that create no message', async () => {
    const reader = await signIn({ role: 'landlord' })
    const threadId = await storeThread({ participantIds: [reader.uid] })
    await post(threadId, staffMember, { body: 'Hello' })
    await recordOf(threadId, { version: 2, needsAttention: [reader.uid] })
    const path = `/chat/threads/${threadId}`
    expect((await call('POST', `${path}/read`, { ...reader, body: {} })).status).toBe(204)
    await recordOf(threadId, { version: 3, needsAttention: [] })
    expect((await call('PUT', `${path}/important`, { ...reader, body: { important: true } })).status).toBe(
      204,
    )
    await recordOf(threadId, { version: 4, important: [reader.uid] })
  })

  it('shows the author of a failed send as one who must attend', async () => {
    const { threadId, guestId } = await storeGuestThread({}, '+15005550001')
    await sendText(threadId, staffMember, 'sms-message', 'failed')
    const { needsAttention } = await recordOf(threadId, { version: 3 })
    expect(needsAttention.sort()).toEqual([guestId, staffMember.uid].sort())
  })

  it('is not replaced by an older version that comes late', async () => {
    const threadId = await storeThread()
    const late = { mode: 'delay', delayMs: 2_000, times: 1 } as const
    await sandbox().fault({ vendor: 'algolia', path: `${threadId}/partial`, ...late })
    await post(threadId, staffMember, { body: 'first' })
    await eventually(
      () => partialUpdates(threadId),
      updates => expect(updates).toHaveLength(1),
    )
    const { body: second } = await post(threadId, staffMember, { body: 'second' })
    await recordOf(threadId, { version: 3, lastMessage: { messageId: second.messageId } })
    const updates = await eventually(
      () => partialUpdates(threadId),
      calls => expect(calls.map(({ status }) => status)).toEqual([200, 200]),
    )
    const late1 = updates[0]?.body
    expect(late1).toMatchObject({ lastMessage: { body: 'first' }, version: { _operation: 'IncrementSet' } })
    expect(await searchRecord(threadId)).toMatchObject({ lastMessage: { body: 'second' }, version: 3 })
  })
})

it('a search record that failed is written by the sweep', async () => {
  const threadId = await storeIndexed()
  await sandbox().fault({ vendor: 'algolia', path: threadId, mode: 'status', status: 503 })
  await post(threadId, staffMember, { body: 'Hello' })
  await markedStale(threadId)
  expect(await searchRecord(threadId)).toMatchObject({ version: 1 })
  await sandbox().clearFaults()
  await sweptInto(threadId, { lastMessage: { body: 'Hello' }, version: 2 })
})

it('the record of a thread that is deleted is gone', async () => {
  const threadId = await storeIndexed()
  await db().doc(`threads/${threadId}`).delete()
  await tellOf(threadId)
  await eventually(
    () => searchRecord(threadId),
    record => expect(record).toBeUndefined(),
  )
})

it('a record that is ahead of its thread is written again by the change that lifts the thread', async () => {
  const threadId = await storeThread({ version: 3 })
  const { algoliaAppId: appId, algoliaApiKey: apiKey } = sandboxCredentials
  const url = `${sandbox().url}/algolia`
  const index = algoliaSearchIndex({ url, appId, apiKey, index: 'threads', timeoutMs: 5_000 })
  await index.save(searchRecordOf(threadId, { version: 40 }))
  const clock = steppedClock(new Date(Date.now() + 120_000))
  const threads = threadsOf(firestoreWith(db()))
  const counts = noDrift()
  const deps = { clock, threads, index, log: memoryLog() }
  await compareThreads(deps, await threads.listed([threadId]), counts, { isDryRun: false })
  expect(counts).toMatchObject({ ahead: 1, repaired: 1 })
  await indexed(threadId, { version: 41, source: 'guest', participantIds: [] })
})

it('notes of a thread whose index was down tell it nothing afterwards', async () => {
  const threadId = await storeIndexed()
  await sandbox().fault({ vendor: 'algolia', path: threadId, mode: 'status', status: 503 })
  const note = await postNote(threadId, staffMember)
  await markedStale(threadId)
  await sandbox().clearFaults()
  await sweptInto(threadId, { version: 2, lastMessage: null })
  await expectIndexUntold(note)
})

it('notes of a thread that has only lastMessage tell the index nothing', async () => {
  const [text, author, attachment] = [uniqueText(), uniqueId('author'), `${uniqueId('plan')}.pdf`]
  const said = { body: text, authorId: author, attachments: [attachment] }
  const lastMessage = { messageId: 'm', type: 'note', ...said }
  const threadId = await storeIndexed({ lastMessage, version: 5 })
  await indexed(threadId, { version: 6, lastMessage: null })
  await expectIndexUntold({ secrets: [text, author, attachment] })
})

it('a note does not hide the public message of a thread that has only lastMessage', async () => {
  const lastMessage = { messageId: 'm', body: 'Hello', type: 'message', createdAt: new Date(0) }
  const threadId = await storeThread({ lastMessage })
  await post(threadId, staffMember, { body: 'between us', type: 'note' })
  expect(await storedThread(threadId)).toMatchObject({ lastPublicMessage: { body: 'Hello' } })
  await indexed(threadId, { lastMessage: { body: 'Hello' }, version: 2 })
})
