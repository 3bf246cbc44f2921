import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { PostTally } from '../../src/lib/chat/posting/post-tally.ts'
import { sandbox } from '../support/chat.ts'
import { seedThread, staffActor, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { calledAt, startPlatform } from '../support/platform.ts'
import { uniqueId } from '../support/stack.ts'
import { sandboxSettings } from '../support/test-context.ts'

const { db } = await startVerbs()
const clock = steppedClock()
const limits = { requests: 1_000_000, megabytes: 1_000_000, megabytesOfAll: 1_000_000 }
const platform = await startPlatform({
  ...{ db, clock, sandbox: sandbox() },
  settings: publicUrl => ({
    ...calledAt(sandboxSettings(), publicUrl),
    memberRequestsPerMinute: () => limits.requests,
    userMegabytesPerDay: () => limits.megabytes,
    memberMegabytesPerDay: () => limits.megabytesOfAll,
  }),
})
afterAll(() => platform.close())

let member: Actor
let other: Actor
let threadId: string
beforeEach(async () => {
  Object.assign(limits, { requests: 1_000_000, megabytes: 1_000_000, megabytesOfAll: 1_000_000 })
  Object.assign(platform.context, { dayTally: new PostTally(), requestTally: new PostTally() })
  member = { uid: uniqueId('landlord'), role: 'landlord' }
  other = { uid: uniqueId('member'), role: 'user' }
  threadId = await seedThread(db, { participantIds: [member.uid, other.uid] })
  await db.doc(`threads/${threadId}/messages/m1`).set({
    ...{ messageId: 'm1', threadId, authorId: 'ann', createdAt: clock.now(), source: 'platform' },
    ...{ body: 'x'.repeat(3000), type: 'message', contentType: 'text' },
  })
})

const read = (actor: Actor) => platform.call(actor, 'GET', `/chat/threads/${threadId}/messages`)
const docs = async () => (await fetch(`${platform.url}/api/docs`)).status
const dayMs = 24 * 60 * 60_000

it('a member who was answered as much as a day allows waits for the next, nobody else does', async () => {
  limits.megabytes = 0.004
  await read(member)
  await read(member)
  await expect(read(member)).rejects.toThrow(': 429 ')
  await expect(
    platform.call(member, 'POST', `/chat/threads/${threadId}/messages`, { body: 'hello' }),
  ).rejects.toThrow(': 429 ')
  await read(other)
  for (let times = 0; times < 4; times += 1) await read(staffActor())
  expect(await docs()).toBe(200)
  clock.forward(dayMs)
  await read(member)
})

it('what all members are answered together is bounded, and so is what nobody is who reads the documents', async () => {
  limits.megabytesOfAll = 0.004
  await read(member)
  await read(other)
  for (const actor of [member, other]) await expect(read(actor)).rejects.toThrow(': 429 ')
  await read(staffActor())
  const statuses = []
  for (let times = 0; times < 20; times += 1) statuses.push(await docs())
  expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 429])
})

it('strangers together use up their own requests of a minute, not those of landlords', async () => {
  limits.requests = 3
  const strangers = Array.from({ length: 4 }, (): Actor => ({ uid: uniqueId('stranger'), role: 'user' }))
  for (const one of strangers.slice(0, 3)) await expect(read(one)).rejects.toThrow(': 404 ')
  await expect(read(strangers[3] ?? other)).rejects.toThrow(': 429 ')
  for (let times = 0; times < 3; times += 1) await read(member)
  await expect(read(member)).rejects.toThrow(': 429 ')
  await read(staffActor())
  clock.forward(60_000)
  await read(member)
})
