import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { memoryLog } from '../../../../test/support/memory-log.ts'
import { virtualClock } from '../../../../test/support/virtual-clock.ts'
import { schedules } from '../../health/subjects.ts'
import type { Revision } from '../../ports.ts'
import type { IdRange } from '../../rounds/id-ranges.ts'
import type { ListedThread } from '../ports.ts'
import { storedThread } from '../thread.ts'
import { type CompareSearchDeps, compareSearch } from './compare-search.ts'
import { threadRecord } from './thread-record.ts'

const minute = 60_000
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
function house(ids: readonly string[], atOnce: number) {
  const clock = virtualClock(new Date('2031-05-01T12:00:00Z'))
  const seen = new Map<string, number>()
  let [writes, calls, lives] = [0, 0, Number.POSITIVE_INFINITY]
  let roundEndedAt = 0
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
  let place: { ranges: IdRange[]; startedAt?: Date } | undefined
  const recordPages = Math.ceil(ids.length / 1000)
  const deps = {
    clock,
    log: memoryLog([]),
    atOnce,
    threads: {
      page: (after: string | undefined, limit: number, until?: string) =>
        called(() => {
          const from = after === undefined ? 0 : placeAfter(ids, after)
          const to = until === undefined ? ids.length : placeAfter(ids, until)
          const page = ids.slice(from, Math.min(from + limit, to))
          return page.map(listed)
        }),
      absent: () => called(() => []),
    },
    index: {
      isSetUp: () => called(() => true),
      records: (asked: readonly string[]) =>
        called(() => new Map(asked.map(id => [id, { ...threadRecord(id, thread) }]))),
      page: (cursor = '0') =>
        called(() => ({
          threadIds: [],
          cursor: Number(cursor) + 1 < recordPages ? String(Number(cursor) + 1) : undefined,
        })),
    },
    operations: {
      checkpoint: () => called(() => place && { value: place, revision: '1.0' as Revision }),
      saveCheckpoint: (_: object, next: { ranges: IdRange[] }) =>
        called(() => {
          writes += 1
          if (writes > lives) throw new Error('died')
          place = structuredClone(next)
          if (next.ranges.length === 0 && roundEndedAt === 0) roundEndedAt = clock.now().getTime()
          return { result: '1.0' as Revision }
        }),
    },
  } as unknown as CompareSearchDeps
  const startedAt = clock.now().getTime()
  return {
    deps,
    clock,
    seen,
    run: () => clock.during(compareSearch(deps)),
    dieAtWrite: (number: number) => {
      lives = number
    },
    calls: () => calls,
    place: () => place,
    /** When the round over the threads was over. Minutes. */
    roundTook: () => (roundEndedAt === 0 ? undefined : (roundEndedAt - startedAt) / minute),
  }
}

/** Runs by the schedule until the round is over. */
async function roundOf(ids: readonly string[], atOnce: number) {
  const world = house(ids, atOnce)
  const { clock, run, roundTook, place } = world
  const began = clock.now()
  let paused = 0
  while (roundTook() === undefined) {
    const next = clock.now().getTime() + schedules.comparesearch * minute
    await run()
    if (roundTook() !== undefined) break
    expect(place()?.startedAt?.getTime()).toBeLessThan(began.getTime() + minute)
    paused += next - clock.now().getTime()
    await clock.pass(next - clock.now().getTime())
  }
  expect(world.seen.size).toBe(ids.length)
  const took = roundTook() ?? 0
  return { ...world, took, worked: took - paused / minute }
}

it('a million threads are compared within an hour, each once, ten times as fast by ten times the workers', async () => {
  const million = idsOf(1_000_000, padded)
  const [ten, one] = [await roundOf(million, 10), await roundOf(million, 1)]
  expect(one.took).toBeLessThan(60)
  expect(one.worked / ten.worked).toBeGreaterThan(9)
  expect(one.worked / ten.worked).toBeLessThan(11)
  expect([...ten.seen.values()].every(times => times === 1)).toBe(true)
  // Two calls for a page of threads and for one of records, a checkpoint for some of them, and what it takes to share.
  expect(ten.calls()).toBeLessThan(2 * 2000 + 2 * 1000 + 1500)
}, 60_000)

it.each([
  ['random', hashed],
  ['random behind the same words', (number: number) => `reservation_of_a_guest_${hashed(number)}`],
  ['numbers', (number: number) => `t${padded(number)}`],
  ['mostly one kind', (number: number) => (number % 50 === 0 ? hashed(number) : `zzz-${padded(number)}`)],
])('ids that are %s are shared fairly', async (_, idOf) => {
  const ids = idsOf(120_000, idOf)
  const { took, seen } = await roundOf(ids, 6)
  const pages = 120_000 / 500
  // It takes some seconds to find where the threads are.
  expect(took * minute).toBeLessThan(1.5 * (pages / 6) * 2 * callMs + 8000)
  expect([...seen.values()].every(times => times === 1)).toBe(true)
})

it('a process that dies at any checkpoint leaves no thread out, and repeats no more than what was in hand', async () => {
  const ids = idsOf(20_000, hashed)
  let isDead = true
  for (let write = 0; isDead; write += 1) {
    const world = house(ids, 4)
    world.dieAtWrite(write)
    isDead = await world.run().then(
      () => false,
      (error: Error) => error.message === 'died',
    )
    world.dieAtWrite(Number.POSITIVE_INFINITY)
    while (world.roundTook() === undefined) await world.run()
    expect(world.seen.size).toBe(ids.length)
    const again = [...world.seen.values()].filter(times => times > 1).length
    expect(again).toBeLessThanOrEqual(2 * 4 * 500)
  }
})

it('a run ends in time, and the next one goes on from there', async () => {
  const { run, clock, place, seen } = house(idsOf(1_500_000, padded), 1)
  const began = clock.now().getTime()
  await run()
  expect(clock.now().getTime() - began).toBeLessThan(9 * minute)
  const [left, before] = [place()?.ranges.length, seen.size]
  expect(left).toBe(1)
  await run()
  expect(seen.size).toBeGreaterThan(1.5 * before)
  expect([...seen.values()].every(times => times === 1)).toBe(true)
})
