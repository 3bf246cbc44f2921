import { Timestamp } from 'firebase-admin/firestore'
import { beforeEach, describe, expect, it } from 'vitest'
import { firestoreWith } from '../../src/adapters/firestore/sdk.ts'
import { store } from '../../src/adapters/firestore/store.ts'
import { isReadable, type ListedEntry, type ListedInbound } from '../../src/lib/chat/inbound/inbound-log.ts'
import { receiveLate } from '../../src/lib/chat/inbound/quarantine.ts'
import { receiveMissed } from '../../src/lib/chat/inbound/receive-missed.ts'
import type { Context } from '../../src/lib/context.ts'
import { digestOf } from '../../src/lib/digest.ts'
import { duePage } from '../../src/lib/due/due-work.ts'
import { dueKinds } from '../../src/triggers/due-work.ts'
import { uniquePhone } from '../support/builders.ts'
import { postTrace, seedGuestThread, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { newSid } from '../support/inbound.ts'
import { inboundList, unreadable } from '../support/inbound-list.ts'
import { put, remove, stored, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, counter, assign } = startVerbs()
beforeEach(async () => {
  counter.reset()
  await remove('checkpoints/inbound')
})

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

/** Runs over this list of the provider; the files of messages in `broken` cannot be fetched. */
async function runs(list: readonly ListedEntry[], clock = steppedClock()) {
  const broken = new Set<string>()
  const inboundLog = {
    ...inboundList(list),
    attachmentsOf: async (id: string) => {
      if (broken.has(id)) throw new Error('no files today')
      return []
    },
  }
  const deps = { ...(await builtContext()), clock, inboundLog }
  return {
    deps,
    run: () => receiveMissed(deps),
    /** Receives the late messages that are due, as the schedule does; returns their ids. */
    async late() {
      const pieces = await duePage(store(firestoreWith(db)), dueKinds['late-message'].query, {
        until: clock.now(),
        limit: 1000,
      })
      const ids = new Set(list.map(({ providerMessageId }) => `inbound-not-stored_${providerMessageId}`))
      const ours = pieces.flatMap(piece => piece.ids).filter(id => ids.has(id))
      for (const id of ours) await receiveLate(deps, id)
      return ours
    },
    broken,
    clock,
    log: deps.log,
  }
}
const checkpoint = async () => (await stored('checkpoints/inbound'))?.readUntil?.toDate()

it('the sweep looks back a day at first, then to the last run and a little further', async () => {
  const clock = steppedClock()
  const at = (age: number) => listed(uniquePhone(), new Date(clock.now().getTime() - minutes(age)))
  const list = [at(24 * 60 + 40), at(24 * 60 + 10)]
  const isKept = async ({ providerMessageId }: ListedInbound) =>
    (await stored(`triage/${providerMessageId}`)) !== undefined
  const { run } = await runs(list, clock)
  await run()
  expect(await Promise.all(list.map(isKept))).toEqual([false, true])
  list.push(at(40), at(10))
  clock.forward(minutes(5))
  await run()
  expect(await Promise.all(list.map(isKept))).toEqual([false, true, false, true])
  expect(await checkpoint()).toEqual(clock.now())
})

it('the sweep sets a failing message aside, which is tried again until it is stored', async () => {
  const { threadId, phone } = await seedGuestThread()
  const clock = steppedClock()
  const at = new Date(clock.now().getTime() - minutes(60))
  const failing = listed(phone, at, { attachmentCount: 1 })
  const fine = listed(phone, new Date(at.getTime() + minutes(1)))
  const { run, late, broken } = await runs([fine, failing], clock)
  broken.add(failing.providerMessageId)
  await run()
  expect((await postTrace(threadId)).messages).toHaveLength(1)
  expect(await checkpoint()).toEqual(clock.now())
  expect(await itemOf(failing)).toMatchObject({ status: 'open', nextAction: expect.stringMatching(/again/) })
  expect(await late()).toEqual([])
  clock.forward(minutes(16))
  expect(await late()).toHaveLength(1)
  expect(await late()).toEqual([])
  broken.clear()
  clock.forward(minutes(16))
  await late()
  expect((await postTrace(threadId)).messages).toHaveLength(2)
  expect(await itemOf(failing)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
  expect(await itemOf(failing)).not.toHaveProperty('dueAt')
})

it('an unreadable message opens one item, unless the webhook received it', async () => {
  const [odd, duplicate] = [listed(uniquePhone(), new Date()), listed(uniquePhone(), new Date())].map(
    unreadable,
  )
  if (!odd || !duplicate) throw new Error('there are two')
  await put(`inboundMessages/${duplicate.providerMessageId}`, { threadId: 't', messageId: 'm' })
  const { run, clock } = await runs([odd, duplicate])
  await run()
  const item = (entry: ListedEntry) => db.doc(`items/inbound-unreadable_${entry.providerMessageId}`)
  expect((await item(odd).get()).data()).toMatchObject({
    kind: 'inbound-unreadable',
    status: 'open',
    providerMessageId: odd.providerMessageId,
    nextAction: expect.stringMatching(/messaging provider/),
  })
  expect((await item(duplicate).get()).exists).toBe(false)
  expect(isReadable(odd)).toBe(false)
  await item(odd).update({ status: 'resolved' })
  clock.forward(minutes(5))
  await run()
  expect((await item(odd).get()).get('status')).toBe('resolved')
})

it.each(['a/b', '..', '__all__', 'x'.repeat(2000), '\ud800'])(
  'a message with the id %j opens an item, and the others are received',
  async providerMessageId => {
    const { threadId, phone } = await seedGuestThread()
    const at = Date.now() - minutes(30)
    const list = [-1, 0, 1].map(age => listed(phone, new Date(at + minutes(age)), {}))
    const [, odd] = list
    if (odd) odd.providerMessageId = providerMessageId
    const { run, clock } = await runs(list)
    await run()
    expect((await postTrace(threadId)).messages).toHaveLength(2)
    expect(await checkpoint()).toEqual(clock.now())
    const about = digestOf(providerMessageId)
    expect(await stored(`items/inbound-unreadable_${about}`)).toMatchObject({
      kind: 'inbound-unreadable',
      status: 'open',
    })
    await run()
    await remove(`items/inbound-unreadable_${about}`)
  },
)

it('a run leaves to the next what it has no time for', async () => {
  const phone = uniquePhone()
  const list = [1, 2, 3].map(age =>
    listed(phone, new Date(Date.now() - minutes(10 * age)), { attachmentCount: 1 }),
  )
  const { run, deps, clock } = await runs(list)
  const inboundLog = {
    ...inboundList(list),
    attachmentsOf: async () => {
      clock.forward(minutes(3))
      return []
    },
  }
  await receiveMissed({ ...deps, inboundLog })
  const isKept = async ({ providerMessageId }: ListedInbound) =>
    (await stored(`triage/${providerMessageId}`)) !== undefined
  expect(await Promise.all(list.map(isKept))).toEqual([false, true, true])
  await run()
  expect(await Promise.all(list.map(isKept))).toEqual([true, true, true])
})

it('the sweep waits a moment for the webhook of a young message, not for that of an old one', async () => {
  const { threadId, phone } = await seedGuestThread()
  const young = listed(phone, new Date())
  let waits = 0
  const webhook = async () => {
    waits += 1
    await put(`inboundMessages/${young.providerMessageId}`, { threadId, messageId: 'm' })
  }
  const clock = { ...steppedClock(), sleep: webhook }
  const run = async (list: ListedInbound[]) => {
    return receiveMissed({ ...(await builtContext()), clock, inboundLog: inboundList(list) })
  }
  await run([young])
  expect(waits).toBe(1)
  expect((await postTrace(threadId)).messages).toEqual([])
  await run([listed(phone, new Date(Date.now() - minutes(5)))])
  expect(waits).toBe(1)
  expect((await postTrace(threadId)).messages).toHaveLength(1)
})

it('the log tells of missed messages, and blames the webhook unless this is the first round', async () => {
  const news = () => listed(uniquePhone(), new Date(Date.now() - minutes(2)))
  await remove('checkpoints/inbound')
  const first = await runs([news()])
  await first.run()
  expect(first.log.events).toEqual(['inbound messages were missed'])
  const later = await runs([news()])
  await later.run()
  expect(later.log.events).toEqual(['inbound messages were missed', 'a webhook does not arrive'])
})

const hours = (count: number) => minutes(60 * count)
const itemOf = async ({ providerMessageId }: ListedInbound) =>
  await stored(`items/inbound-not-stored_${providerMessageId}`)
const triageOf = async ({ providerMessageId }: ListedInbound) => await stored(`triage/${providerMessageId}`)

describe('a message that cannot be received for hours', () => {
  /** One message with a file that cannot be had. */
  async function hopeless() {
    const { threadId, guestId, phone } = await seedGuestThread()
    const clock = steppedClock()
    const failing = listed(phone, clock.now(), { attachmentCount: 1, body: 'STOP' })
    const runner = await runs([failing], clock)
    runner.broken.add(failing.providerMessageId)
    return { ...runner, threadId, guestId, failing }
  }
  const fails = async () => {
    throw new Error('not today')
  }
  const without = (kind: string, { store }: Pick<Context, 'store'>) => ({
    ...store,
    commit: async (writes: Parameters<typeof store.commit>[0]) =>
      writes.some(({ path }) => path.startsWith(kind)) ? fails() : store.commit(writes),
  })

  it('is left to a person in triage, and its item closes', async () => {
    const { run, late, clock, failing, log, threadId, guestId } = await hopeless()
    await run()
    clock.forward(hours(6))
    await late()
    expect(await triageOf(failing)).toBeUndefined()
    clock.forward(minutes(16))
    await late()
    expect(await triageOf(failing)).toMatchObject({
      reason: 'not-stored',
      body: 'STOP',
      attachments: [],
      status: 'open',
    })
    expect(await itemOf(failing)).toMatchObject({ status: 'resolved' })
    expect(log.events).toContain('a missed inbound message was left to a person')
    expect((await stored(`guests/${guestId}`)).optedOut.sms).toBeDefined()
    expect((await postTrace(threadId)).messages).toEqual([])
    const input = { entryId: failing.providerMessageId, threadId }
    await assign(input)
    expect((await postTrace(threadId)).messages).toHaveLength(1)
  })

  it('goes to triage at once when it is found hours later', async () => {
    const { run, clock, failing } = await hopeless()
    clock.forward(hours(7))
    await run()
    expect(await triageOf(failing)).toMatchObject({ reason: 'not-stored' })
    expect(await itemOf(failing)).toBeUndefined()
  })

  it('opens one item if triage cannot store it either, and is tried no longer', async () => {
    const { clock, failing, deps } = await hopeless()
    const at = failing.receivedAt
    clock.forward(hours(7))
    const run = () => receiveMissed({ ...deps, store: without('triage/', deps) })
    await run()
    expect(await checkpoint()).toEqual(clock.now())
    expect(await itemOf(failing)).toMatchObject({
      kind: 'inbound-not-stored',
      status: 'open',
      channel: 'sms',
      providerMessageId: failing.providerMessageId,
      receivedAt: Timestamp.fromDate(at),
    })
    await update(`items/inbound-not-stored_${failing.providerMessageId}`, { status: 'resolved' })
    await run()
    expect(await itemOf(failing)).toMatchObject({ status: 'resolved' })
  })

  it('is set aside and tried no longer if triage cannot store it either', async () => {
    const { run, clock, failing, deps } = await hopeless()
    await run()
    expect(await itemOf(failing)).toHaveProperty('dueAt')
    clock.forward(hours(7))
    await receiveLate(
      { ...deps, store: without('triage/', deps) },
      `inbound-not-stored_${failing.providerMessageId}`,
    )
    expect(await itemOf(failing)).toMatchObject({ status: 'open', detail: expect.stringMatching(/triage/) })
    expect(await itemOf(failing)).not.toHaveProperty('dueAt')
  })

  it('opens an item for a person if the provider no longer shows it', async () => {
    const { run, clock, failing, deps } = await hopeless()
    await run()
    clock.forward(minutes(16))
    const inboundLog = inboundList([])
    await receiveLate({ ...deps, inboundLog }, `inbound-not-stored_${failing.providerMessageId}`)
    expect(await itemOf(failing)).toMatchObject({
      status: 'open',
      nextAction: expect.stringMatching(/guest/),
    })
    expect(await itemOf(failing)).not.toHaveProperty('dueAt')
  })

  it('holds up the checkpoint until its item is stored', async () => {
    const { clock, failing, deps } = await hopeless()
    clock.forward(hours(5))
    await expect(receiveMissed({ ...deps, store: without('items/', deps) })).rejects.toThrow('not today')
    expect((await checkpoint())?.getTime() ?? 0).toBeLessThan(failing.receivedAt.getTime())
    await receiveMissed(deps)
    expect(await itemOf(failing)).toMatchObject({ status: 'open' })
  })
})
