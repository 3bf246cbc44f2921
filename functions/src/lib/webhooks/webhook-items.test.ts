import { expect, it } from 'vitest'
import { memoryLog } from '../../../test/support/memory-log.ts'
import type { DocumentAt, Fields, Write } from '../store.ts'
import { webhookItems } from './webhook-items.ts'

const minute = 60_000

/** Two processes, one of a catch-up and one of webhooks, and the items between them. */
function world() {
  let now = Date.parse('2031-05-01T12:00:00Z')
  let reads = 0
  const [open, log] = [new Map<string, Fields>(), memoryLog([])]
  const store = {
    get: async ({ item: { path } }: { item: DocumentAt }) => {
      reads += 1
      return { item: open.has(path) ? { value: { isOpen: true }, revision: '1' } : undefined }
    },
    commit: async ([{ kind, path, fields }]: [Write]) => {
      if (kind === 'create') open.set(path, fields)
      else open.delete(path)
      return { result: '1' }
    },
  }
  const vendorOf = (lane: string) => ({ name: `vendor of ${lane}`, key: 'KEY' })
  const clock = { now: () => new Date(now), sleep: async () => {} }
  const deps = { clock, log, store, vendorOf } as unknown as Parameters<typeof webhookItems>[0]
  return {
    open,
    log,
    deps,
    catchUp: webhookItems(deps),
    webhooks: webhookItems(deps),
    reads: () => reads,
    ago: (milliseconds: number) => new Date(now - milliseconds),
    forward(milliseconds: number) {
      now += milliseconds
    },
  }
}

it('missed news opens an item that names the vendor of the silent webhook, and alarms each time', async () => {
  const { open, log, catchUp, ago } = world()
  await catchUp.missed('bookings', ago(minute))
  await catchUp.missed('bookings', ago(minute))
  expect([...open]).toMatchObject([
    ['items/webhook-silent_bookings', { kind: 'webhook-silent', vendor: 'vendor of channel-manager' }],
  ])
  const alarm = { alarm: 'webhook-silent', webhook: 'bookings', vendor: 'vendor of channel-manager' }
  expect(log.fields).toEqual([alarm, alarm])
})

it('news that may still be on its way counts as missed by nobody', async () => {
  const { open, log, catchUp, ago } = world()
  await catchUp.missed('ota-messages', ago(29_000))
  expect([open.size, log.events]).toEqual([0, []])
})

it('a webhook call closes its own item alone, and reads the store once a minute', async () => {
  const { open, catchUp, webhooks, ago, forward, reads } = world()
  await webhooks.arrived('bookings')
  await catchUp.missed('bookings', ago(minute))
  await catchUp.missed('message-status', ago(minute))
  const before = reads()
  forward(minute - 1)
  await webhooks.arrived('bookings')
  expect([reads(), open.size]).toEqual([before, 2])
  forward(1)
  await webhooks.arrived('bookings')
  expect([...open.keys()]).toEqual(['items/webhook-silent_message-status'])
})

it('a store that fails ends neither a catch-up nor a call', async () => {
  const { deps, log, ago } = world()
  const store = { ...deps.store, get: () => Promise.reject(new Error('not there')) }
  const broken = webhookItems({ ...deps, store })
  await broken.missed('bookings', ago(minute))
  await broken.arrived('bookings')
  expect(log.events.filter(event => event === 'the item of a webhook failed')).toHaveLength(2)
})
