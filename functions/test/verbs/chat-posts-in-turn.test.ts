import { expect, it } from 'vitest'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { input, postTrace, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { uniqueId } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { counter } = startVerbs()

/** Posts to one thread by one process, all at once. */
async function atOnce(threadId: string, posts: Partial<PostInput>[]) {
  const [deps, actor] = [await builtContext(), staffActor()]
  const ended = await Promise.allSettled(
    posts.map(fields => createMessage(deps, actor, input(threadId, fields))),
  )
  return { actor, ended }
}

it('posts of one process to one thread are stored in their order, each by one read and one commit', async () => {
  const threadId = await seedThread()
  counter.reset()
  const bodies = ['a', 'b', 'c', 'd', 'e', 'f']
  const posts = bodies.map(body => ({ body }))
  const { actor, ended } = await atOnce(threadId, posts)
  expect(counter.calls()).toEqual(bodies.flatMap(() => ['BatchGetDocuments', 'Commit']))
  expect(ended).toMatchObject(bodies.map(body => ({ value: { message: { body }, replayed: false } })))
  const { thread, messages, audit } = await postTrace(threadId)
  expect(messages.map(({ body }) => body)).toEqual(bodies)
  expect(thread).toMatchObject({
    version: 6,
    lastMessage: { body: 'f' },
    participantIds: ['member', actor.uid],
    needsAttention: ['member'],
  })
  expect(audit).toHaveLength(6)
})

it('the same post twice at once is stored once, and other content or another author is refused', async () => {
  const threadId = await seedThread()
  const messageId = uniqueId('m')
  const { ended } = await atOnce(threadId, [
    { messageId, body: 'a' },
    { messageId, body: 'a' },
    { messageId, body: 'b' },
    { body: 'c' },
  ])
  expect(ended).toMatchObject([
    { value: { replayed: false } },
    { value: { replayed: true } },
    { reason: { code: 'message-conflict' } },
    { value: { replayed: false } },
  ])
  const others = createMessage(await builtContext(), staffActor(), input(threadId, { messageId, body: 'a' }))
  await expect(others).rejects.toMatchObject({ code: 'message-conflict' })
  expect((await postTrace(threadId)).messages.map(({ body }) => body)).toEqual(['a', 'c'])
})
