import { expect, it } from 'vitest'
import { memoryLog } from '../../../test/support/memory-log.ts'
import type { Query } from '../store.ts'
import type { DueKind } from './due.ts'
import type { Lane } from './lanes.ts'
import { reportAge } from './report-age.ts'

const now = new Date('2031-05-01T12:00:00Z')
const kind = (name: string, lane?: Lane): DueKind => ({
  name,
  query: { collection: name, at: 'dueAt' },
  ...(lane && { lane }),
})

async function reportOf(ages: Record<string, number>, kinds: readonly DueKind[]) {
  const log = memoryLog([])
  const store = {
    find: async ({ collection }: Query) =>
      collection in ages
        ? [
            {
              path: `${collection}/x`,
              value: { dueAt: new Date(now.getTime() - (ages[collection] ?? 0) * 1000) },
            },
          ]
        : [],
  }
  const breaker = { isPaused: async (lane: string) => lane === 'email' }
  const deps = { log, store, breaker, clock: { now: () => now } } as unknown as Parameters<
    typeof reportAge
  >[0]
  await reportAge(deps, kinds)
  return [log.events, log.fields]
}

it('the report has the age of the oldest due work, and its kind', async () => {
  const kinds = [kind('a', 'sms'), kind('b', 'search'), kind('c', 'sms')]
  expect(await reportOf({ a: 20, b: 301 }, kinds)).toEqual([
    ['age of due work'],
    [{ seconds: 301, kind: 'b' }],
  ])
})

it('the report skips a lane that a person has paused, but no kind without a lane', async () => {
  const kinds = [kind('a', 'email'), kind('b'), kind('c', 'sms')]
  expect(await reportOf({ a: 900, b: 60, c: 20 }, kinds)).toMatchObject([{}, [{ seconds: 60, kind: 'b' }]])
})

it('the report has 0 seconds when nothing is late', async () => {
  expect(await reportOf({ a: -30 }, [kind('a', 'sms'), kind('b', 'email')])).toMatchObject([
    {},
    [{ seconds: 0 }],
  ])
})
