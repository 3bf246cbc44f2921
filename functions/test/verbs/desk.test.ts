import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { setOwner, setState } from '../../src/lib/chat/desk/change-desk.ts'
import { listStaff } from '../../src/lib/chat/desk/list-staff.ts'
import { lookAtDesk } from '../../src/lib/chat/desk/look-at-desk.ts'
import { threadEvents } from '../../src/lib/chat/desk/thread-events.ts'
import { markRead } from '../../src/lib/chat/reading/change-thread.ts'
import { staffActor, startVerbs } from '../support/chat-deps.ts'
import { deskTalk, minute } from '../support/desk-talk.ts'
import { dieAt } from '../support/intercept.ts'
import { uniqueId } from '../support/stack.ts'

const { db } = await startVerbs()
const talk = (team: object = {}) => deskTalk(db, team)

describe('a guest who writes', () => {
  it('waits from then on, with a deadline of their team and a record in the ledger, once', async () => {
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

  it('no longer waits once staff have answered, and a note answers nobody', async () => {
    const { clock, thread, ledger, writes, post, staff } = await talk()
    await writes()
    await post(staff, { type: 'note' })
    expect((await thread()).unansweredSince).toBeDefined()
    clock.forward(20 * minute)
    await post(staff)
    const answered = await thread()
    expect(answered.state).toBe('waiting')
    for (const name of ['unansweredSince', 'dueBy', 'deskDueAt']) expect(answered).not.toHaveProperty(name)
    expect(await ledger()).toMatchObject([{ how: 'answered', by: staff.uid, inTime: true }])
  })

  it('has the default queue and its time where the property has no team', async () => {
    const { thread, writes, threadId } = await talk()
    await db.doc(`threads/${threadId}`).update({ propertyId: uniqueId('nowhere') })
    await writes()
    const { teamId, unansweredSince, dueBy } = await thread()
    expect(teamId).toBeNull()
    expect(dueBy.getTime() - unansweredSince.getTime()).toBe(60 * minute)
  })

  it('has the team that the property has when the wait begins, until it ends', async () => {
    const { clock, ledger, thread, writes, post, staff, teamId, propertyId } = await talk()
    const given = async (to: string | null) => {
      await db.doc(`properties/${propertyId}`).update({ teamId: to })
      clock.forward(2 * minute)
      await writes()
      return (await thread()).teamId
    }
    expect(await given(null)).toBeNull()
    await post(staff)
    expect(await given(teamId)).toBe(teamId)
    expect(await given(null)).toBe(teamId)
    expect((await ledger()).map(one => one.teamId).sort()).toEqual([null, teamId].sort())
  })

  it('has the team of the property of the stay, where the thread names no property', async () => {
    const { thread, writes, threadId, teamId, propertyId } = await talk()
    await db.doc(`reservations/${(await thread()).reservationId}`).update({ propertyId })
    await db.doc(`threads/${threadId}`).update({ propertyId: null })
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

describe('a deadline', () => {
  it('that is near escalates once, with an item, and one that is missed opens another', async () => {
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

  it('that was missed stays so in the ledger, and its items close with the answer', async () => {
    const { clock, items, ledger, writes, look, post, staff, isDue } = await talk()
    await writes()
    clock.forward(61 * minute)
    await look()
    await post(staff)
    expect(await isDue()).toBe(true)
    await look()
    expect(await items()).toEqual([
      { kind: 'deadline-missed', status: 'resolved' },
      { kind: 'deadline-near', status: 'resolved' },
    ])
    expect(await isDue()).toBe(false)
    expect(await ledger()).toMatchObject([{ how: 'answered', inTime: false }])
  })

  it.each(['before', 'after'] as const)(
    'that is looked at by who dies %s the commit is told once',
    async when => {
      const { clock, items, writes, look, threadId, deps } = await talk()
      await writes()
      clock.forward(46 * minute)
      await dieAt(deps, { effect: 'threads.change', when }, dying => lookAtDesk(dying, threadId))
      await look()
      expect(await items()).toEqual([{ kind: 'deadline-near', status: 'open' }])
    },
  )

  it('looked at by several at once is told once', async () => {
    const { clock, items, writes, look, thread, boss } = await talk()
    await writes()
    clock.forward(61 * minute)
    await Promise.all([look(), look(), look()])
    await look()
    expect((await items()).map(({ kind }) => kind)).toEqual(['deadline-missed', 'deadline-near'])
    expect((await thread()).attention[boss]).toHaveLength(1)
  })
})

it('a stay that cannot be followed keeps no deadline from being told, and is tried again later', async () => {
  const { clock, deps, items, writes, thread, threadId, isDue } = await talk()
  await writes()
  clock.forward(46 * minute)
  const now = clock.now()
  await db.doc(`threads/${threadId}`).update({ guestId: uniqueId('guest'), stayDueAt: now, deskDueAt: now })
  const guests = { ...deps.guests, staysOf: () => Promise.reject(new Error('a mistake')) }
  await lookAtDesk({ ...deps, guests }, threadId)
  expect(await items()).toEqual([{ kind: 'deadline-near', status: 'open' }])
  expect(await isDue()).toBe(false)
  clock.forward(5 * minute)
  expect(await isDue()).toBe(true)
  await lookAtDesk(deps, threadId)
  expect(await thread()).not.toHaveProperty('stayDueAt')
})

describe('the state of a thread', () => {
  it('becomes done only with a reason while the guest waits, and opens again when they write', async () => {
    const { writes, deps, staff, threadId, thread, ledger, clock, audits } = await talk()
    await writes()
    const done = (reason?: 'no-answer-needed') => setState(deps, staff, { threadId, state: 'done', reason })
    await expect(done()).rejects.toMatchObject({ code: 'validation-failed' })
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
    await expect(snooze()).rejects.toMatchObject({ code: 'validation-failed' })
    await expect(snooze(new Date(0))).rejects.toMatchObject({ code: 'validation-failed' })
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

  it('is taken back by who closed it, with the wait as it was, and only shortly after', async () => {
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

  it.each(['waiting', 'snoozed'] as const)(
    'does not go back to %s where the guest has written meanwhile',
    async state => {
      const { writes, deps, staff, post, threadId, thread, clock } = await talk()
      await writes()
      await post(staff)
      const until = state === 'snoozed' ? new Date(clock.now().getTime() + 60 * minute) : undefined
      await setState(deps, staff, { threadId, state, until })
      await setState(deps, staff, { threadId, state: 'done' })
      const undo = () => setState(deps, staff, { threadId, state, until, undo: true })
      await undo()
      expect(await thread()).toMatchObject({ state })
      await setState(deps, staff, { threadId, state: 'done' })
      clock.forward(1000)
      await writes()
      await undo()
      expect(await thread()).toMatchObject({ state: 'open', unansweredSince: expect.anything() })
    },
  )

  it('goes back to a snooze that began while the guest waited', async () => {
    const { writes, deps, staff, threadId, thread, clock } = await talk()
    await writes()
    clock.forward(2 * minute)
    const until = new Date(clock.now().getTime() + 60 * minute)
    await setState(deps, staff, { threadId, state: 'snoozed', until })
    await setState(deps, staff, { threadId, state: 'open' })
    await setState(deps, staff, { threadId, state: 'snoozed', until, undo: true })
    expect(await thread()).toMatchObject({ state: 'snoozed', snoozedUntil: until })
  })

  it('closed stays closed when a snooze that came after is taken back', async () => {
    const { thread, ledger, writes, deps, clock, staff, threadId } = await talk()
    await writes()
    await setState(deps, staff, { threadId, state: 'done', reason: 'spam' })
    const until = new Date(clock.now().getTime() + 60 * minute)
    await setState(deps, staff, { threadId, state: 'snoozed', until })
    await setState(deps, staff, { threadId, state: 'done', undo: true })
    expect(await thread()).toMatchObject({ state: 'done' })
    expect(await ledger()).toMatchObject([{ how: 'spam' }])
  })

  it('is not closed by who has not seen what the guest wrote last', async () => {
    const { writes, deps, clock, staff, threadId, thread } = await talk()
    const close = (seenUntil: Date) =>
      setState(deps, staff, { threadId, state: 'done', reason: 'no-answer-needed', seenUntil })
    await writes()
    const { updatedAt: first } = await thread()
    clock.forward(minute)
    await writes()
    await expect(close(first)).rejects.toMatchObject({ code: 'message-conflict' })
    const { unansweredSince, updatedAt: second } = await thread()
    expect(unansweredSince).toEqual(first)
    await close(second)
    expect(await thread()).toMatchObject({ state: 'done' })
    // Nobody waits any more.
    await setState(deps, staff, { threadId, state: 'waiting', seenUntil: first })
  })

  it('is changed once by several who say the same at once', async () => {
    const { writes, deps, staff, threadId, ledger } = await talk()
    await writes()
    const done = () => setState(deps, staff, { threadId, state: 'done', reason: 'spam' })
    await Promise.all([done(), done(), done()])
    expect(await ledger()).toMatchObject([{ how: 'spam' }])
  })
})

describe('the owner of a thread', () => {
  it('is somebody of the staff, who has to attend when somebody else says so', async () => {
    const { deps, staff, threadId, thread, audits, clock } = await talk()
    const other = staffActor()
    await db.doc(`standings/${other.uid}`).set({ role: 'support', validSince: 0 })
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

  it('who loses it is no longer called by it, and who gets it back by an undo is not called anew', async () => {
    const { deps, staff, threadId, thread, writes } = await talk()
    const [anna, ben] = [staffActor(), staffActor()]
    for (const { uid } of [anna, ben])
      await db.doc(`standings/${uid}`).set({ role: 'support', validSince: 0 })
    const give = (userId: string | null, undo?: boolean) => setOwner(deps, staff, { threadId, userId, undo })
    await give(anna.uid)
    await give(ben.uid)
    await give(anna.uid, true)
    expect(await thread()).toMatchObject({
      ...{ ownerId: anna.uid, needsAttention: [], needsAttentionMap: {}, attention: {} },
    })
    await give(ben.uid)
    await writes()
    const { attention } = await thread()
    expect(attention[ben.uid]).toMatchObject([{ cause: 'assigned' }])
    await db.doc(`threads/${threadId}`).update({
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

  it('is nobody else', async () => {
    const { deps, staff, threadId, thread } = await talk()
    await expect(setOwner(deps, staff, { threadId, userId: uniqueId('guest') })).rejects.toMatchObject({
      code: 'validation-failed',
    })
    expect(await thread()).not.toHaveProperty('ownerId')
    await expect(setOwner(deps, staff, { threadId: 'nowhere', userId: null })).rejects.toMatchObject({
      code: 'thread-not-found',
    })
  })
})

it('the staff are those who have a role now, with their names', async () => {
  const { deps } = await talk()
  const [here, nameless, former] = [uniqueId('here'), uniqueId('nameless'), uniqueId('former')]
  await db.doc(`users/${here}`).set({ displayName: 'Sam Ortega' })
  for (const uid of [here, nameless]) await db.doc(`standings/${uid}`).set({ role: 'support', validSince: 0 })
  await db.doc(`standings/${former}`).set({ validSince: 0, endedAt: new Date() })
  const staff = await listStaff(deps)
  expect(staff).toEqual(
    expect.arrayContaining([
      { userId: here, name: 'Sam Ortega' },
      { userId: nameless, name: null },
    ]),
  )
  expect(staff.map(({ userId }) => userId)).not.toContain(former)
})
