import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { http } from '@google-cloud/functions-framework'
import { getTestServer } from '@google-cloud/functions-framework/testing'
import { afterAll, expect, it } from 'vitest'
import { systemClock } from '../../src/adapters/system.ts'
import { chatRoutes } from '../../src/http/chat/routes.ts'
import { endpoint } from '../../src/http/endpoint.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { PostTally } from '../../src/lib/chat/posting/post-tally.ts'
import { syncThread } from '../../src/lib/chat/search/sync-thread.ts'
import { storeThread } from '../support/builders.ts'
import {
  auditEntries,
  expectAttention,
  expectProblem,
  indexed,
  post,
  posted,
  storedMessages,
  storedThread,
} from '../support/chat.ts'
import { steppedClock, syncDeps } from '../support/chat-deps.ts'
import { markRead, readPage } from '../support/reading.ts'
import { db, type User, uniqueId } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'

// So many requests at once would make the emulator start a process for each, so the API is served from here.
const clock = { ...steppedClock(), sleep: systemClock.sleep }
const context = testContext({ firestore: db(), clock })
const signIn = {
  prove: async (token: string): Promise<Actor> => ({
    uid: token,
    role: token.startsWith('support') ? 'support' : 'user',
  }),
}
const serve = endpoint(chatRoutes, { ...context, signIn })
let served = serve
http('chat', (request, response) =>
  served(Object.assign(request, { rawBody: request.rawBody ?? Buffer.alloc(0) }), response),
)
const server = getTestServer('chat').listen(0, '127.0.0.1')
await once(server, 'listening')
const { API_URL } = process.env
process.env.API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.close()
  if (API_URL === undefined) delete process.env.API_URL
  else process.env.API_URL = API_URL
})

/** Somebody whose token is the own id. */
const newUser = (kind = 'user'): User => {
  const uid = uniqueId(kind)
  return { uid, token: uid }
}

it('only so many requests of a user a minute are answered, and staff’s are not counted', async () => {
  const [user, staff] = [newUser(), newUser('support')]
  const threadId = await storeThread({ participantIds: [user.uid] })
  const few = {
    ...context,
    requestTally: new PostTally(),
    rules: { ...context.rules, userRequestsPerMinute: () => 3 },
  }
  served = endpoint(chatRoutes, { ...few, signIn })
  const statuses: number[] = []
  for (let asked = 0; asked < 5; asked += 1) statuses.push((await readPage(threadId, user)).status)
  const [refused, marked, staffs] = [
    await readPage(threadId, user),
    await markRead(threadId, user),
    await Promise.all([1, 2, 3, 4].map(() => readPage(threadId, staff))),
  ]
  served = serve
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expectProblem(refused, 429, 'rate-limited')
  expect(marked.status).toBe(204)
  expect(staffs.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

const perMinute = 60

it('the sixty-first post of a minute is refused until the next one, and a replay is not', async () => {
  const user = newUser()
  const threads = await Promise.all(Array.from({ length: perMinute }, () => storeThread()))
  for (const threadId of threads) await posted(threadId, user, { body: 'Hello', messageId: 'm' })

  const [threadId = ''] = threads
  const refused = await post(threadId, user, { body: 'One too many' })
  expectProblem(refused, 429, 'rate-limited')
  expect(refused.body).toMatchObject({ retryable: true, nextAction: expect.any(String) })
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(60)

  const replay = await post(threadId, user, { body: 'Hello', messageId: 'm' })
  expect(replay.status).toBe(200)
  expect(await storedMessages(threadId)).toHaveLength(1)
  expect((await auditEntries(threadId)).map(({ outcome }) => outcome).sort()).toEqual(['failure', 'success'])
  await posted(threadId, newUser(), { body: 'Somebody else' })
  clock.forward(seconds * 1000)
  await posted(threadId, user, { body: 'In the next minute' })
})

it('fifty posts to one thread at once are all stored, one after another, and the thread adds up', async () => {
  const authors = Array.from({ length: 10 }, newUser)
  const threadId = await storeThread({ participantIds: ['member'], version: 12 })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      post(threadId, authors[index % authors.length] ?? newUser(), { body: `message ${index}` }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))

  const messages = await storedMessages(threadId)
  expect(messages).toHaveLength(50)
  const byId = new Map(messages.map(message => [message.messageId, message]))
  for (const { body } of answers) expect(byId.get(body.messageId)).toEqual(body)
  expect(new Set(messages.map(({ createdAt }) => createdAt)).size).toBe(50)

  const thread = await storedThread(threadId)
  const last = messages.at(-1)
  const lasts = { lastMessage: last, lastPublicMessage: last, updatedAt: last.createdAt }
  expect(thread).toMatchObject({ ...lasts, version: 62 })
  const everybody = ['member', ...authors.map(({ uid }) => uid)]
  expect([...thread.participantIds].sort()).toEqual([...everybody].sort())
  expectAttention(thread, everybody)

  const entries = await auditEntries(threadId)
  expect(entries).toHaveLength(50)
  expect(new Set(entries.map(({ targetId }) => targetId))).toEqual(new Set(byId.keys()))
  expect(entries.every(({ outcome }) => outcome === 'success')).toBe(true)

  await syncThread(await syncDeps(db()), threadId)
  await indexed(threadId, { version: 63, lastMessage: { messageId: last.messageId } })
})
