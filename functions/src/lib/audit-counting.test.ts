import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { memoryLog } from '../../test/support/memory-log.ts'
import type { AuditEntry } from './audit.ts'
import { countingRefusals } from './audit-counting.ts'
import { FieldChange } from './store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const entry = (id: string, threadId = 't'): AuditEntry => ({
  id,
  action: 'message.create',
  outcome: 'failure',
  actorId: 'u',
  ipAddress: '',
  userAgent: '',
  targetType: 'message',
  targetId: 'm',
  metadata: { threadId },
  at: new Date(0),
})

function counting() {
  const written: [id: string, threadId: unknown, times: number][] = []
  const auditLog = countingRefusals(
    {
      log: memoryLog(),
      store: {
        async write(writes) {
          for (const { path, fields } of writes) {
            const { threadId, count } = z
              .object({ threadId: z.string(), count: z.instanceof(FieldChange) })
              .parse(fields.metadata)
            written.push([path.slice('auditLog/'.length), threadId, Reflect.get(count.by, 'by')])
          }
        },
      },
    },
    () => 10_000,
  )
  const refuse = (id: string, threadId?: string) => auditLog.countRefusals(entry(id, threadId), 1)
  return { written, refuse }
}

it('the first refusal is written at once, and those of the next ten seconds together', async () => {
  const { written, refuse } = counting()
  await refuse('one')
  await refuse('other')
  for (let time = 0; time < 600; time += 1) await refuse('one', `t${time}`)
  const first = [
    ['one', 't', 1],
    ['other', 't', 1],
  ]
  expect(written).toEqual(first)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(written).toEqual([...first, ['one', 't599', 600]])
})

it('refusals that go on are written once in ten seconds, and at once again after a pause', async () => {
  const { written, refuse } = counting()
  for (let second = 0; second < 30; second += 1) {
    await refuse('one')
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(written.map(([, , times]) => times)).toEqual([1, 9, 10, 10])
  await vi.advanceTimersByTimeAsync(20_000)
  await refuse('one')
  expect(written.map(([, , times]) => times)).toEqual([1, 9, 10, 10, 1])
})
