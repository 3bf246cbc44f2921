import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { changeDelivery } from '../../src/lib/chat/delivery/change-delivery.ts'
import { setOwner, setState } from '../../src/lib/chat/desk/change-desk.ts'
import { listStaff } from '../../src/lib/chat/desk/list-staff.ts'
import type { Answer } from '../../src/lib/chat/exchange.ts'
import type { Delivery } from '../../src/lib/chat/message.ts'
import { lookAtThread } from '../../src/lib/chat/opening/look-at-thread.ts'
import { markRead } from '../../src/lib/chat/reading/change-thread.ts'
import { threadEvents } from '../../src/lib/chat/reading/thread-events.ts'
import { staffActor, startVerbs } from '../support/chat-deps.ts'
import { deskTalk, minute } from '../support/desk-talk.ts'
import { intercepted } from '../support/intercept.ts'
import { put, uniqueId, update } from '../support/stack.ts'

startVerbs()
const talk = (team: object = {}) => deskTalk(team)

describe('a guest who writes', () => {
  it('waits once, with a deadline of their team and a record in the ledger', async () => {
    const { clock, thread, ledger, writes, teamId } = await talk()
    await writes()
    const first = await thread()
    const since = first.unansweredSince
    expect(first).toMatchObject({ state: 'open', teamId, dueBy: new Date(since.getTime() + 60 * minute) })
    expect(Object.values(first.attention)).toEqual(
      first.needsAttention.map(() => [{ cause: 'guest-wrote', since: expect.anything() }]),
    )
    clock.forward(10 * minute)
    await writes()
    expect(await thread()).toMatchObject({ unansweredSince: since, dueBy: first.dueBy })
    expect(await ledger()).toMatchObject([{ channel: 'chatapp', teamId }])
  })

  it('has the default queue and its time where the property has no team', async () => {
    const { thread, writes, threadId } = await talk()
    await update(`threads/${threadId}`, { propertyId: uniqueId('nowhere') })
    await writes()
    const { teamId, unansweredSince, dueBy } = await thread()
    expect(teamId).toBeNull()
    expect(dueBy.getTime() - unansweredSince.getTime()).toBe(60 * minute)
  })

  it('has the team of the property of the stay, where the thread names no property', async () => {
    const { thread, writes, threadId, teamId, propertyId } = await talk()
    await update(`reservations/${(await thread()).reservationId}`, { propertyId })
    await update(`threads/${threadId}`, { propertyId: null })
    await writes()
    expect((await thread()).teamId).toBe(teamId)
  })

  it('keeps a team that cannot be read, with the time of the default queue', async () => {
    const { thread, writes, teamId } = await talk({ answerWithinMinutes: 'soon' })
    await writes()
    const { unansweredSince, dueBy, ...stored } = await thread()
    expect(stored.teamId).toBe(teamId)
    expect(dueBy.getTime() - unansweredSince.getTime()).toBe(60 * minute)
  })
})

it('a deadline that is near escalates once, with an item, and one that is missed opens another', async () => {
  const { clock, thread, items, writes, look, isDue, boss, deps, staff, threadId } = await talk()
  await setOwner(deps, staff, { threadId, userId: staff.uid })
  await writes()
  expect(await isDue()).toBe(false)
  clock.forward(46 * minute)
  expect(await isDue()).toBe(true)
  await look()
  await look()
  const near = await thread()
  expect(near.attention).toMatchObject({
    [boss]: [{ cause: 'escalated' }],
    [staff.uid]: [{ cause: 'deadline-near' }],
  })
  expect(near.needsAttention).toEqual(expect.arrayContaining([boss, staff.uid]))
  expect(near.escalatedAt).toEqual(clock.now())
  expect(await items()).toEqual([{ kind: 'deadline-near', status: 'open' }])
  await markRead(deps, { ...staff, uid: boss }, { threadId })
  expect((await thread()).attention).not.toHaveProperty(boss)
  clock.forward(15 * minute)
  await look()
  expect((await items()).map(({ kind }) => kind)).toEqual(['deadline-missed', 'deadline-near'])
  expect((await thread()).needsAttention).not.toContain(boss)
})

it('an update of the stay that fails delays no deadline, and is tried again later', async () => {
  const { clock, deps, items, writes, thread, threadId, isDue } = await talk()
  await writes()
  clock.forward(46 * minute)
  const now = clock.now()
  await update(`threads/${threadId}`, { guestId: uniqueId('guest'), stayDueAt: now, deskDueAt: now })
  const failing = intercepted(deps, 'store.find', () => () => Promise.reject(new Error('a mistake')))
  await lookAtThread(failing, threadId)
  expect(await items()).toEqual([{ kind: 'deadline-near', status: 'open' }])
  expect(await isDue()).toBe(false)
  clock.forward(5 * minute)
  expect(await isDue()).toBe(true)
  await lookAtThread(deps, threadId)
  expect(await thread()).not.toHaveProperty('stayDueAt')
})

describe('an answer that is sent', () => {
  /** A waiting guest, the staff's answer a minute later, and changes of its delivery. */
  async function answered() {
    const world = await talk()
    await world.writes()
    world.clock.forward(minute)
    const { message } = await world.post(world.staff, { type: 'chatapp-message' })
    const becomes = (status: Delivery['status']) =>
      changeDelivery(world.deps, message, ({ delivery }) => delivery && { delivery: { ...delivery, status } })
    const isOpen = async () => 'unansweredSince' in (await world.thread())
    const done = () => setState(world.deps, world.staff, { threadId: world.threadId, state: 'done' })
    return { ...world, message, becomes, isOpen, done }
  }

  it('counts for the thread at once, and for the ledger, at the time of its post, once accepted', async () => {
    const { becomes, clock, done, isOpen, ledger, message, staff, thread } = await answered()
    await becomes('sending')
    await done()
    expect([await isOpen(), await ledger()]).toEqual([
      false,
      [expect.not.objectContaining({ how: 'answered' })],
    ])
    clock.forward(90 * minute)
    await becomes('sent')
    const { createdAt: endedAt } = message
    expect(await ledger()).toMatchObject([{ how: 'answered', by: staff.uid, inTime: true }])
    expect((await ledger())[0]?.endedAt.toDate()).toEqual(endedAt)
    await becomes('failed')
    expect([await isOpen(), (await thread()).state]).toEqual([false, 'done'])
  })

  it.each(['failed', 'unknown'] as const)('reopens the thread while it is %s', async status => {
    const { becomes, clock, done, isOpen, ledger, message, thread, writes } = await answered()
    await done()
    clock.forward(minute)
    await becomes(status)
    expect([await isOpen(), (await thread()).state]).toEqual([true, 'open'])
    await expect(done()).rejects.toThrow('validation-failed')
    clock.forward(minute)
    await writes()
    await becomes('pending')
    await becomes('delivered')
    const [first, second] = (await ledger()).toSorted((a, b) => a.arrivedAt - b.arrivedAt)
    expect(first).toMatchObject({ how: 'answered', inTime: true })
    expect(first?.endedAt.toDate()).toEqual(message.createdAt)
    expect(second?.arrivedAt.toDate()).toEqual((await thread()).unansweredSince)
  })
})

describe('an answer that an earlier release stored', () => {
  /** A waiting guest, and an answer as that release stored it. */
  async function noted(answersOf: (answers: Answer[]) => Answer[]) {
    const world = await talk()
    await world.writes()
    world.clock.forward(minute)
    const { message } = await world.post(world.staff, { type: 'chatapp-message' })
    const [{ answers, ...exchange }] = (await world.thread()).exchanges
    await update(`threads/${world.threadId}`, { exchanges: [{ ...exchange, answers: answersOf(answers) }] })
    const becomes = (next: Partial<Delivery>) =>
      changeDelivery(
        world.deps,
        message,
        ({ delivery }) => delivery && { delivery: { ...delivery, ...next } },
      )
    return { ...world, becomes }
  }

  it('reopens the thread when its send, of which nothing is stored, fails', async () => {
    const { becomes, ledger, thread } = await noted(answers => answers.map(({ send: _, ...one }) => one))
    await becomes({ status: 'failed' })
    expect(await thread()).toMatchObject({ state: 'open', unansweredSince: expect.anything() })
    expect(await ledger()).toEqual([expect.not.objectContaining({ how: 'answered' })])
  })

  it('ends the wait when a failure that was forgotten is sent again', async () => {
    const { becomes, ledger, thread } = await noted(() => [])
    await becomes({ status: 'pending', retryId: 'again' })
    await becomes({ status: 'sent' })
    expect(await thread()).not.toHaveProperty('unansweredSince')
    expect(await ledger()).toMatchObject([{ how: 'answered' }])
  })
})

describe('the state of a thread', () => {
  it('becomes done only with a reason while the guest waits, and opens again when they write', async () => {
    const { writes, deps, staff, threadId, thread, ledger, clock, audits } = await talk()
    await writes()
    const done = (reason?: 'no-answer-needed') => setState(deps, staff, { threadId, state: 'done', reason })
    await expect(done()).rejects.toThrow('validation-failed')
    await done('no-answer-needed')
    expect(await thread()).toMatchObject({ state: 'done' })
    expect(await thread()).not.toHaveProperty('dueBy')
    expect(await ledger()).toMatchObject([{ how: 'no-answer-needed', by: staff.uid, inTime: true }])
    clock.forward(minute)
    await writes()
    expect(await thread()).toMatchObject({ state: 'open' })
    expect(await ledger()).toHaveLength(2)
    expect(await audits('thread.state')).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ outcome: 'success', actorId: staff.uid })]),
    )
  })

  it('sleeps until a time without moving a deadline, wakes then, and sleeps on where no answer is needed', async () => {
    const { writes, deps, staff, threadId, thread, clock, look } = await talk()
    await writes()
    const { dueBy } = await thread()
    const until = new Date(clock.now().getTime() + 24 * 60 * minute)
    const snooze = (at?: Date) => setState(deps, staff, { threadId, state: 'snoozed', until: at })
    await expect(snooze()).rejects.toThrow('validation-failed')
    await expect(snooze(new Date(0))).rejects.toThrow('validation-failed')
    await snooze(until)
    expect(await thread()).toMatchObject({ state: 'snoozed', snoozedUntil: until, dueBy })
    await writes()
    expect(await thread()).toMatchObject({ state: 'open' })
    await setState(deps, staff, { threadId, state: 'done', reason: 'no-answer-needed' })
    expect(await thread()).toMatchObject({ state: 'snoozed', snoozedUntil: until })
    clock.forward(24 * 60 * minute)
    await look()
    expect(await thread()).toMatchObject({ state: 'open' })
    expect(await thread()).not.toHaveProperty('snoozedUntil')
  })

  it('can be taken back with the wait as it was, shortly after and by the same person only', async () => {
    const { writes, deps, staff, threadId, thread, ledger, clock } = await talk()
    await writes()
    const { unansweredSince, dueBy } = await thread()
    const close = () => setState(deps, staff, { threadId, state: 'done', reason: 'spam' })
    const undo = (actor: Actor) => setState(deps, actor, { threadId, state: 'open', undo: true })
    await close()
    await undo(staff)
    expect(await thread()).toMatchObject({ state: 'open', unansweredSince, dueBy })
    expect(await ledger()).toEqual([expect.not.objectContaining({ endedAt: expect.anything() })])
    await undo(staff)
    await close()
    await undo(staffActor())
    expect(await thread()).not.toHaveProperty('unansweredSince')
    await close()
    clock.forward(minute + 1000)
    await undo(staff)
    expect(await ledger()).toMatchObject([{ how: 'spam' }])
  })

  it('is not closed without having seen the last message of the guest', async () => {
    const { writes, deps, clock, staff, threadId, thread } = await talk()
    const close = (seenUntil: Date) =>
      setState(deps, staff, { threadId, state: 'done', reason: 'no-answer-needed', seenUntil })
    await writes()
    const { updatedAt: first } = await thread()
    clock.forward(minute)
    await writes()
    await expect(close(first)).rejects.toThrow('message-conflict')
    const { unansweredSince, updatedAt: second } = await thread()
    expect(unansweredSince).toEqual(first)
    await close(second)
    expect(await thread()).toMatchObject({ state: 'done' })
    // Without a waiting guest, `seenUntil` does not count.
    await setState(deps, staff, { threadId, state: 'waiting', seenUntil: first })
  })
})

describe('the owner of a thread', () => {
  it('is a colleague, who gets attention when assigned by another', async () => {
    const { deps, staff, threadId, thread, audits, clock } = await talk()
    const other = staffActor()
    await put(`standings/${other.uid}`, { role: 'support', validSince: 0 })
    await setOwner(deps, staff, { threadId, userId: other.uid })
    expect(await thread()).toMatchObject({
      ownerId: other.uid,
      attention: { [other.uid]: [{ cause: 'assigned' }] },
    })
    clock.forward(1000)
    await setOwner(deps, staff, { threadId, userId: null })
    expect((await thread()).ownerId).toBeNull()
    expect(await threadEvents(deps, threadId)).toMatchObject([
      { by: staff.uid, action: 'thread.own', details: { userId: null } },
      { by: staff.uid, action: 'thread.own', details: { userId: other.uid } },
    ])
    expect(await audits('thread.own')).toHaveLength(2)
  })

  it('loses its attention with the thread, and gets none anew by an undo', async () => {
    const { deps, staff, threadId, thread, writes } = await talk()
    const [anna, ben] = [staffActor(), staffActor()]
    for (const { uid } of [anna, ben]) await put(`standings/${uid}`, { role: 'support', validSince: 0 })
    const give = (userId: string | null, undo?: boolean) => setOwner(deps, staff, { threadId, userId, undo })
    await give(anna.uid)
    await give(ben.uid)
    await give(anna.uid, true)
    expect(await thread()).toMatchObject({
      ownerId: anna.uid,
      needsAttention: [],
      needsAttentionMap: {},
      attention: {},
    })
    await give(ben.uid)
    await writes()
    const { attention } = await thread()
    expect(attention[ben.uid]).toMatchObject([{ cause: 'assigned' }])
    await update(`threads/${threadId}`, {
      attention: {
        ...attention,
        [ben.uid]: [...attention[ben.uid], { cause: 'mentioned', since: new Date() }],
      },
    })
    await give(null)
    expect(await thread()).toMatchObject({
      needsAttention: expect.arrayContaining([ben.uid]),
      attention: { [ben.uid]: [{ cause: 'mentioned' }] },
    })
  })

  it('is nobody outside the staff', async () => {
    const { deps, staff, threadId, thread } = await talk()
    await expect(setOwner(deps, staff, { threadId, userId: uniqueId('guest') })).rejects.toThrow(
      'validation-failed',
    )
    expect(await thread()).not.toHaveProperty('ownerId')
    await expect(setOwner(deps, staff, { threadId: 'nowhere', userId: null })).rejects.toThrow(
      'thread-not-found',
    )
  })
})

it('the list of staff has those with a present role, with their names', async () => {
  const { deps } = await talk()
  const [here, nameless, former] = [uniqueId('here'), uniqueId('nameless'), uniqueId('former')]
  await put(`users/${here}`, { displayName: 'Sam Ortega' })
  for (const uid of [here, nameless]) await put(`standings/${uid}`, { role: 'support', validSince: 0 })
  await put(`standings/${former}`, { validSince: 0, endedAt: new Date() })
  const staff = await listStaff(deps)
  expect(staff).toEqual(
    expect.arrayContaining([
      { userId: here, name: 'Sam Ortega' },
      { userId: nameless, name: null },
    ]),
  )
  expect(staff.map(({ userId }) => userId)).not.toContain(former)
})
