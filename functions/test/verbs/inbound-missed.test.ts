import { Timestamp } from 'firebase-admin/firestore'
import { beforeEach, describe, expect, it } from 'vitest'
import { assignTriage } from '../../src/lib/chat/inbound/assign-triage.ts'
import type { ListedInbound } from '../../src/lib/chat/inbound/receive-message.ts'
import { receiveMissed } from '../../src/lib/chat/inbound/receive-missed.ts'
import { uniquePhone } from '../support/builders.ts'
import {
  leftBy,
  postDeps,
  seedGuestThread,
  staffActor,
  startVerbs,
  steppedClock,
} from '../support/chat-deps.ts'
import { newSid } from '../support/inbound.ts'

const { db, counter } = await startVerbs()
beforeEach(async () => {
  counter.reset()
  await db.doc('checkpoints/inbound').delete()
})

const isSameDay = (one: Date, other: Date) =>
  one.toISOString().slice(0, 10) === other.toISOString().slice(0, 10)
const onDay = (list: ListedInbound[]) => async (day: Date, since: Date) =>
  list.filter(({ receivedAt }) => isSameDay(receivedAt, day) && receivedAt >= since)

const minutes = (count: number) => count * 60_000

const listed = (from: string, receivedAt: Date, more: Partial<ListedInbound> = {}): ListedInbound => ({
  providerMessageId: newSid(),
  channel: 'sms',
  from,
  body: 'Hello',
  attachmentCount: 0,
  receivedAt,
  ...more,
})

/** A run over a provider's list that is this one. */
async function runs(list: ListedInbound[], clock = steppedClock()) {
  const asked: Date[] = []
  const broken = new Set<string>()
  const inboundLog = async () => ({
    receivedOn: async (day: Date, since: Date) => {
      asked.push(since)
      return onDay(list)(day, since)
    },
    attachmentsOf: async (id: string) => {
      if (broken.has(id)) throw new Error('no files today')
      return []
    },
  })
  const deps = { ...(await postDeps(db)), clock, inboundLog }
  return { run: () => receiveMissed(deps), asked, broken, clock, log: deps.log }
}
const checkpoint = async () => (await db.doc('checkpoints/inbound').get()).get('readUntil')?.toDate()

it('looks back a day at first, then as far as the last run and a little more', async () => {
  const { run, asked, clock } = await runs([])
  const start = clock.now()
  await run()
  clock.forward(minutes(5))
  await run()
  const lookedBack = new Set(asked.map(time => (start.getTime() - time.getTime()) / 60_000))
  expect([...lookedBack]).toEqual([24 * 60 + 15, 15])
  expect(await checkpoint()).toEqual(clock.now())
})

it('receives in the order they were written, and each once', async () => {
  const { threadId, phone } = await seedGuestThread(db)
  const [older, newer] = [
    listed(phone, new Date(Date.now() - minutes(9))),
    listed(phone, new Date(Date.now() - minutes(8))),
  ]
  const { run } = await runs([newer, older])
  await Promise.all([run(), run()])
  await run()
  const { messages } = await leftBy(db, threadId)
  expect(messages.map(({ messageId }) => messageId)).toEqual([
    older.providerMessageId,
    newer.providerMessageId,
  ])
})

it('goes on after one that fails, and looks for it again until it is there', async () => {
  const { threadId, phone } = await seedGuestThread(db)
  const at = new Date(Date.now() - minutes(60))
  const failing = listed(phone, at, { attachmentCount: 1 })
  const fine = listed(phone, new Date(at.getTime() + minutes(1)))
  const { run, broken, asked, clock } = await runs([fine, failing])
  broken.add(failing.providerMessageId)
  await run()
  expect((await leftBy(db, threadId)).messages).toHaveLength(1)
  expect(await checkpoint()).toEqual(at)
  clock.forward(minutes(120))
  await run()
  expect(await checkpoint()).toEqual(at)
  broken.clear()
  await run()
  expect((await leftBy(db, threadId)).messages).toHaveLength(2)
  expect(await checkpoint()).toEqual(clock.now())
  expect(asked.at(-1)).toEqual(at)
})

it('leaves to the next run what it has no time for', async () => {
  const phone = uniquePhone()
  const list = [1, 2, 3].map(age =>
    listed(phone, new Date(Date.now() - minutes(10 * age)), { attachmentCount: 1 }),
  )
  const { run, clock } = await runs(list)
  const slow = { ...(await postDeps(db)), clock }
  const inboundLog = async () => ({
    receivedOn: onDay(list),
    attachmentsOf: async () => {
      clock.forward(minutes(3))
      return []
    },
  })
  await receiveMissed({ ...slow, inboundLog })
  const isKept = async ({ providerMessageId }: ListedInbound) =>
    (await db.doc(`triage/${providerMessageId}`).get()).exists
  expect(await Promise.all(list.map(isKept))).toEqual([false, true, true])
  expect(await checkpoint()).toEqual(list[0]?.receivedAt)
  await run()
  expect(await Promise.all(list.map(isKept))).toEqual([true, true, true])
})

it('catches up with a gap of days page by page, and loses none to a death at any of them', async () => {
  const senders = Array.from({ length: 5 }, uniquePhone)
  const of = (count: number, hoursAgo: number) =>
    Array.from({ length: count }, (_, index) =>
      listed(senders[index % 5] ?? '', new Date(Date.now() - minutes(60 * hoursAgo) + index * 1000)),
    )
  const list = [...of(250, 60), ...of(230, 36), ...of(10, 1)]
  const { clock } = await runs(list)
  await db.doc('checkpoints/inbound').set({ readUntil: new Date(Date.now() - minutes(61 * 60)) })
  const deps = await postDeps(db)
  const places: number[] = []
  const dying = (at: number) => {
    let writes = 0
    const write: typeof deps.checkpoints.write = (...given) => {
      writes += 1
      if (writes === at) throw new Error('died')
      return deps.checkpoints.write(...given)
    }
    return { ...deps.checkpoints, write }
  }
  const inboundLog = async () => ({ receivedOn: onDay(list), attachmentsOf: async () => [] })
  for (let run = 0; run < 5; run += 1) {
    const dead = receiveMissed({ ...deps, clock, inboundLog, checkpoints: dying(2) })
    await dead.catch((error: Error) => expect(error.message).toBe('died'))
    places.push((await checkpoint()).getTime())
  }
  await receiveMissed({ ...deps, clock, inboundLog })
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(new Set(places).size).toBeGreaterThan(2)
  const kept = await Promise.all(
    list.map(async ({ providerMessageId }) => (await db.doc(`triage/${providerMessageId}`).get()).exists),
  )
  expect(kept).toEqual(list.map(() => true))
  expect(await checkpoint()).toEqual(clock.now())
})

it('gives the webhook of a young message a moment, and an old one none', async () => {
  const { threadId, phone } = await seedGuestThread(db)
  const young = listed(phone, new Date())
  let waits = 0
  const webhook = async () => {
    waits += 1
    await db.doc(`inboundMessages/${young.providerMessageId}`).set({ threadId, messageId: 'm' })
  }
  const clock = { ...steppedClock(), sleep: webhook }
  const run = async (list: ListedInbound[]) => {
    const inboundLog = async () => ({ receivedOn: onDay(list), attachmentsOf: async () => [] })
    return receiveMissed({ ...(await postDeps(db)), clock, inboundLog })
  }
  await run([young])
  expect(waits).toBe(1)
  expect((await leftBy(db, threadId)).messages).toEqual([])
  await run([listed(phone, new Date(Date.now() - minutes(5)))])
  expect(waits).toBe(1)
  expect((await leftBy(db, threadId)).messages).toHaveLength(1)
})

it('says that it found some', async () => {
  const { run, log } = await runs([listed(uniquePhone(), new Date(Date.now() - minutes(2)))])
  await run()
  expect(log.events).toEqual(['inbound messages were missed'])
})

const hours = (count: number) => minutes(60 * count)
const itemOf = async ({ providerMessageId }: ListedInbound) =>
  (await db.doc(`items/inbound-not-stored_${providerMessageId}`).get()).data()
const triageOf = async ({ providerMessageId }: ListedInbound) =>
  (await db.doc(`triage/${providerMessageId}`).get()).data()

describe('a message that cannot be received for hours', () => {
  /** One message with a file that cannot be had. */
  async function hopeless() {
    const { threadId, guestId, phone } = await seedGuestThread(db)
    const clock = steppedClock()
    const at = clock.now()
    const failing = listed(phone, at, { attachmentCount: 1, body: 'STOP' })
    const runner = await runs([failing], clock)
    runner.broken.add(failing.providerMessageId)
    return { ...runner, threadId, guestId, at, failing }
  }

  it('is left to a person, and holds nothing up any longer', async () => {
    const { run, clock, at, failing, log, threadId, guestId } = await hopeless()
    clock.forward(hours(6))
    await run()
    expect(await checkpoint()).toEqual(at)
    expect(await triageOf(failing)).toBeUndefined()
    clock.forward(minutes(1))
    await run()
    expect(await checkpoint()).toEqual(clock.now())
    expect(await triageOf(failing)).toMatchObject({
      reason: 'not-stored',
      body: 'STOP',
      attachments: [],
      status: 'open',
    })
    expect(log.events).toContain('a missed inbound message was left to a person')
    expect((await db.doc(`guests/${guestId}`).get()).get('optedOut.sms')).toBeDefined()
    expect((await leftBy(db, threadId)).messages).toEqual([])
    const input = { entryId: failing.providerMessageId, threadId }
    await assignTriage(await postDeps(db), staffActor(), input)
    expect((await leftBy(db, threadId)).messages).toHaveLength(1)
  })

  it('is told of although it cannot even be kept, once', async () => {
    const { clock, failing, at } = await hopeless()
    const deps = await postDeps(db)
    const keep = async () => {
      throw new Error('not today')
    }
    const attachmentsOf = async () => {
      throw new Error('no files today')
    }
    const inboundLog = async () => ({ receivedOn: onDay([failing]), attachmentsOf })
    const inbound = { ...deps.inbound, keep }
    clock.forward(hours(7))
    const run = () => receiveMissed({ ...deps, inbound, clock, inboundLog })
    await run()
    expect(await checkpoint()).toEqual(clock.now())
    const item = await itemOf(failing)
    expect(item).toEqual({
      kind: 'inbound-not-stored',
      detail: expect.any(String),
      nextAction: expect.any(String),
      providerMessageId: failing.providerMessageId,
      channel: 'sms',
      receivedAt: Timestamp.fromDate(at),
      status: 'open',
      createdAt: Timestamp.fromDate(clock.now()),
    })
    await db.doc(`items/inbound-not-stored_${failing.providerMessageId}`).update({ status: 'resolved' })
    await run()
    expect(await itemOf(failing)).toMatchObject({ status: 'resolved' })
  })

  it('is looked for again when nobody could be told either', async () => {
    const { clock, failing, at } = await hopeless()
    const deps = await postDeps(db)
    const fails = async () => {
      throw new Error('not today')
    }
    const inbound = { ...deps.inbound, keep: fails }
    const items = { ...deps.items, commit: fails }
    const inboundLog = async () => ({ receivedOn: onDay([failing]), attachmentsOf: fails })
    clock.forward(hours(7))
    await receiveMissed({ ...deps, inbound, items, clock, inboundLog })
    expect(await checkpoint()).toEqual(at)
  })
})
