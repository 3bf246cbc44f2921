import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/adapters/system.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { ChatLimits, PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { postCounter } from '../../src/lib/chat/posting/rate-limit.ts'
import { markImportant } from '../../src/lib/chat/reading/change-thread.ts'
import { minuteOf } from '../../src/lib/identifiers.ts'
import {
  actorOf,
  input,
  postTrace,
  seedThread,
  staffActor,
  startVerbs,
  steppedClock,
} from '../support/chat-deps.ts'
import { listed, uniqueId } from '../support/stack.ts'
import { builtContext, limits } from '../support/test-context.ts'

const { db, counter } = startVerbs()

const noon = new Date('2026-06-15T12:00:15.500Z')

/** Posts as one user, by a clock that the test moves. */
async function poster(few: Partial<ChatLimits>, actor: Actor = staffActor()) {
  const clock = { ...steppedClock(noon), sleep: systemClock.sleep }
  const base = await builtContext()
  const deps = { ...base, clock, rules: { ...base.rules, chatLimits: () => ({ ...limits, ...few }) } }
  const post = (threadId: string, fields: Partial<PostInput> = {}) =>
    createMessage(deps, actor, input(threadId, fields))
  return { clock, actor, post }
}

/** Counts, in that minute, of the user's posts and of the members' posts in the thread. */
async function countsOf(actor: Actor, threadId: string) {
  const counter = postCounter({ ...actor, role: 'user' }, noon)
  const [user, thread] = await db.getAll(db.doc(`rateLimits/${counter?.id}`), db.doc(`threads/${threadId}`))
  const posts = thread?.get('posts')
  return {
    user: user?.data(),
    thread: posts?.minute === minuteOf(noon) ? { count: posts.members } : undefined,
  }
}

const tooMany = { code: 'rate-limited', retryAfterSeconds: 45 }

describe('a user’s limit', () => {
  it('has its refusals audited again in the next minute, and for each user', async () => {
    const threadId = await seedThread()
    const [one, other] = [await poster({ userPostsPerMinute: 0 }), await poster({ userPostsPerMinute: 0 })]
    const refusals = async ({ post }: typeof one) =>
      Promise.all([1, 2, 3].map(() => expect(post(threadId)).rejects.toMatchObject({ code: 'rate-limited' })))
    await refusals(one)
    await refusals(other)
    one.clock.forward(60_000)
    await refusals(one)
    const { audit } = await postTrace(threadId)
    expect(audit.map(({ actorId }) => actorId).sort()).toEqual(
      [one.actor.uid, one.actor.uid, other.actor.uid].sort(),
    )
  })

  it('neither counts nor stops the messages of a guest', async () => {
    const guest: Actor = { uid: staffActor().uid, role: 'guest' }
    const { post } = await poster({ userPostsPerMinute: 1, threadPostsPerMinute: 1 }, guest)
    const threadId = await seedThread()
    await post(threadId)
    await post(threadId)
    expect((await postTrace(threadId)).messages).toHaveLength(2)
    expect(await countsOf(guest, threadId)).toEqual({ user: undefined, thread: undefined })
  })
})

it('holds for refused posts, too: further ones are answered without a read', async () => {
  const [threadId, nowhere] = [await seedThread(), uniqueId('nowhere')]
  const [{ post, clock, actor }, other] = [await poster({}), await poster({})]
  const refused = () => expect(post(nowhere)).rejects.toMatchObject({ code: 'thread-not-found' })
  for (let time = 0; time < 20; time += 1) await refused()
  counter.reset()
  await expect(post(nowhere)).rejects.toMatchObject(tooMany)
  // The audit entry of the first refusal with this code.
  expect(counter.calls()).toEqual(['Commit'])
  counter.reset()
  for (let time = 0; time < 50; time += 1) await expect(post(threadId)).rejects.toMatchObject(tooMany)
  // The audit entry of the first refusal in this thread.
  expect(counter.calls()).toEqual(['Commit'])
  await other.post(threadId)
  const entries = await listed('auditLog', 'actorId', actor.uid)
  const codes = entries.map(entry => entry.metadata.error)
  expect(codes.sort()).toEqual(['rate-limited', 'rate-limited', 'thread-not-found'])
  clock.forward(60_000)
  await post(threadId)
})

it('refusals of one user in a minute have one audit entry for each thread and code', async () => {
  const stranger = actorOf('user')
  const { post } = await poster({}, stranger)
  const [there, alsoThere, nowhere] = [await seedThread(), await seedThread(), uniqueId('a:b_c')]
  for (const threadId of [there, alsoThere, nowhere, there, alsoThere]) {
    await expect(post(threadId, { type: 'note' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(post(threadId, { mentions: ['x'] })).rejects.toMatchObject({ code: expect.any(String) })
  }
  const entries = await listed('auditLog', 'actorId', stranger.uid)
  const refusals = entries.map(entry => [entry.metadata.threadId, entry.metadata.error])
  for (const threadId of [there, alsoThere, nowhere])
    expect(refusals.filter(([of, code]) => of === threadId && code === 'forbidden')).toHaveLength(1)
  expect(new Set(refusals.map(String)).size).toBe(refusals.length)
})

it('a user who joined a thread themselves and exhausts the limit of marks leaves half of it to another one', async () => {
  const deps = await builtContext()
  const rules = { ...deps.rules, chatLimits: () => ({ ...limits, selfJoinedPostsPerMinute: 4 }) }
  const [greedy, other] = [actorOf('user'), actorOf('user')]
  const ids = [greedy.uid, other.uid]
  const threadId = await seedThread({ participantIds: ids, selfJoinedIds: ids })
  const using = { ...deps, rules, clock: { ...steppedClock(noon), sleep: systemClock.sleep } }
  const mark = (actor: Actor, important: boolean) => markImportant(using, actor, { threadId, important })
  for (const important of [true, false, true, false]) await mark(greedy, important)
  await expect(mark(greedy, true)).rejects.toMatchObject(tooMany)
  for (const important of [true, false]) await mark(other, important)
  await expect(mark(other, true)).rejects.toMatchObject(tooMany)
})

it('users who were not added to a thread are stopped although they post a hundred at once, while staff go on', async () => {
  const threadId = await seedThread()
  const few = { selfJoinedPostsPerMinute: 10 }
  const flood = await Promise.all(Array.from({ length: 5 }, () => poster(few, actorOf('user'))))
  const support = await poster(few)
  const results = Promise.allSettled(
    flood.flatMap(({ post }) => Array.from({ length: 20 }, () => post(threadId))),
  )
  await support.post(threadId)
  const stored = (await results).filter(({ status }) => status === 'fulfilled')
  // A user's posts beyond five, half of the limit, do not count for the others.
  expect(stored.length).toBeGreaterThanOrEqual(10)
  expect(stored.length).toBeLessThanOrEqual(15)
  expect((await postTrace(threadId)).messages).toHaveLength(stored.length + 1)
})

it('at the limit a replay is answered with what is stored, takes one read, and does not count', async () => {
  const { post, actor } = await poster({ userPostsPerMinute: 1, threadPostsPerMinute: 1 })
  const threadId = await seedThread()
  await post(threadId, { messageId: 'm' })
  counter.reset()
  expect(await post(threadId, { messageId: 'm' })).toMatchObject({ replayed: true })
  expect(counter.calls()).toEqual(['BatchGetDocuments'])
  await expect(post(threadId, { messageId: 'm', body: 'Other' })).rejects.toMatchObject({
    code: 'message-conflict',
  })
  await expect(post(threadId, { messageId: 'n' })).rejects.toMatchObject(tooMany)
  expect(await countsOf(actor, threadId)).toMatchObject({ user: { count: 1 }, thread: { count: 1 } })
})

describe('the counter of a user', () => {
  it('is no condition of a commit: posts to other threads at once take one commit each', async () => {
    const { post } = await poster({})
    const threadIds = await Promise.all(Array.from({ length: 20 }, () => seedThread()))
    counter.reset()
    await Promise.all(threadIds.map(threadId => post(threadId)))
    expect(counter.calls().filter(call => call === 'Commit')).toHaveLength(20)
  })

  it('lets each process that posts reach at once allow the limit once', async () => {
    const actor = staffActor()
    const processes = await Promise.all([1, 2].map(() => poster({ userPostsPerMinute: 5 }, actor)))
    const threadIds = await Promise.all(Array.from({ length: 20 }, () => seedThread()))
    const results = await Promise.allSettled(
      processes.flatMap(({ post }) => threadIds.map(threadId => post(threadId))),
    )
    const stored = results.filter(({ status }) => status === 'fulfilled').length
    expect(stored).toBeGreaterThanOrEqual(5)
    expect(stored).toBeLessThanOrEqual(10)
    for (const { post } of processes) await expect(post(String(threadIds[0]))).rejects.toMatchObject(tooMany)
  })
})

it.each([
  ['user', { userPostsPerMinute: 20 }],
  ['thread', { userPostsPerMinute: 1000, threadPostsPerMinute: 20 }],
])(
  'seventy posts at once to one thread are stored up to the limit of the %s, and no further',
  async (_, few) => {
    const { post, actor } = await poster(few)
    const threadId = await seedThread()
    const results = await Promise.allSettled(Array.from({ length: 70 }, () => post(threadId)))
    const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toHaveLength(50)
    for (const error of refused) expect(error).toMatchObject(tooMany)
    const { messages, thread, audit } = await postTrace(threadId)
    expect(messages).toHaveLength(20)
    expect(thread).toMatchObject({ version: 20, lastMessage: { messageId: messages.at(-1).messageId } })
    expect(new Set(messages.map(({ createdAt }) => createdAt)).size).toBe(20)
    expect(audit.filter(({ outcome }) => outcome === 'failure')).toHaveLength(1)
    expect(await countsOf(actor, threadId)).toMatchObject({ user: { count: 20 }, thread: { count: 20 } })
  },
)
