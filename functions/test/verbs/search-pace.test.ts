import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { RecordPace } from '../../src/lib/chat/search/record-pace.ts'
import { sandbox, searchRecord } from '../support/chat.ts'
import { seedGuestThread, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { calledAt, startPlatform } from '../support/platform.ts'
import { uniqueId } from '../support/stack.ts'
import { builtContext, sandboxSettings } from '../support/test-context.ts'

const { db } = await startVerbs()
/** The real one, which can be put forward. */
let forwardMs = 0
const clock = {
  now: () => new Date(Date.now() + forwardMs),
  sleep: (ms: number) => setTimeout(ms),
  forward: (ms: number) => {
    forwardMs += ms
  },
}
const platform = await startPlatform({
  ...{ db, clock, sandbox: sandbox() },
  settings: publicUrl => calledAt(sandboxSettings(), publicUrl),
})
afterAll(() => platform.close())

const dayMs = 24 * 60 * 60_000
let member: Actor
beforeEach(() => {
  member = { uid: uniqueId('landlord'), role: 'landlord' }
})

const post = (threadId: string, body: string, actor = member, type = 'message') =>
  platform.call(actor, 'POST', `/chat/threads/${threadId}/messages`, { body, type })
const mark = (threadId: string, important: boolean, actor = member) =>
  platform.call(actor, 'PUT', `/chat/threads/${threadId}/important`, { important })
const staleAt = async (threadId: string) =>
  (await db.doc(`staleRecords/${threadId}`).get()).get('dueAt')?.toDate()
const callsFor = async (act: () => Promise<unknown>) => (await platform.billOf(act)).calls.algolia.length

async function times(count: number, act: (nth: number) => Promise<unknown>): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await act(nth)
}

it("a member's posts to a thread share a record that has the last of them", async () => {
  const threadId = await seedThread(db, { participantIds: [member.uid] })
  expect(await callsFor(() => times(20, nth => post(threadId, `post ${nth}`)))).toBeLessThanOrEqual(9)
  expect((await searchRecord(threadId))?.lastMessage).toMatchObject({ body: 'post 19' })
})

it('so do their marks, and those of who joined by posting', async () => {
  const stranger: Actor = { uid: uniqueId('stranger'), role: 'user' }
  const threadId = await seedThread(db, { participantIds: [member.uid] })
  await post(threadId, 'hello', stranger)
  clock.forward(60_000)
  for (const actor of [member, stranger]) {
    expect(await callsFor(() => times(20, nth => mark(threadId, nth % 2 === 0, actor)))).toBeLessThanOrEqual(
      9,
    )
    clock.forward(60_000)
  }
})

it('staff wait for nobody, whatever members do', async () => {
  const staff = staffActor()
  const threadId = await seedThread(db, { participantIds: [member.uid] })
  await post(threadId, 'a member')
  await platform.settled()
  expect(await callsFor(() => times(4, nth => post(threadId, `staff ${nth}`, staff)))).toBe(4)
  expect(await callsFor(() => times(4, nth => mark(threadId, nth % 2 === 0, staff)))).toBe(4)
})

it('a send that fails is written with the posts of its author', async () => {
  const { threadId } = await seedGuestThread(db, { participantIds: [member.uid] })
  await db.doc(`threads/${threadId}`).update({ reservationId: 'nobody' })
  expect(
    await callsFor(() => times(16, nth => post(threadId, `sms ${nth}`, member, 'sms-message'))),
  ).toBeLessThanOrEqual(14)
})

it('beyond what a day may cost a record is left to the schedule, once a thread, and written then', async () => {
  const perDay = 20
  platform.context.recordPace = new RecordPace(() => perDay)
  const threads = [
    await seedThread(db, { participantIds: [member.uid] }),
    await seedThread(db, { participantIds: [member.uid] }),
    await seedThread(db, { participantIds: [member.uid] }),
  ]
  const calls = await callsFor(async () => {
    for (const threadId of threads) await times(3, nth => post(threadId, `post ${nth}`))
  })
  expect(calls).toBeLessThanOrEqual(2)
  const late = threads[2] ?? ''
  expect((await staleAt(late)).getTime()).toBeGreaterThan(clock.now().getTime() + dayMs / perDay / 2)
  clock.forward(dayMs)
  await platform.runs('workdue')
  expect(await staleAt(late)).toBeUndefined()
  expect((await searchRecord(late))?.lastMessage).toMatchObject({ body: 'post 2' })
})

it('what could be neither written nor marked is written when its event comes again', async () => {
  const threadId = await seedThread(db, { participantIds: [member.uid] })
  const context = await builtContext({ firestore: db })
  const dies = async () => {
    throw new Error('it is gone')
  }
  const written = { fields: { byMember: true }, updateTime: { seconds: 0, nanoseconds: 0 } }
  const { onThreadChanged } = await import('../../src/triggers/documents.ts')
  const broken = {
    ...context,
    index: { ...context.index, save: dies },
    threads: { ...context.threads, markStale: dies },
  }
  await expect(onThreadChanged(broken, threadId, written)).rejects.toThrow('it is gone')
  await onThreadChanged(context, threadId, written)
  expect(await searchRecord(threadId)).toMatchObject({ threadId })
})
