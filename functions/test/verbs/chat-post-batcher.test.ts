import { describe, expect, it } from 'vitest'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { ChatLimits, PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { input, leftBy, postDeps, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { intercepted } from '../support/intercept.ts'
import { uniqueId } from '../support/stack.ts'

const { db, counter } = await startVerbs()

type Deps = Awaited<ReturnType<typeof postDeps>>

/**
 * One process: while its first post is being stored the others wait, and `meanwhile` happens before they are undertaken.
 * Answers what became of the others.
 */
async function whileWaiting(
  threadId: string,
  others: Partial<PostInput>[],
  { meanwhile = () => {}, rules = {} }: { meanwhile?: () => unknown; rules?: Partial<ChatLimits> } = {},
) {
  const base: Deps = await postDeps(db)
  const limits = { ...base.rules.chatLimits(), ...rules }
  const limited = { ...base, rules: { ...base.rules, chatLimits: () => limits } }
  const deps = intercepted(limited, 'messages.post', (original, call) => async write => {
    const ended = await original(write)
    if (call === 1) await meanwhile()
    return ended
  })
  const actor = staffActor()
  const first = createMessage(deps, actor, input(threadId, { body: 'first' }))
  const waiting = others.map((fields, index) =>
    createMessage(deps, actor, input(threadId, { body: `waiting ${index}`, ...fields })),
  )
  await first
  return { actor, ended: await Promise.allSettled(waiting) }
}

const some = (count: number) => Array.from({ length: count }, () => ({}))

/** The first and those that waited, each once, in their order, and the thread as they leave it. */
async function expectAllOnce(threadId: string, waited: number, by: string): Promise<void> {
  const { thread, messages, audit } = await leftBy(db, threadId)
  const bodies = messages.map(({ body }) => body)
  expect(bodies.toSorted()).toEqual(
    ['first', ...some(waited).map((_, index) => `waiting ${index}`)].toSorted(),
  )
  expect(new Set(messages.map(({ createdAt }) => createdAt)).size).toBe(messages.length)
  const last = messages.at(-1)
  expect(thread).toMatchObject({
    version: messages.length,
    lastMessage: { messageId: last.messageId, body: last.body },
    updatedAt: last.createdAt,
    participantIds: ['member', by],
    needsAttention: ['member'],
  })
  expect(audit.map(({ outcome }) => outcome)).toEqual(messages.map(() => 'success'))
  expect(new Set(audit.map(({ targetId }) => targetId))).toEqual(
    new Set(messages.map(({ messageId }) => messageId)),
  )
}

describe('posts that wait for the same thread', () => {
  it('share one read and one commit, in their order', async () => {
    const threadId = await seedThread(db)
    counter.reset()
    const { actor, ended } = await whileWaiting(threadId, some(6))
    expect(counter.calls()).toEqual(['BatchGetDocuments', 'Commit', 'BatchGetDocuments', 'Commit'])
    await expectAllOnce(threadId, 6, actor.uid)
    const { messages } = await leftBy(db, threadId)
    expect(messages.map(({ body }) => body)).toEqual(['first', ...some(6).map((_, n) => `waiting ${n}`)])
    expect(
      ended.map(end => end.status === 'fulfilled' && JSON.parse(JSON.stringify(end.value.message))),
    ).toEqual(messages.slice(1))
    expect(ended).toMatchObject(some(6).map(() => ({ value: { replayed: false } })))
  })

  it('leave the thread as they would one after another', async () => {
    const types = ['note', 'chatapp-message', 'message', 'note'] as const
    const waiting = types.map((type, index) => ({ type, body: `waiting ${index}` }))
    const [together, apart] = [await seedThread(db), await seedThread(db)]
    const { actor } = await whileWaiting(together, waiting)
    const deps = await postDeps(db)
    for (const fields of [{ body: 'first' }, ...waiting])
      await createMessage(deps, actor, input(apart, fields))
    const [one, other] = await Promise.all([leftBy(db, together), leftBy(db, apart)])
    const shown = ({ thread, messages }: typeof one) =>
      JSON.parse(
        JSON.stringify({ thread, messages }, (key, value) =>
          /At$|^at$|Until$|^messageId$|^threadId$|^dueShard$/.test(key) ? typeof value : value,
        ),
      )
    expect(shown(one)).toEqual(shown(other))
    expect(one.thread.lastMessage.type).toBe('note')
    expect(one.thread.lastPublicMessage.type).toBe('message')
  })

  it('are each answered for themselves: a replay, a conflict, the same twice', async () => {
    const threadId = await seedThread(db)
    const [stored, twice] = [uniqueId('m'), uniqueId('m')]
    const before = { messageId: stored, body: 'before' }
    const { ended } = await whileWaiting(threadId, [
      { messageId: twice },
      { messageId: twice, body: 'waiting 0' },
      before,
      { messageId: twice, body: 'something else' },
      {},
    ])
    expect(ended).toMatchObject([
      { value: { replayed: false } },
      { value: { replayed: true } },
      { value: { replayed: false } },
      { reason: { code: 'message-conflict' } },
      { value: { replayed: false } },
    ])
    const again = await whileWaiting(threadId, [{}, { ...before, body: 'changed' }])
    expect(again.ended).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'message-conflict' } }])
    const { audit, messages } = await leftBy(db, threadId)
    expect(messages).toHaveLength(6)
    expect(audit.filter(({ outcome }) => outcome === 'failure')).toHaveLength(2)
  })

  it('do not pass a limit together', async () => {
    const threadId = await seedThread(db)
    const rules = { userPostsPerMinute: 4 }
    const { ended } = await whileWaiting(threadId, some(6), { rules })
    expect(ended.map(({ status }) => status)).toEqual([
      ...some(3).map(() => 'fulfilled'),
      ...some(3).map(() => 'rejected'),
    ])
    expect((await leftBy(db, threadId)).messages).toHaveLength(4)
  })

  it('are stored on top of what somebody else has written meanwhile', async () => {
    const threadId = await seedThread(db)
    const base = await postDeps(db)
    const other = staffActor()
    const deps = intercepted(base, 'messages.postTogether', (original, call) => async writes => {
      if (call === 1)
        await createMessage(await postDeps(db), other, input(threadId, { body: 'from elsewhere' }))
      return original(writes)
    })
    const actor = staffActor()
    const posts = ['first', 'waiting 0', 'waiting 1'].map(body =>
      createMessage(deps, actor, input(threadId, { body })),
    )
    expect((await Promise.all(posts)).map(({ replayed }) => replayed)).toEqual([false, false, false])
    const { thread, messages } = await leftBy(db, threadId)
    expect(messages).toHaveLength(4)
    expect(thread).toMatchObject({ version: 4, participantIds: ['member', actor.uid, other.uid] })
  })
})

/** gRPC codes after which only reading back tells what became of a commit, and one that says that it failed. */
const failures = { CANCELLED: 1, UNKNOWN: 2, DEADLINE_EXCEEDED: 4, PERMISSION_DENIED: 7, UNAVAILABLE: 14 }

describe.each(Object.entries(failures))('a commit of several that is answered %s', (_name, code) => {
  it('although it went through is no replay, and each is stored once', async () => {
    const threadId = await seedThread(db)
    const meanwhile = () => counter.loseReplyOf('Commit', code)
    const { actor, ended } = await whileWaiting(threadId, some(4), { meanwhile })
    if (code !== failures.PERMISSION_DENIED)
      expect(ended).toMatchObject(some(4).map(() => ({ value: { replayed: false } })))
    await expectAllOnce(threadId, 4, actor.uid)
  })

  it('and did not go through is made again by each', async () => {
    const threadId = await seedThread(db)
    const meanwhile = () => counter.refuseNext('Commit', code)
    const { actor, ended } = await whileWaiting(threadId, some(4), { meanwhile })
    expect(ended).toMatchObject(some(4).map(() => ({ value: { replayed: false } })))
    await expectAllOnce(threadId, 4, actor.uid)
  })
})

it('when they cannot be read together, each goes on alone', async () => {
  const threadId = await seedThread(db)
  const base = await postDeps(db)
  const deps = intercepted(base, 'messages.postContexts', () => () => Promise.reject(new Error('torn')))
  const actor = staffActor()
  const posts = ['first', 'waiting 0', 'waiting 1'].map(body =>
    createMessage(deps, actor, input(threadId, { body })),
  )
  await Promise.all(posts)
  await expectAllOnce(threadId, 2, actor.uid)
})
