import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { markRead } from '../../src/lib/chat/reading/change-thread.ts'
import {
  input,
  postTrace,
  receivedFrom,
  seedGuestThread,
  seedThread,
  staffActor,
  startVerbs,
} from '../support/chat-deps.ts'
import { put, uniqueId } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { counter, post, receive } = startVerbs()

/** A colleague with this stored standing. */
async function colleague(standing: object = { role: 'support' }): Promise<Actor> {
  const actor = staffActor()
  await put(`standings/${actor.uid}`, { validSince: 0, ...standing })
  return actor
}

const noteFor = (...people: Actor[]): Partial<PostInput> => ({
  type: 'note',
  mentions: people.map(({ uid }) => uid),
})
const causesOf = async (threadId: string, { uid }: Pick<Actor, 'uid'>): Promise<string[] | undefined> =>
  (await postTrace(threadId)).thread.attention?.[uid]?.map(({ cause }: { cause: string }) => cause)
const isCalled = async (threadId: string, { uid }: Actor) => {
  const { needsAttention, needsAttentionMap } = (await postTrace(threadId)).thread
  expect(needsAttention.includes(uid)).toBe(needsAttentionMap[uid] === true)
  return needsAttention.includes(uid)
}

describe('a colleague mentioned in a note', () => {
  it('has other causes, too, as a participant or once the guest wrote', async () => {
    const { threadId, phone } = await seedGuestThread()
    const [bob, ann] = [await colleague(), await colleague()]
    await post(threadId, {}, bob)
    await receive(receivedFrom(phone))
    await post(threadId, noteFor(bob))
    await post(threadId, noteFor(bob, ann))
    expect(await causesOf(threadId, bob)).toEqual(['guest-wrote', 'message', 'mentioned'])
    expect(await causesOf(threadId, ann)).toEqual(['mentioned'])
  })

  it('may be away', async () => {
    const [threadId, bob, now] = [await seedThread(), await colleague(), new Date()]
    await put(`absences/${bob.uid}`, { since: now, until: new Date(now.getTime() + 3_600_000) })
    await post(threadId, noteFor(bob))
    expect(await causesOf(threadId, bob)).toEqual(['mentioned'])
  })

  it('is not called by their own note', async () => {
    const [threadId, author, bob] = [await seedThread(), staffActor(), await colleague()]
    const { message } = await post(threadId, noteFor(author, bob), author)
    expect(message.mentions).toEqual([author.uid, bob.uid])
    expect(await isCalled(threadId, author)).toBe(false)
    expect(await causesOf(threadId, author)).toBeUndefined()
    expect(await causesOf(threadId, bob)).toEqual(['mentioned'])
  })

  it('is called once by a repeated note, and not again after reading it', async () => {
    const [threadId, author, bob] = [await seedThread(), staffActor(), await colleague()]
    const note = { ...noteFor(bob), messageId: uniqueId('m') }
    await post(threadId, note, author)
    const { thread } = await postTrace(threadId)
    expect(await post(threadId, note, author)).toMatchObject({
      replayed: true,
      message: { mentions: [bob.uid] },
    })
    expect((await postTrace(threadId)).thread).toEqual(thread)
    await markRead(await builtContext(), bob, { threadId })
    expect(await post(threadId, note, author)).toMatchObject({ replayed: true })
    expect(await isCalled(threadId, bob)).toBe(false)
    const other = { ...note, mentions: [author.uid] }
    await expect(post(threadId, other, author)).rejects.toThrow('message-conflict')
  })
})

describe('nobody is called', () => {
  it.each([
    ['is not known', undefined],
    ['has left the staff', { endedAt: new Date() }],
  ])('by a note that mentions somebody who %s', async (_, standing) => {
    const [threadId, bob] = [await seedThread(), await colleague()]
    const other = standing ? await colleague(standing) : staffActor()
    const before = await postTrace(threadId)
    await expect(post(threadId, noteFor(bob, other))).rejects.toMatchObject({
      code: 'validation-failed',
      errors: [{ path: 'mentions.1' }],
    })
    const after = await postTrace(threadId)
    expect([after.thread, after.messages]).toEqual([before.thread, []])
    expect(after.audit).toMatchObject([{ outcome: 'failure' }])
  })
})

it('notes of one process at once call everybody whom they mention, each in its own commit', async () => {
  const [threadId, ann, bob] = [await seedThread(), await colleague(), await colleague()]
  const deps = await builtContext()
  const write = (fields: Partial<PostInput>) => createMessage(deps, staffActor(), input(threadId, fields))
  counter.reset()
  await Promise.all([write({}), write({}), write(noteFor(ann)), write(noteFor(bob, ann)), write({})])
  const { thread, messages } = await postTrace(threadId)
  expect(messages).toHaveLength(5)
  expect(counter.calls().filter(name => name === 'Commit')).toHaveLength(5)
  for (const one of [ann, bob]) {
    expect(await causesOf(threadId, one)).toEqual(['mentioned'])
    expect(thread.participantIds).not.toContain(one.uid)
  }
})
