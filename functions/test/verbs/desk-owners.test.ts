import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { setOwner } from '../../src/lib/chat/desk/change-desk.ts'
import { giveBack } from '../../src/lib/chat/desk/give-back.ts'
import { lookAtDesk } from '../../src/lib/chat/desk/look-at-desk.ts'
import { openOf } from '../../src/lib/chat/desk/owner.ts'
import { setAway } from '../../src/lib/chat/desk/set-away.ts'
import { weekdays } from '../../src/lib/chat/desk/team.ts'
import { keepUserStatuses } from '../../src/lib/roles/keep-user-statuses.ts'
import { keepStatuses, type Standing } from '../../src/lib/roles/user-status.ts'
import type { Store } from '../../src/lib/store.ts'
import { seedGuestThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { deskTalk, minute } from '../support/desk-talk.ts'
import { dueIds } from '../support/due.ts'
import { dieAt } from '../support/intercept.ts'
import { put, stored, update } from '../support/stack.ts'

const { db } = startVerbs()

async function colleague(): Promise<Actor> {
  const actor = staffActor()
  await put(`standings/${actor.uid}`, { role: 'support', validSince: 0 })
  return actor
}

/** A team of two present colleagues, a thread of one of its guests, and the acts on it. */
async function front(team: object = {}, assignBy: 'hand' | 'load' = 'load') {
  const [anna, ben] = [await colleague(), await colleague()]
  const talk = await deskTalk({ memberIds: [anna.uid, ben.uid], ...team }, assignBy)
  const { deps, clock, threadId } = talk
  const leave = (who: Actor, until = new Date(clock.now().getTime() + 24 * 60 * minute)) =>
    setAway(deps, who, { until })
  return {
    ...talk,
    anna,
    ben,
    leave,
    own: (userId: string | null, by = anna) => setOwner(deps, by, { threadId, userId }),
    owner: async () => (await talk.thread()).ownerId,
    reasons: async () => (await talk.audits('thread.own')).map(({ metadata }) => metadata.reason),
  }
}

describe('a thread that nobody owns, whose guest writes', () => {
  it('is given to the present team member with the fewest open threads', async () => {
    const { anna, ben, deps, clock, writes, look, owner, thread, isDue, reasons } = await front()
    const { threadId: other } = await seedGuestThread()
    await setOwner(deps, ben, { threadId: other, userId: anna.uid })
    await writes()
    expect(await owner()).toBeNull()
    expect(await isDue()).toBe(true)
    await look()
    expect(await thread()).toMatchObject({
      ownerId: ben.uid,
      attention: { [ben.uid]: [{ cause: 'assigned' }] },
    })
    expect(await isDue()).toBe(false)
    expect(await reasons()).toEqual(['load'])
    clock.forward(minute)
    await writes()
    await look()
    expect(await owner()).toBe(ben.uid)
  })

  it('stays in the queue where people assign by hand, and while nobody is there', async () => {
    const byHand = await front({}, 'hand')
    await byHand.writes()
    expect(await byHand.isDue()).toBe(false)

    const { anna, ben, deps, leave, writes, look, owner, isDue, clock } = await front()
    await leave(anna)
    await leave(ben)
    await writes()
    await look()
    expect(await owner()).toBeNull()
    await setAway(deps, anna, { until: null })
    clock.forward(5 * minute)
    expect(await isDue()).toBe(true)
    await look()
    expect(await owner()).toBe(anna.uid)
  })

  it('is given to another member when several are looked at at once', async () => {
    const { anna, ben, deps, teamId, clock } = await front()
    const openedAt = clock.now()
    const exchange = {
      channel: 'sms',
      arrivedAt: openedAt,
      lastAskedAt: openedAt,
      answers: [],
      nearAt: new Date(openedAt.getTime() + 45 * minute),
      dueBy: new Date(openedAt.getTime() + 60 * minute),
    }
    const threads = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { threadId } = await seedGuestThread({ teamId, state: 'open' })
        const exchanges = [{ id: `${threadId}_m`, ...exchange }]
        await update(`threads/${threadId}`, { exchanges, ownerDueAt: openedAt, deskDueAt: openedAt })
        return threadId
      }),
    )
    // With a stopped clock nobody waits for a turn, so turns are taken here one after the other.
    const patient = { ...deps, ownerTurns: { run: inTurn() } }
    await Promise.all(threads.map(threadId => lookAtDesk(patient, threadId)))
    const owned = await Promise.all([anna, ben].map(({ uid }) => deps.store.count(openOf(uid))))
    expect(owned).toEqual([3, 3])
  })
})

/** Runs all work one after the other, whatever its keys. */
function inTurn() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(_keys: readonly string[], work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
}

describe('a colleague who is away', () => {
  it('gives threads back: to the queue, with the reason, and the boss hears of a waiting guest', async () => {
    const { anna, boss, deps, leave, own, owner, thread, writes, reasons, clock } = await front({}, 'hand')
    await own(anna.uid)
    await writes()
    await leave(anna)
    expect(await dueIds(db, clock.now(), 'absence')).toContain(anna.uid)
    await giveBack(deps, anna.uid)
    await giveBack(deps, anna.uid)
    expect(await owner()).toBeNull()
    expect((await thread()).attention).toMatchObject({ [boss]: [{ cause: 'escalated' }] })
    expect((await reasons()).filter(Boolean)).toEqual(['away'])
    await expect(own(anna.uid)).rejects.toThrow('validation-failed')
    clock.forward(2 * minute)
    await giveBack(deps, anna.uid)
    expect(await dueIds(db, clock.now(), 'absence')).not.toContain(anna.uid)
    await setAway(deps, anna, { until: null })
    await own(anna.uid)
    await giveBack(deps, anna.uid)
    expect(await owner()).toBe(anna.uid)
  })

  it('leaves a waiting guest to another colleague where threads are given by load', async () => {
    const { anna, ben, boss, deps, leave, own, owner, thread, writes } = await front()
    await own(anna.uid)
    await writes()
    await leave(anna)
    await dieAt(deps, { effect: 'store.commit', when: 'after' }, dying => giveBack(dying, anna.uid))
    await giveBack(deps, anna.uid)
    expect(await owner()).toBe(ben.uid)
    expect((await thread()).attention).not.toHaveProperty(boss)
  })

  it('has no attention for a thread given back', async () => {
    const { anna, ben, deps, leave, own, thread } = await front({}, 'hand')
    await own(anna.uid, ben)
    expect((await thread()).attention).toHaveProperty(anna.uid)
    await leave(anna)
    await giveBack(deps, anna.uid)
    expect(await thread()).toMatchObject({ ownerId: null, attention: {} })
    expect((await thread()).needsAttention).not.toContain(anna.uid)
  })

  it('must name an end in the future', async () => {
    const { anna, clock, leave } = await front()
    await expect(leave(anna, clock.now())).rejects.toThrow('validation-failed')
  })
})

it('gives threads back when the role ends, and is assigned none any more', async () => {
  const { anna, ben, deps, own, owner, reasons, clock } = await front({}, 'hand')
  await own(anna.uid)
  const isAnna = (uid: string) => uid === anna.uid
  const record = { role: undefined, isDisabled: false, validSince: 0 }
  const userRecords = {
    find: async (uids: readonly string[]) => new Map(uids.filter(isAnna).map(uid => [uid, record] as const)),
    page: async () => ({ users: new Map(), next: undefined }),
  }
  const find: Store['find'] = async query =>
    (await deps.store.find(query)).filter(({ id }) => isAnna(id) || id === ben.uid)
  await keepUserStatuses({ ...deps, userRecords, store: { ...deps.store, find } })
  expect(await dueIds(db, clock.now(), 'absence')).toContain(anna.uid)
  await giveBack(deps, anna.uid)
  expect(await owner()).toBeNull()
  expect((await reasons()).filter(Boolean)).toEqual(['left'])
  // Neither others nor, with a late token, the former colleague can assign one.
  for (const by of [anna, ben]) await expect(own(anna.uid, by)).rejects.toThrow('validation-failed')
})

it('gives back, when the account is deleted, the threads kept until then', async () => {
  const { anna, deps, clock, own, owner } = await front({}, 'hand')
  const keep = (status: Standing | undefined) => keepStatuses(deps.store, new Map([[anna.uid, status]]))
  await own(anna.uid)
  await keep({ validSince: 0, endedAt: clock.now() })
  clock.forward(2 * 60 * minute)
  await keep(undefined)
  expect(await dueIds(db, clock.now(), 'absence')).toContain(anna.uid)
  await giveBack(deps, anna.uid)
  expect(await owner()).toBeNull()
  await giveBack(deps, anna.uid)
  expect(await stored(`absences/${anna.uid}`)).toBeUndefined()
})

describe('a team that has gone home', () => {
  /** Opening hours of two hours a day, of which one has passed. */
  function twoHours() {
    const time = (inMinutes: number) => new Date(Date.now() + inMinutes * minute).toISOString().slice(11, 16)
    const period = { from: time(-60), to: time(60) }
    return { hours: Object.fromEntries(weekdays.map(day => [day, [period]])) }
  }

  it('has the threads of its people given back, those taken at night a day later', async () => {
    const { anna, clock, own, owner, writes, look, isDue, reasons } = await front(twoHours(), 'hand')
    await own(anna.uid)
    await writes()
    clock.forward(62 * minute)
    expect(await isDue()).toBe(true)
    await look()
    expect(await owner()).toBeNull()
    expect((await reasons()).filter(Boolean)).toEqual(['hours'])
    await own(anna.uid)
    clock.forward(6 * 60 * minute)
    await look()
    expect(await owner()).toBe(anna.uid)
    clock.forward(18 * 60 * minute)
    await look()
    expect(await owner()).toBeNull()
  })
})
