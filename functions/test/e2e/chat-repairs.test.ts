import { afterEach, expect, it } from 'vitest'
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
