import { expect, it } from 'vitest'
import { memoryLog } from '../../../../test/support/memory-log.ts'
import type { Revision } from '../../ports.ts'
import type { KeptMessage } from './inbound-port.ts'
import type { ListedInbound } from './receive-message.ts'
import { type ReceiveMissedDeps, receiveMissed } from './receive-missed.ts'

const start = Date.parse('2031-05-04T12:00:00Z')
const [second, day] = [1000, 24 * 3_600_000]

/** A provider that has so many messages of unknown senders, over three days, on a clock that only calls move. */
function gap(count: number, latencyMs: number) {
  let now = start
  let calls = 0
  /** Every so many calls the process dies. */
  let lives = Number.POSITIVE_INFINITY
  const called = <T>(answer: T): Promise<T> => {
    now += latencyMs
    calls += 1
    return calls % lives === 0 ? Promise.reject(new Error('died')) : Promise.resolve(answer)
  }
  const listed = Array.from({ length: count }, (_, index): ListedInbound => {
    const receivedAt = new Date(start - 3 * day + Math.floor((index * 3 * day) / count))
    return {
      providerMessageId: `SM${index}`,
      channel: 'sms',
      from: `+49151${10_000_000 + (index % 500)}`,
      body: 'Hello',
      attachmentCount: 0,
      receivedAt,
    }
  })
  const kept = new Set<string>()
  let place: { value: object; revision: Revision } | undefined = {
    value: { readUntil: new Date(start - 3 * day), readAt: new Date(start - 3 * day) },
    revision: '0' as Revision,
  }
  const deps = {
    clock: { now: () => new Date(now), sleep: async () => {} },
    log: memoryLog([]),
    rules: { limits: { messageBody: 4096 } },
    media: { isProviders: () => true },
    guests: {
      read: async () => new Map(),
      byAddress: async () => [],
      staysOf: async () => [],
      threadsOf: async () => [],
    },
    inbound: {
      isSpam: async () => false,
      missing: (ids: readonly string[]) => called(new Set(ids.filter(id => !kept.has(id)))),
      keep: ({ providerMessageId }: KeptMessage) => {
        if (kept.has(providerMessageId)) return called('unresolved' as const)
        kept.add(providerMessageId)
        return called({ result: undefined })
      },
    },
    inboundLog: async () => ({
      receivedOn: (date: Date, since: Date) =>
        called(
          listed.filter(
            ({ receivedAt }) =>
              receivedAt >= since &&
              receivedAt.toISOString().slice(0, 10) === date.toISOString().slice(0, 10),
          ),
        ),
      attachmentsOf: async () => [],
    }),
    checkpoints: {
      read: async () => place,
      write: async (_: object, value: object) => {
        await called(undefined)
        place = { value, revision: String(calls) as Revision }
        return { result: place.revision }
      },
    },
  } as unknown as ReceiveMissedDeps
  const readUntil = () => Reflect.get(Object(place?.value), 'readUntil') as Date
  const dieAt = (every: number) => {
    lives = every
  }
  return { deps, kept, readUntil, dieAt, elapsed: () => now - start }
}

it('a gap of 100,000 is caught up in an hour, each run going on where the last one ended', async () => {
  const { deps, kept, readUntil, elapsed } = gap(100_000, 30)
  const reached: number[] = []
  while (kept.size < 100_000 && reached.length < 100) {
    await receiveMissed(deps)
    reached.push(readUntil().getTime())
  }
  expect(kept.size).toBe(100_000)
  expect(reached).toEqual(reached.toSorted((a, b) => a - b))
  expect(elapsed()).toBeLessThan(3_600 * second)
})

it('a process that dies again and again loses none', async () => {
  const { deps, kept, dieAt } = gap(20_000, 30)
  dieAt(997)
  for (let run = 0; run < 200 && kept.size < 20_000; run += 1) await receiveMissed(deps).catch(() => {})
  dieAt(Number.POSITIVE_INFINITY)
  await receiveMissed(deps)
  expect(kept.size).toBe(20_000)
})
