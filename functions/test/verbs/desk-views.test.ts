import { expect, it } from 'vitest'
import { setOwner, setState } from '../../src/lib/chat/desk/change-desk.ts'
import { deskViews, type ListAddress, listViews } from '../../src/lib/chat/desk/list-address.ts'
import { type ListQuery, listQueries } from '../../src/lib/chat/desk/lists.ts'
import { stayPhases } from '../../src/lib/chat/desk/stay-phase.ts'
import {
  type Onlooker,
  standsIn,
  type ViewName,
  viewNames,
  viewOf,
  viewsOf,
} from '../../src/lib/chat/desk/views.ts'
import { openThread } from '../../src/lib/chat/opening/open-thread.ts'
import { overview } from '../../src/lib/chat/reports/overview.ts'
import { dayOf } from '../../src/lib/days.ts'
import { recordOf } from '../../src/lib/record-of.ts'
import { staffActor, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { uniqueId, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, callsOf } = startVerbs()

const clock = steppedClock()
const minutes = (count: number) => new Date(clock.now().getTime() + count * 60_000)
const deps = await builtContext({ firestore: db, clock })

const me = staffActor()
const owners = [{}, { ownerId: null }, { ownerId: me.uid }, { ownerId: 'somebody-else' }]
const states = [
  {},
  ...['open', 'waiting', 'done'].map(state => ({ state })),
  { state: 'snoozed', snoozedUntil: minutes(60) },
]
const waits = [
  {},
  { unansweredSince: minutes(-90), dueBy: minutes(-30) },
  { unansweredSince: minutes(-10), dueBy: minutes(0) },
  { unansweredSince: minutes(-9), dueBy: minutes(1) },
]

/** Every combination of owner, state and wait, also those that our code never stores. */
const threads = owners.flatMap(owner =>
  states.flatMap(state =>
    waits.map((wait, at) => ({ source: 'guest', updatedAt: minutes(-at), ...owner, ...state, ...wait })),
  ),
)

const views = viewsOf({ userId: me.uid, now: clock.now() })
const scan = (of: readonly object[]): Record<ViewName, number> =>
  recordOf(viewNames, name => of.filter(thread => standsIn(views[name], { ...thread })).length)

it('the overview counts in every view what a scan finds there', async () => {
  const before = await overview(deps, me)
  const batch = db.batch()
  for (const thread of threads) batch.set(db.doc(`threads/${uniqueId('thread')}`), thread)
  await batch.commit()
  const after = await overview(deps, me)
  expect(recordOf(viewNames, name => after.views[name] - before.views[name])).toEqual(scan(threads))
  expect(scan(threads)).toEqual({
    mine: 8,
    unassigned: 15,
    overdue: 40,
    open: 16,
    waiting: 16,
    snoozed: 16,
    done: 16,
  })
})

it('the lists show what the overview counts, also threads without a message', async () => {
  const [property, team, { uid }] = [uniqueId('property'), uniqueId('team'), staffActor()]
  await db.doc(`properties/${property}`).set({ landlordId: uniqueId('landlord'), teamId: team })
  const before = await overview(deps, { ...me, uid })
  for (const state of ['open', 'waiting', 'snoozed', 'done'] as const) {
    const guestId = uniqueId('guest')
    await db.doc(`reservations/${uniqueId('stay')}`).set({ guestId, propertyId: property })
    const { threadId } = await openThread(deps, { guestId })
    await setOwner(deps, { ...me, uid }, { threadId, userId: uid })
    await setState(deps, me, { threadId, state, until: minutes(60) })
    await update(`threads/${threadId}`, { needsAttention: [uid], importantFor: [uid] })
  }
  const after = await overview(deps, { ...me, uid })
  const expected = { mine: 2, unassigned: 0, overdue: 0, waiting: 1, snoozed: 1, done: 1 }
  expect(recordOf(viewNames, name => after.views[name] - before.views[name])).toEqual({
    ...expected,
    open: 1,
  })
  const lists = { recent: 4, unread: 4, important: 4, ...expected }
  for (const view of listViews)
    for (const filter of [{ property }, { team }])
      expect([view, await listedIn({ view, filter }, { userId: uid, now: clock.now() })]).toEqual([
        view,
        lists[view],
      ])
})

it('the unfiltered lists show what the overview counts, too', async () => {
  const { views: counted } = await overview(deps, me)
  const onlooker = { userId: me.uid, now: clock.now() }
  const listed = await Promise.all(deskViews.map(view => listedIn({ view, filter: {} }, onlooker)))
  expect(listed).toEqual(deskViews.map(view => counted[view]))
})

it('a list of stays is limited to its property or team, and to the days of its phase', async () => {
  const day = (days: number) => dayOf(new Date(clock.now().getTime() + days * 86_400_000))
  const home = { propertyId: uniqueId('property'), teamId: uniqueId('team') }
  const put = async (arrival: number, departure: number, fields: object = home) => {
    const threadId = uniqueId('thread')
    const stay = { arrival: day(arrival), departure: day(departure) }
    await db.doc(`threads/${threadId}`).set({ source: 'guest', stay, ...fields })
    return threadId
  }
  const [here, leaves, comes, tomorrow] = [
    await put(-20, 9),
    await put(-1, 0),
    await put(0, 4),
    await put(1, 2),
  ]
  const others = [
    await put(9, 10),
    await put(0, 1, { propertyId: uniqueId('other'), teamId: uniqueId('other') }),
  ]
  const onlooker = { userId: me.uid, now: clock.now() }
  for (const narrowed of [{ property: home.propertyId }, { team: home.teamId }])
    for (const stay of stayPhases) {
      const expected = { arriving: [comes, tomorrow], 'in-house': [comes, here], departing: [leaves] }[stay]
      const filter = { ...narrowed, stay }
      const [{ docs } = { docs: [] }] = await Promise.all(
        listQueries({ view: 'recent', filter }, onlooker).map(queried),
      )
      const ids = docs.map(({ id }) => id)
      expect(others.filter(id => ids.includes(id))).toEqual([])
      expect(ids.filter(id => expected.includes(id))).toEqual(expected)
    }
})

/** The number of threads found by the list's queries that belong in its view. */
async function listedIn(address: ListAddress, onlooker: Onlooker): Promise<number> {
  const found = await Promise.all(listQueries(address, onlooker).map(queried))
  const documents = new Map(found.flatMap(({ docs }) => docs).map(one => [one.id, one.data()]))
  const dated = [...documents.values()].map(fields =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value?.toDate?.() ?? value])),
  )
  return dated.filter(fields => standsIn(viewOf(address.view, onlooker), fields)).length
}

const queried = ({ where, orderBy }: ListQuery) => {
  const narrowed = where.reduce<FirebaseFirestore.Query>(
    (query, condition) => query.where(...condition),
    db.collection('threads'),
  )
  return narrowed.orderBy(...orderBy).get()
}

it.each([
  ['operations', ['items', 'triage', 'requests']] as const,
  ['support', ['items', 'triage']] as const,
])('the overview reads no thread, and counts for %s what waits beside threads: %s', async (role, waiting) => {
  const calls = await callsOf(() => overview(deps, { ...me, role }))
  expect(new Set(calls)).toEqual(new Set(['RunAggregationQuery']))
  expect(calls).toHaveLength(viewNames.length + waiting.length)
})

it('the overview fails where Firestore does not answer', async () => {
  const store = { ...deps.store, count: () => Promise.reject(new Error('unavailable')) }
  await expect(overview({ ...deps, store }, me)).rejects.toThrow('unavailable')
})
