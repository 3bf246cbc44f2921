import { expect, it } from 'vitest'
import { memoryLog } from '../../../../test/support/memory-log.ts'
import type { Revision } from '../../ports.ts'
import type { ListedThread } from '../ports.ts'
import { storedThread } from '../thread.ts'
import { type CompareSearchDeps, compareAll } from './compare-search.ts'
import { threadRecord } from './thread-record.ts'

const hour = 3_600_000
/** Of which the schedule lets the comparison run: 480 of every 900 seconds. */
const share = 480 / 900

/** So many threads that are in the index as they should be, on a clock that only calls move, by so many milliseconds. */
function house(count: number, latencyMs: number) {
  let now = Date.parse('2031-05-01T12:00:00Z')
  const thread = storedThread.parse({
    source: 'guest',
    participantIds: ['a'],
    needsAttention: [],
    version: 3,
  })
  const listed = (number: number): ListedThread => ({
    threadId: `t${String(number).padStart(9, '0')}`,
    changedAt: new Date(0),
    stored: { value: thread, revision: '1.0' as Revision },
  })
  const called = <T>(answer: T): Promise<T> => {
    now += latencyMs
    return Promise.resolve(answer)
  }
  let place: object | undefined
  const records = (ids: readonly string[]) => new Map(ids.map(id => [id, { ...threadRecord(id, thread) }]))
  const deps = {
    clock: { now: () => new Date(now), sleep: async () => {} },
    log: memoryLog([]),
    threads: {
      page: (after: string | undefined, limit: number) => {
        const from = after === undefined ? 0 : Number(after.slice(1)) + 1
        return called(
          Array.from({ length: Math.min(limit, count - from) }, (_, index) => listed(from + index)),
        )
      },
      absent: () => called([]),
    },
    index: {
      isSetUp: () => called(true),
      records: (ids: readonly string[]) => called(records(ids)),
      page: () => called({ threadIds: [], cursor: undefined }),
    },
    checkpoints: {
      read: () => called(place && { value: place, revision: '1.0' as Revision }),
      write: (_: object, next: object) => {
        place = next
        return called({ result: '1.0' as Revision })
      },
    },
  } as unknown as CompareSearchDeps
  return { deps, elapsed: (since: number) => now - since, now: () => now }
}

it('a million threads are compared within an hour, by one worker and with calls of 150 ms', async () => {
  const count = 20_000
  const { deps, elapsed, now } = house(count, 150)
  const since = now()
  await compareAll(deps)
  const forAMillion = (elapsed(since) * 1_000_000) / count
  expect(forAMillion).toBeLessThan(hour * share)
})

it('a run ends in time, and the next one goes on from there', async () => {
  const { deps, elapsed, now } = house(1_000_000, 10_000)
  const since = now()
  await compareAll(deps)
  expect(elapsed(since)).toBeLessThan(600_000)
  const first = await deps.checkpoints.read({ name: 'search' } as never)
  await compareAll(deps)
  const second = await deps.checkpoints.read({ name: 'search' } as never)
  const afterOf = (place: unknown) => String(Reflect.get(Reflect.get(Object(place), 'value'), 'after'))
  expect(afterOf(second) > afterOf(first)).toBe(true)
})
