import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { memoryLog } from '../../../test/support/memory-log.ts'
import { ContentionError } from '../durable/change.ts'
import { DomainError, ProviderError, UnreadableError } from '../errors.ts'
import type { Revision } from '../ports.ts'
import type { Query, Store, Write } from '../store.ts'
import { type BreakerState, breakerState } from './circuit-breaker.ts'
import type { DueQuery } from './due.ts'
import { workLane } from './work-lane.ts'

const start = new Date('2031-05-01T12:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const query: DueQuery = { collection: 'emails', at: 'dueAt' }

beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())

class Unavailable extends Error {}

/** Pieces that stay due whatever is done, and runs of 50 seconds over them. */
function lane(dueAts: readonly number[], state: BreakerState = 'closed') {
  vi.setSystemTime(start)
  const clock = {
    now: () => new Date(),
    sleep: (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds)),
  }
  const pieces = dueAts
    .map((seconds, index) => ({ path: `emails/e${index}`, dueAt: at(seconds), isQuarantined: false }))
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
  const starts: string[] = []
  const quarantined: { path: string; minutes: number; item: string | undefined }[] = []
  const settled: string[] = []
  const store: Pick<Store, 'find' | 'commit' | 'isTransient'> = {
    isTransient: async error => error instanceof Unavailable,
    async find<T>({ filters, begin, most, parse }: Query<T>) {
      const from = begin && 'path' in begin ? pieces.findIndex(({ path }) => path === begin.path) + 1 : 0
      const matches = pieces
        .filter(({ dueAt }) => dueAt <= Object(filters[0]?.[2]))
        .slice(from, from + (most ?? 0))
      return matches.flatMap(({ path, dueAt, isQuarantined }) => {
        const value = parse({ dueAt, ...(isQuarantined && { asideAt: start }) }, path)
        return value === undefined ? [] : [{ path, id: path, value, revision: '1.0' as Revision }]
      })
    },
    async commit([{ path = '', fields = {} } = {}, opened]: readonly Partial<Write>[]) {
      const item = opened?.path?.slice('items/'.length)
      if (path.startsWith('items/')) settled.push(path.slice('items/'.length))
      else if (fields.dueAt instanceof Date)
        quarantined.push({ path, minutes: (fields.dueAt.getTime() - Date.now()) / 60_000, item })
      return { result: '1.1' as Revision, revisions: [] }
    },
  }
  const gate = { retriesAt: () => undefined, state: async () => state }
  const run = async (work: (id: string) => unknown = () => undefined, atOnce = 5) => {
    const ended = workLane(
      { clock, log: memoryLog([]), store },
      {
        gate,
        atOnce,
        until: at(50),
        workers: [
          {
            name: 'email',
            lane: 'email',
            query,
            work: async piece => {
              starts.push(piece.path)
              await work(piece.path)
            },
          },
        ],
      },
    )
    await vi.advanceTimersByTimeAsync(60_000)
    await ended
  }
  return { run, clock, starts, quarantined, settled, pieces }
}

describe('a run of a lane', () => {
  it('begins no piece after its time', async () => {
    const { run, starts, clock } = lane(Array.from({ length: 500 }, (_, index) => -index))
    await run(() => clock.sleep(1000), 4)
    expect(starts.length).toBe(200)
  })

  it('works on no more pieces at once than the lane allows', async () => {
    const { run, clock } = lane(Array.from({ length: 50 }, (_, index) => -index))
    let [now, most] = [0, 0]
    await run(async () => {
      now += 1
      most = Math.max(most, now)
      await clock.sleep(20)
      now -= 1
    }, 3)
    expect(most).toBe(3)
  })

  const refusal = { nextAction: 'x' }
  it.each([
    ['cannot be read', new UnreadableError('x'), { each: 60 }],
    [
      'is refused by its vendor',
      new ProviderError('algolia', 'permanent', 'x', { status: 400 }),
      { each: 60 },
    ],
    ['is refused by us', new DomainError('channel-not-found', 'x', refusal), { each: 60 }],
    ['meets a mistake of ours', new TypeError('x'), { kind: 5 }],
    ['is told that it has to wait', new DomainError('provider-unavailable', 'x'), {}],
    ['finds somebody at it', new DomainError('mapping-changed', 'x', { retryAfterSeconds: 1 }), {}],
    ['fights others for its document', new ContentionError(), {}],
    ['meets a store that is down', new Unavailable('x'), {}],
    ['meets a vendor that is down', new ProviderError('algolia', 'retryable', 'x', { status: 503 }), {}],
    ['meets a refused key', new ProviderError('algolia', 'permanent', 'x', { status: 401 }), {}],
  ] as [string, Error, { each?: number; kind?: number }][])(
    'a piece that %s keeps no other piece back',
    async (_, error, { each, kind }) => {
      const { run, starts, quarantined } = lane(Array.from({ length: 1000 }, (__, index) => -index / 2))
      await run(id => (id.endsWith('9') ? Promise.reject(error) : undefined))
      expect(starts).toHaveLength(1000)
      const minutes = each ?? kind
      expect(quarantined.map(one => one.minutes)).toEqual(
        minutes === undefined ? [] : Array(100).fill(minutes),
      )
      const items = new Set(quarantined.flatMap(({ item }) => item ?? []))
      expect(items.size).toBe(each ? 100 : kind ? 1 : 0)
      if (kind) expect(quarantined.filter(({ item }) => item !== undefined)).toHaveLength(1)
    },
  )

  it.each([
    ['fights others', new ContentionError(), 11 * 60],
    ['is refused by nobody', new ProviderError('algolia', 'retryable', 'x', { status: 503 }), 73 * 3600],
  ])('a piece that %s for too long is quarantined, with an item of its own', async (_, error, seconds) => {
    const { run, quarantined } = lane([-seconds, -1])
    await run(() => Promise.reject(error))
    expect(quarantined).toEqual([{ path: 'emails/e0', minutes: 60, item: 'due-work-failed_email_e0' }])
  })

  it('tries the vendor with a piece that is not quarantined, however many quarantined ones are before it', async () => {
    const { run, starts, pieces } = lane(
      Array.from({ length: 25 }, (_, index) => -25 + index),
      'half-open',
    )
    for (const piece of pieces.slice(0, 24)) piece.isQuarantined = true
    await run()
    expect(starts).toContain('emails/e24')
  })

  it('resolves the items about a piece that goes through after its quarantine', async () => {
    const { run, pieces, settled } = lane([-2, -1])
    for (const piece of pieces) piece.isQuarantined = piece.path === 'emails/e1'
    await run()
    expect(settled).toEqual(['due-work-failed_email', 'due-work-failed_email_e1'])
  })
})

it.each([
  [undefined, 'closed'],
  [{}, 'closed'],
  [{ pausedBy: 'ann' }, 'open'],
  [{ failing: { reason: 'down', since: at(0), probeAt: at(1) } }, 'open'],
  [{ failing: { reason: 'down', since: at(0), probeAt: at(0) } }, 'half-open'],
  [{ pausedBy: 'ann', failing: { reason: 'quota', since: at(0), probeAt: at(0) } }, 'open'],
] as const)('the breaker of a lane with the state %j is %s', (state, expected) => {
  expect(breakerState(state, start)).toBe(expected)
})
