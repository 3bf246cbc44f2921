import { describe, expect, it } from 'vitest'
import type { Threads } from '../../src/lib/chat/ports.ts'
import {
  type CompareSearchDeps,
  compareSearch,
  searchCheckpoint,
} from '../../src/lib/chat/search/compare-search.ts'
import type { DriftCounts } from '../../src/lib/chat/search/drift.ts'
import { continueRound } from '../../src/triggers/by-the-clock.ts'
import { sandbox } from '../support/chat.ts'
import { countedReads } from '../support/counted-reads.ts'
import { chargedFor } from '../support/search-charges.ts'
import { searchRecordOf } from '../support/search-records.ts'
import { putThread, useSearchWorld } from '../support/search-world.ts'
import { uniqueId } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const world = useSearchWorld()

const [minute, day] = [60_000, 24 * 3_600_000]
const week = 7 * day
const alarm = 'the search index may have lost more, comparing everything'

/** The next run of the schedule, or one later. */
async function nextRun(more: Partial<CompareSearchDeps> = {}, afterMs = 15 * minute): Promise<DriftCounts> {
  world.clock.forward(afterMs)
  return compareSearch({ ...world.deps, roundMs: week, ...more })
}

/** The first run has compared everything, and the next round has not begun. */
async function afterFirstRound(): Promise<void> {
  await nextRun()
  await nextRun()
  expect(await roundNow()).toMatchObject({ stage: 'over' })
}

const roundNow = async () => (await world.deps.operations.checkpoint(searchCheckpoint))?.value.round
const fromNow = (milliseconds: number) => new Date(world.clock.now().getTime() + milliseconds)

async function putThreads(count: number, fields: object = {}): Promise<string[]> {
  const writer = world.db.bulkWriter()
  const ids = Array.from({ length: count }, (_, at) => `t${String(at).padStart(4, '0')}`)
  for (const id of ids) void writer.set(world.db.doc(`threads/${id}`), { source: 'x', ...fields })
  await writer.close()
  return ids
}

const lose = (...threadIds: string[]) => Promise.all(threadIds.map(world.index.remove))

describe('what has changed', () => {
  it('is compared in the next run, and only that', async () => {
    await putThread(world)
    await afterFirstRound()
    const [said, noted] = [await putThread(world, { updatedAt: fromNow(minute) }), await putThread(world)]
    await world.db.doc(`threadChanges/${noted}`).set({ at: fromNow(minute) })
    await world.db.doc(`threadChanges/${uniqueId('gone')}`).set({ at: fromNow(minute) })
    const unnoticed = await putThread(world)
    expect(await nextRun()).toMatchObject({ threads: 2, missing: 2, repaired: 2 })
    const found = (await world.records()).map(({ objectID }) => objectID)
    expect(found).toEqual(expect.arrayContaining([said, noted]))
    expect(found).not.toContain(unnoticed)
    expect(await nextRun()).toMatchObject({ threads: 0 })
  })

  it('is compared again where its commit may have come late or its sync was under way', async () => {
    await afterFirstRound()
    const late = await putThread(world, { updatedAt: fromNow(-4 * minute) })
    const young = await putThread(world, { updatedAt: fromNow(15 * minute) })
    const { changedSince } = world.deps.threads
    // As it is seen by a run within a minute of its commit.
    const changedAt = (threadId: string) => (threadId === young ? world.clock.now() : new Date(0))
    const threads = {
      ...world.deps.threads,
      changedSince: async (...asked: Parameters<Threads['changedSince']>) => {
        const found = await changedSince(...asked)
        return {
          ...found,
          threads: found.threads.map(one => ({ ...one, changedAt: changedAt(one.threadId) })),
        }
      },
    }
    expect(await nextRun({ threads })).toMatchObject({ threads: 1, skipped: 1, missing: 1 })
    expect((await world.records()).map(({ objectID }) => objectID)).toEqual([late])
    expect(await nextRun()).toMatchObject({ threads: 1, missing: 1 })
  })

  it('is compared page after page, however many changed at one time, and from where a run has died', async () => {
    await afterFirstRound()
    const at = fromNow(minute)
    const ids = await putThreads(1100, { updatedAt: at, version: 1 })
    const writer = world.db.bulkWriter()
    for (const id of ids) void writer.set(world.db.doc(`threadChanges/${id}`), { at })
    await writer.close()
    const seen: string[] = []
    let pages = 0
    const { changedSince } = world.deps.threads
    const threads = {
      ...world.deps.threads,
      changedSince: async (...asked: Parameters<Threads['changedSince']>) => {
        pages += 1
        if (pages === 5) throw new Error('died')
        const found = await changedSince(...asked)
        seen.push(...found.threads.map(({ threadId }) => threadId))
        return found
      },
    }
    await expect(nextRun({ threads })).rejects.toThrow('died')
    expect(seen).toEqual([...ids, ...ids.slice(0, 500)])
    await nextRun({ threads })
    expect(seen).toEqual([...ids, ...ids])
    expect(await nextRun()).toMatchObject({ threads: 0, missing: 0 })
    expect(await world.records()).toHaveLength(1100)
  })

  it('is not passed over while the index is down, or a run is paused', async () => {
    await afterFirstRound()
    await putThread(world, { updatedAt: fromNow(minute) })
    await sandbox().fault({ vendor: 'algolia', path: 'objects$', mode: 'status', status: 503 })
    await expect(nextRun()).rejects.toMatchObject({ status: 503 })
    await sandbox().clearFaults()
    expect(await nextRun({}, 6 * 60 * minute)).toMatchObject({ missing: 1, repaired: 1 })
  })
})

describe('the round over everything', () => {
  it('is spread over its time, and finds what nothing tells of', async () => {
    const ids = await putThreads(300)
    await afterFirstRound()
    await nextRun({}, day)
    expect(await roundNow()).toMatchObject({ threads: 300, compared: 10, isHurried: false })
    const startedAt = world.clock.now()
    for (const days of [1, 2, 3]) {
      await nextRun({}, day)
      expect((await roundNow())?.compared).toBe(Math.ceil((300 * days) / 7))
    }
    const orphan = uniqueId('orphan')
    await world.index.save(searchRecordOf(orphan))
    await lose(ids[0] ?? '', ids[299] ?? '')
    expect(await nextRun({}, 4 * day)).toMatchObject({ missing: 1 })
    expect(await roundNow()).toMatchObject({ stage: 'over', compared: 300, startedAt })
    expect(await nextRun()).toMatchObject({ missing: 1, orphaned: 1 })
    expect(await roundNow()).toMatchObject({ compared: 10, startedAt: world.clock.now() })
    expect(await world.records()).toHaveLength(300)
    expect(world.deps.log.events).not.toContain(alarm)
  })

  it('begins at once, once a day, where more is wrong than usual', async () => {
    const ids = await putThreads(30)
    const alarms = () => world.deps.log.events.filter(event => event === alarm).length
    const loseTen = async () => {
      await lose(...ids.slice(0, 10))
      for (const id of ids.slice(0, 2))
        await world.db.doc(`threads/${id}`).update({ updatedAt: fromNow(minute) })
    }
    await afterFirstRound()
    await loseTen()
    expect(await nextRun()).toMatchObject({ threads: 2, missing: 2 })
    expect(alarms()).toBe(0)
    await compareSearch(world.deps)
    await nextRun({}, day)
    await loseTen()
    expect(await nextRun()).toMatchObject({ missing: 10, repaired: 10 })
    expect(alarms()).toBe(1)
    expect(await roundNow()).toMatchObject({ isHurried: true, stage: 'over', compared: 30 })
    await loseTen()
    expect(await nextRun()).toMatchObject({ threads: 2, missing: 2 })
    expect(alarms()).toBe(1)
  })

  it('begins at once when the index has lost its settings', async () => {
    await putThreads(30)
    await afterFirstRound()
    world.clock.forward(day)
    const isSetUp = async () => false
    expect(await nextRun({ index: { ...world.index, isSetUp } })).toMatchObject({ threads: 10 + 30 })
    expect(await nextRun({ index: { ...world.index, isSetUp } })).toMatchObject({ threads: 0 })
  })

  it('notices in a sample that the index has lost its records', async () => {
    const ids = await putThreads(300)
    await afterFirstRound()
    await nextRun({}, day)
    await lose(...ids)
    expect(await nextRun()).toMatchObject({ missing: 300, repaired: 300 })
    expect(await world.records()).toHaveLength(300)
  })

  it('looks at no more records than it can remember', async () => {
    await putThreads(1)
    await afterFirstRound()
    let pages = 0
    const page = async () => {
      pages += 1
      const threadIds = Array.from({ length: 1000 }, (_, at) => (at < 150 ? uniqueId('orphan') : 't0000'))
      return { threadIds, cursor: `${pages}` }
    }
    await nextRun({ index: { ...world.index, page } }, day)
    const reached = (await world.deps.operations.checkpoint(searchCheckpoint))?.value
    expect(reached?.suspects.length).toBeGreaterThanOrEqual(1000)
    expect(reached?.round).toMatchObject({ stage: 'records', cursor: '8' })
  })
})

it('two runs at once compare everything, and neither takes the other back', async () => {
  await putThreads(700)
  world.clock.forward(15 * minute)
  const deps = { ...world.deps, roundMs: week }
  await Promise.all([compareSearch(deps), compareSearch(deps)])
  expect(await world.records()).toHaveLength(700)
  expect(await roundNow()).toMatchObject({ stage: 'over', compared: 700 })
})

describe('reads', () => {
  it('are what the simulated month is reckoned by', async () => {
    const counter = countedReads(world.db)
    const context = await builtContext(
      { firestore: counter.firestore, clock: world.clock },
      { index: world.indexName },
    )
    const charged = chargedFor({ ...context, index: context.searchIndex, roundMs: week })
    await putThreads(40)
    const noted = await putThreads(3, { updatedAt: fromNow(day) })
    await world.db.doc(`threadChanges/${noted[0]}`).set({ at: fromNow(day) })
    for (const afterMs of [day, 15 * minute, day, 15 * minute, 3 * day]) {
      world.clock.forward(afterMs)
      await compareSearch(charged.deps)
      expect(counter.reads()).toBe(charged.reads())
    }
    expect(charged.reads()).toBeGreaterThan(150)
  })

  it('are four in a run of which nothing is due', async () => {
    await putThreads(40)
    await afterFirstRound()
    const { firestore, reads } = countedReads(world.db)
    const context = await builtContext({ firestore, clock: world.clock }, { index: world.indexName })
    world.clock.forward(15 * minute)
    await continueRound(context, 'index-comparison')
    // Its lane, how far it has come, and two lists of what has changed.
    expect(reads()).toBe(4)
  })
})
