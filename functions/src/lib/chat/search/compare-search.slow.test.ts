import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { memoryLog } from '../../../../test/support/memory-log.ts'
import { chargedFor } from '../../../../test/support/search-charges.ts'
import { virtualClock } from '../../../../test/support/virtual-clock.ts'
import type { Revision } from '../../ports.ts'
import { schedules } from '../../schedules.ts'
import type { ListedThread } from '../ports.ts'
import { storedThread } from '../thread.ts'
import type { ChangeCursor } from './change-cursor.ts'
import { type CompareSearchDeps, compareSearch } from './compare-search.ts'
import type { FullRound } from './full-round.ts'
import { threadRecord } from './thread-record.ts'

const minute = 60_000
const day = 24 * 60 * minute
const week = 7 * day
const callMs = 150
const thread = storedThread.parse({ source: 'guest', participantIds: ['a'], needsAttention: [], version: 3 })

const padded = (number: number) => String(number).padStart(9, '0')
const hashed = (number: number) =>
  createHash('sha256').update(String(number)).digest('base64url').slice(0, 20)
const idsOf = (count: number, idOf: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => idOf(number)).sort()

/** The place of the first id that is greater. */
function placeAfter(ids: readonly string[], id: string): number {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ids[middle] ?? '') > id) to = middle
    else from = middle + 1
  }
  return from
}

/** Threads that are in the index as they should be. Of each page one is old enough to be compared. */
function house(ids: readonly string[], roundMs: number = week) {
  const clock = virtualClock(new Date('2031-05-01T12:00:00Z'))
  const seen = new Map<string, number>()
  let [writes, calls, lives] = [0, 0, Number.POSITIVE_INFINITY]
  const called = async <T>(answer: () => T): Promise<T> => {
    calls += 1
    await clock.sleep(callMs)
    return answer()
  }
  const listed = (threadId: string, at: number): ListedThread => ({
    threadId,
    /** Is looked at once whenever a thread is compared. */
    get changedAt() {
      seen.set(threadId, (seen.get(threadId) ?? 0) + 1)
      return at === 0 ? new Date(0) : clock.now()
    },
    stored: { value: thread, revision: '1.0' as Revision },
  })
  let stored: { round?: FullRound } | undefined
  let revision = 0
  const deps = {
    clock,
    log: memoryLog([]),
    roundMs,
    threads: {
      count: () => called(() => ids.length),
      page: (after: string | undefined, limit: number) =>
        called(() => {
          const from = after === undefined ? 0 : placeAfter(ids, after)
          return ids.slice(from, from + limit).map(listed)
        }),
      changedSince: (_: Date, cursor: ChangeCursor | undefined) =>
        called(() => ({ threads: [], next: cursor ? undefined : { list: 'threadChanges' } })),
      absent: () => called(() => []),
    },
    index: {
      isSetUp: () => called(() => true),
      records: (asked: readonly string[]) =>
        called(() => new Map(asked.map(id => [id, { ...threadRecord(id, thread) }]))),
      page: (cursor = '0') =>
        called(() => {
          const end = Number(cursor) + 1000
          return {
            threadIds: ids.slice(Number(cursor), end),
            cursor: end < ids.length ? `${end}` : undefined,
          }
        }),
    },
    operations: {
      checkpoint: () => called(() => stored && { value: stored, revision: String(revision) as Revision }),
      saveCheckpoint: (_: object, next: { round?: FullRound }, read: Revision | undefined) =>
        called(() => {
          writes += 1
          if (writes > lives) throw new Error('died')
          if (read !== (stored && String(revision))) return 'unresolved'
          stored = structuredClone(next)
          revision += 1
          return { result: String(revision) as Revision }
        }),
    },
  } as unknown as CompareSearchDeps
  const charged = chargedFor(deps)
  return {
    clock,
    seen,
    run: () => clock.during(compareSearch(charged.deps)),
    /** The same by two processes at once. */
    runTwice: () => clock.during(Promise.all([compareSearch(charged.deps), compareSearch(charged.deps)])),
    dieAtWrite: (number: number) => {
      lives = number
    },
    calls: () => calls,
    /** With the lane, which each run asks for. */
    reads: (runs: number) => charged.reads() + runs,
    round: () => stored?.round,
  }
}

/** When the next run of the schedule begins after what one does. */
async function bySchedule({ clock }: ReturnType<typeof house>, run: () => Promise<unknown>): Promise<void> {
  const next = clock.now().getTime() + schedules.comparesearch * minute
  await run()
  await clock.pass(Math.max(0, next - clock.now().getTime()))
}

it('a million threads are compared within an hour when it hurries, each once', async () => {
  const million = idsOf(1_000_000, padded)
  const world = house(million)
  const began = world.clock.now().getTime()
  while (world.round()?.stage !== 'over') await bySchedule(world, world.run)
  expect(world.clock.now().getTime() - began).toBeLessThan(60 * minute)
  expect(world.seen.size).toBe(million.length)
  expect([...world.seen.values()].every(times => times === 1)).toBe(true)
  // Three calls for a page of threads with its checkpoint, five for two of records, and the few of each run.
  expect(world.calls()).toBeLessThan(3 * 2000 + 5 * 500 + 50)
}, 60_000)

it('an idle month with 100,000 threads costs less than two million reads, and misses none of them in a week', async () => {
  const ids = idsOf(100_000, hashed)
  const world = house(ids)
  await bySchedule(world, world.run)
  await world.clock.pass(day)
  world.seen.clear()
  const [before, runs] = [world.reads(0), (30 * day) / (schedules.comparesearch * minute)]
  const perRun: number[] = []
  for (let number = 0; number < runs; number += 1) {
    const reads = world.reads(0)
    await bySchedule(world, world.run)
    perRun.push(world.reads(0) - reads)
    if (number === 7 * 96) expect(world.seen.size).toBe(ids.length)
  }
  const reads = world.reads(runs) - before
  console.log(`an idle month with 100,000 threads: ${reads.toLocaleString('en')} reads by the comparison`)
  expect(reads).toBeLessThan(2_000_000)
  expect(new Set(world.seen.values())).toEqual(new Set([4, 5]))
  // All but the runs that end a round, with its records, read the same.
  expect(perRun.filter(run => run > 160)).toHaveLength(4)
}, 120_000)

it.each([
  [0, 12_000],
  [1000, 80_000],
])('an idle month with %i threads costs at most %i reads', async (count, most) => {
  const world = house(idsOf(count, hashed))
  for (let number = 0; number < 2880; number += 1) await bySchedule(world, world.run)
  expect(world.reads(2880)).toBeLessThan(most)
})

it.each([
  ['at full speed', 20_000, 'hurried'],
  ['spread over two days', 3000, 'spread'],
])('a process that dies at any checkpoint leaves no thread out: %s', async (_, count, pace) => {
  const ids = idsOf(count, hashed)
  let hasDied = true
  for (let write = 0; hasDied; write += 5) {
    const world = house(ids, 2 * day)
    if (pace === 'spread') {
      await bySchedule(world, world.run)
      await world.clock.pass(day)
      world.seen.clear()
    }
    hasDied = false
    world.dieAtWrite(write)
    const living = () =>
      world.run().then(
        () => {},
        (error: Error) => {
          expect(error.message).toBe('died')
          hasDied = true
          world.dieAtWrite(Number.POSITIVE_INFINITY)
        },
      )
    const isOver = () => world.round()?.stage === 'over' && world.round()?.isHurried === (pace === 'hurried')
    while (!isOver()) await bySchedule(world, living)
    expect(world.seen.size).toBe(ids.length)
    const again = [...world.seen.values()].filter(times => times > 1).length
    expect(again).toBeLessThanOrEqual(2 * 500)
  }
})

it('of two runs at once the slower one leaves the round to the other', async () => {
  const { seen, round, runTwice } = house(idsOf(20_000, hashed))
  await runTwice()
  expect(round()).toMatchObject({ stage: 'over', compared: 20_000 })
  expect(seen.size).toBe(20_000)
  expect([...seen.values()].filter(times => times > 1).length).toBeLessThanOrEqual(2 * 500)
})

it('a run ends in time, and the next one goes on from there', async () => {
  const { run, clock, round, seen } = house(idsOf(1_500_000, padded))
  const began = clock.now().getTime()
  await run()
  expect(clock.now().getTime() - began).toBeLessThan(9 * minute)
  const before = seen.size
  expect(round()).toMatchObject({ stage: 'threads', compared: before })
  await run()
  expect(seen.size).toBeGreaterThan(1.5 * before)
  expect([...seen.values()].every(times => times === 1)).toBe(true)
})
