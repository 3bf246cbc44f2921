import { afterEach, expect, it } from 'vitest'
import { sandboxCredentials } from '../../../sandbox/src/index.ts'
import { algoliaSearchIndex } from '../../src/adapters/algolia/search-index.ts'
import { threads as threadsOf } from '../../src/adapters/firestore/threads.ts'
import { compareThreads } from '../../src/lib/chat/search/compare-threads.ts'
import { noDrift } from '../../src/lib/chat/search/drift.ts'
import { storeThread } from '../support/builders.ts'
import {
  eventually,
  expectProblem,
  messagesOf,
  post,
  sandbox,
  searchRecord,
  storedThread,
} from '../support/chat.ts'
import { steppedClock } from '../support/chat-deps.ts'
import { memoryLog } from '../support/memory-log.ts'
import { searchRecordOf } from '../support/search-records.ts'
import { call, db, signIn, sweep } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })
afterEach(() => sandbox().clearFaults())

it('a search record that failed is written by the sweep', async () => {
  const threadId = await storeThread()
  const isVersion = (version: number) => (record: object) => expect(record).toMatchObject({ version })
  await eventually(() => searchRecord(threadId), isVersion(1))
  await sandbox().fault({ vendor: 'algolia', path: threadId, mode: 'status', status: 503 })
  await post(threadId, staffMember, { body: 'Hello' })
  await eventually(
    async () => (await db().doc(`staleRecords/${threadId}`).get()).exists,
    isStale => expect(isStale).toBe(true),
  )
  expect(await searchRecord(threadId)).toMatchObject({ version: 1 })
  await sandbox().clearFaults()
  await sweep()
  expect(await searchRecord(threadId)).toMatchObject({ lastMessage: { body: 'Hello' }, version: 2 })
})

it('the record of a thread that is deleted is gone', async () => {
  const threadId = await storeThread()
  await eventually(
    () => searchRecord(threadId),
    record => expect(record).toBeDefined(),
  )
  await db().doc(`threads/${threadId}`).delete()
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
  const threads = threadsOf(db())
  const counts = noDrift()
  const deps = { clock, threads, index, log: memoryLog() }
  await compareThreads(deps, await threads.listed([threadId]), counts, { isDryRun: false })
  expect(counts).toMatchObject({ ahead: 1, repaired: 1 })
  await eventually(
    () => searchRecord(threadId),
    record => expect(record).toMatchObject({ version: 41, source: 'guest', participantIds: [] }),
  )
})

it('a note does not hide the public message of a thread that has only lastMessage', async () => {
  const lastMessage = { messageId: 'm', body: 'Hello from before', type: 'message', createdAt: new Date(0) }
  const threadId = await storeThread({ lastMessage })
  await post(threadId, staffMember, { body: 'between us', type: 'note' })
  expect(await storedThread(threadId)).toMatchObject({ lastPublicMessage: { body: 'Hello from before' } })
  await eventually(
    () => searchRecord(threadId),
    record => expect(record).toMatchObject({ lastMessage: { body: 'Hello from before' }, version: 2 }),
  )
})

it('a form is no JSON', async () => {
  const threadId = await storeThread()
  const answer = await call('POST', messagesOf(threadId), {
    token: staffMember.token,
    body: 'body=hello',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  expectProblem(answer, 400, 'validation-failed')
})

it('a thread linked to a reservation that cannot exist tells so on the message', async () => {
  const threadId = await storeThread({ reservationId: 'a/b' })
  const { body } = await post(threadId, staffMember, { body: 'Hello', type: 'chatapp-message' })
  const message = db().doc(`threads/${threadId}/messages/${body.messageId}`)
  await eventually(
    async () => (await message.get()).data()?.delivery,
    delivery => expect(delivery).toMatchObject({ status: 'failed', failure: { code: 'not-reachable' } }),
  )
})
