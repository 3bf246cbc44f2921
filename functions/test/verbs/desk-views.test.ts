import { expect, it } from 'vitest'
import { overview } from '../../src/lib/chat/desk/overview.ts'
import { standsIn, type ViewName, viewNames, viewsOf } from '../../src/lib/chat/desk/views.ts'
import { recordOf } from '../../src/lib/record-of.ts'
import { staffActor, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { uniqueId } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, callsOf } = await startVerbs()

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

/** Every combination of what decides, some of which only others could have stored. */
const threads = owners.flatMap(owner =>
  states.flatMap(state =>
    waits.map((wait, at) => ({ source: 'guest', updatedAt: minutes(-at), ...owner, ...state, ...wait })),
  ),
)

const views = viewsOf({ userId: me.uid, now: clock.now() })
const scan = (of: readonly object[]): Record<ViewName, number> =>
  recordOf(viewNames, name => of.filter(thread => standsIn(views[name], { ...thread })).length)

it('counts in every view what a scan finds there', async () => {
  const before = await overview(deps, me)
  const batch = db.batch()
  for (const thread of threads) batch.set(db.doc(`threads/${uniqueId('thread')}`), thread)
  await batch.commit()
  const after = await overview(deps, me)
  expect(recordOf(viewNames, name => after.views[name] - before.views[name])).toEqual(scan(threads))
  expect(scan(threads)).toEqual({
    ...{ mine: 8, unassigned: 15, overdue: 40 },
    ...{ open: 16, waiting: 16, snoozed: 16, done: 16 },
  })
})

it('lists what it counts, longest waiting first', async () => {
  for (const name of viewNames) {
    const { where, orderBy } = views[name]
    const narrowed = where.reduce<FirebaseFirestore.Query>(
      (query, [field, comparison, value]) => query.where(field, comparison, value),
      db.collection('threads'),
    )
    const { docs } = await narrowed.orderBy(...orderBy).get()
    const found = docs.map(one => one.get(orderBy[0]).toMillis())
    expect(found.length).toBeGreaterThan(1)
    expect(found).toEqual(found.toSorted((a, b) => (orderBy[1] === 'asc' ? a - b : b - a)))
  }
})

it('reads no thread', async () => {
  const calls = await callsOf(() => overview(deps, me))
  expect(new Set(calls)).toEqual(new Set(['RunAggregationQuery']))
  expect(calls).toHaveLength(viewNames.length)
})

it('says nothing where Firestore does not answer', async () => {
  const desk = { ...deps.desk, counts: () => Promise.reject(new Error('unavailable')) }
  await expect(overview({ ...deps, desk }, me)).rejects.toThrow('unavailable')
})
