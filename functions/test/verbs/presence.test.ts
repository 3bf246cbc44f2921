import { expect, it } from 'vitest'
import { PresencePace } from '../../src/lib/chat/presence/presence-pace.ts'
import { sayPresence } from '../../src/lib/chat/presence/say-presence.ts'
import { asJson } from '../support/chat.ts'
import { staffActor, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { listed, uniqueId } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, callsOf, read } = startVerbs()

/** A user, a thread, and what the user says of having it open. */
async function desk() {
  const clock = steppedClock()
  const deps = await builtContext({ firestore: db, clock })
  const [ann, threadId] = [staffActor(), uniqueId('thread')]
  return {
    clock,
    deps,
    ann,
    threadId,
    say: (isWriting: boolean, actor = ann, by = deps) => sayPresence(by, actor, { threadId, isWriting }),
    presence: () => read(`presence/${threadId}`),
    writing: async () => {
      const docs = await listed('writing', 'threadId', threadId)
      return docs.map(({ id, ...writing }) => asJson(writing))
    },
  }
}

it('a user who has a thread open is stored with the time, for an hour, and leaves no trace elsewhere', async () => {
  const { clock, ann, threadId, say, presence } = await desk()
  await say(true)
  const at = clock.now()
  expect(await presence()).toEqual({
    people: { [ann.uid]: { isWriting: true, at: at.toISOString() } },
    expiresAt: new Date(at.getTime() + 3_600_000).toISOString(),
  })
  expect(await read(`threads/${threadId}`)).toBeUndefined()
  expect(await listed('auditLog', 'actorId', ann.uid)).toEqual([])
})

it('a user who writes has a document until they stop, which leaves those of others', async () => {
  const { clock, ann, threadId, say, writing } = await desk()
  const bob = { ...staffActor(), uid: `${uniqueId('b')}.b/c\`d@e__` }
  await say(true)
  await say(true, bob)
  const at = clock.now()
  const of = (userId: string, time = at) => ({
    threadId,
    userId,
    at: time.toISOString(),
    expiresAt: new Date(time.getTime() + 3_600_000).toISOString(),
  })
  expect(await writing()).toEqual(expect.arrayContaining([of(ann.uid), of(bob.uid)]))
  await say(false)
  expect(await writing()).toEqual([of(bob.uid)])
  clock.forward(20_000)
  await say(true, bob)
  await say(false)
  expect(await writing()).toEqual([of(bob.uid, clock.now())])
  await say(false, bob)
  expect(await writing()).toEqual([])
})

it('the same presence within twenty seconds makes no call, a change does, each one commit without a read', async () => {
  const { clock, say } = await desk()
  expect(await callsOf(() => say(false))).toEqual(['Commit'])
  clock.forward(19_999)
  expect(await callsOf(() => say(false))).toEqual([])
  expect(await callsOf(() => say(true))).toEqual(['Commit'])
  clock.forward(1)
  expect(await callsOf(() => say(true))).toEqual([])
  expect(await callsOf(() => say(true, staffActor()))).toEqual(['Commit'])
  clock.forward(20_000)
  expect(await callsOf(() => say(true))).toEqual(['Commit'])
})

it('several users at once, in several processes, are all stored', async () => {
  const { deps, say, presence } = await desk()
  const people = Array.from({ length: 5 }, () => ({ ...staffActor(), uid: `${uniqueId('a')}.b/c\`d@e` }))
  await Promise.all(
    people.map((actor, place) => say(place % 2 === 0, actor, { ...deps, presencePace: new PresencePace() })),
  )
  const { people: stored } = await presence()
  expect(Object.keys(stored).toSorted()).toEqual(people.map(({ uid }) => uid).toSorted())
})
