import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it, test } from 'vitest'
import * as z from 'zod'
import { reportAge } from '../../functions/src/lib/due/report-age.ts'
import type { Log } from '../../functions/src/lib/ports.ts'
import type { Query } from '../../functions/src/lib/store.ts'
import { webhookItems } from '../../functions/src/lib/webhooks/webhook-items.ts'
import { byTheClock } from '../../functions/src/triggers/by-the-clock.ts'
import { dueKinds } from '../../functions/src/triggers/due-work.ts'
import { testContext } from '../../functions/test/support/test-context.ts'
import { serveWebhooks } from '../../functions/test/support/webhook-server.ts'
import { repoRoot } from '../stack/paths.ts'

const read = (file: string) => readFileSync(path.join(repoRoot, file), 'utf8')
const metrics = z
  .array(z.object({ name: z.string(), filter: z.string() }))
  .parse(JSON.parse(read('ops/monitoring/metrics.json')))
const policies = read('ops/monitoring/alert-policies.json')

/** A line as Cloud Logging has it, flat: path and value. */
type Line = Readonly<Record<string, unknown>>
const lines: Line[] = []
const written =
  (severity: string) =>
  (message: string, fields: object = {}) => {
    const payload = Object.entries({ message, ...fields }).map(([name, value]) => [
      `jsonPayload.${name}`,
      value,
    ])
    lines.push({ severity, 'resource.type': 'cloud_run_revision', ...Object.fromEntries(payload) })
  }
const log: Log = { info: written('INFO'), warn: written('WARNING'), error: written('ERROR') }

/** The part of the filter language that the metrics use: comparisons that all hold. */
const comparison = /(\S+?)(=~|>=|:|=|>|<)("[^"]*"|\S+)/g
const matches = (filter: string, line: Line): boolean =>
  [...filter.matchAll(comparison)].every(([, name = '', sign, word = '']) => {
    const [actual, value] = [line[name], word.replaceAll('"', '')]
    if (sign === ':') return actual !== undefined
    if (sign === '=~') return new RegExp(value).test(String(actual))
    if (sign === '<') return Number(actual) < Number(value)
    if (sign === '>') return Number(actual) > Number(value)
    return String(actual) === value
  })

beforeAll(async () => {
  const now = new Date('2031-05-01T12:00:00Z')
  const context = {
    ...testContext(
      { log, clock: { now: () => now, sleep: async () => {} } },
      { sandboxUrl: 'http://127.0.0.1:9' },
    ),
    breaker: { isPaused: async () => false },
    store: {
      get: async () => ({}),
      // All work has been due for 301 seconds, whichever field has its time.
      find: async ({ order }: Query) => [
        {
          path: 'emails/e',
          value: (order[0]?.[0] ?? '')
            .split('.')
            .reduceRight<unknown>((value, name) => ({ [name]: value }), new Date(now.getTime() - 301_000)),
        },
      ],
      commit: async () => ({ result: undefined }),
    },
  } as unknown as Parameters<typeof reportAge>[0] & Parameters<typeof webhookItems>[0]
  await reportAge(
    context,
    Object.entries(dueKinds).map(([name, kind]) => ({ ...kind, name })),
  )
  await byTheClock(testContext({ log }, { sandboxUrl: 'http://127.0.0.1:9' }), 'watchroles', async () => {})
  await webhookItems(context).missed('bookings', new Date(now.getTime() - 60_000))
  const { url, close } = await serveWebhooks(() => testContext({ log }, { sandboxUrl: 'http://127.0.0.1:9' }))
  await fetch(`${url}/webhooks/billing`, { method: 'POST' })
  close()
})

test.each(metrics)('$name counts a line that the code writes', ({ filter }) => {
  expect(lines.filter(line => matches(filter, line))).toHaveLength(1)
})

it('the policies read every metric, and name sections of the runbook', () => {
  const used = [...policies.matchAll(/user\/(\w+)/g)].map(([, name]) => name)
  expect(new Set(used)).toEqual(new Set(metrics.map(({ name }) => name)))
  const anchors = [...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  )
  const named = [...policies.matchAll(/runbook\.md#([\w-]+)/g)].map(([, anchor]) => anchor)
  expect(named).toHaveLength(2)
  for (const anchor of named) expect(anchors).toContain(anchor)
})
