import { expect, it } from 'vitest'
import { memoryLog } from '../../../test/support/memory-log.ts'
import type { NewItem } from '../items/item.ts'
import { webhookItems } from './webhook-items.ts'

const minute = 60_000

/** Two processes, one of a catch-up and one of webhooks, and the items between them. */
function world() {
  let now = Date.parse('2031-05-01T12:00:00Z')
  let reads = 0
  const [open, log] = [new Map<string, NewItem>(), memoryLog([])]
  const items = {
    read: async (ids: readonly string[]) => {
      reads += 1
      return new Map(
        ids.filter(id => open.has(id)).map(id => [id, { value: { isOpen: true }, revision: '1' }]),
      )
    },
    commit: async ({ items: changes }: { items: [{ open?: NewItem; resolve?: string }] }) => {
      const [{ open: item, resolve: id }] = changes
      if (item) open.set(item.id, item)
      if (id) open.delete(id)
      return { result: undefined }
    },
  }
  const lanes = { vendorOf: async (lane: string) => ({ name: `vendor of ${lane}`, key: 'KEY' }) }
  const clock = { now: () => new Date(now), sleep: async () => {} }
  const deps = { clock, log, items, lanes } as unknown as Parameters<typeof webhookItems>[0]
  return {
    ...{ open, log, deps },
    catchUp: webhookItems(deps),
    webhooks: webhookItems(deps),
    reads: () => reads,
    ago: (milliseconds: number) => new Date(now - milliseconds),
    forward(milliseconds: number) {
      now += milliseconds
    },
  }
}

it('what was missed opens an item that says whose webhook does not arrive, and raises the alarm each time', async () => {
  const { open, log, catchUp, ago } = world()
  await catchUp.missed('bookings', ago(minute))
  await catchUp.missed('bookings', ago(minute))
  expect([...open.values()]).toMatchObject([
    { id: 'webhook-silent_bookings', kind: 'webhook-silent', about: { vendor: 'vendor of channel-manager' } },
  ])
  const alarm = { alarm: 'webhook-silent', webhook: 'bookings', vendor: 'vendor of channel-manager' }
  expect(log.fields).toEqual([alarm, alarm])
})

it('news that may still be on its way is none of it', async () => {
  const { open, log, catchUp, ago } = world()
  await catchUp.missed('ota-messages', ago(29_000))
  expect([open.size, log.events]).toEqual([0, []])
})

it('a call that arrives closes its own item alone, and asks the store once a minute', async () => {
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
  expect([...open.keys()]).toEqual(['webhook-silent_message-status'])
})

it('a store that fails ends neither a catch-up nor a call', async () => {
  const { deps, log, ago } = world()
  const items = { read: () => Promise.reject(new Error('not there')) } as unknown as typeof deps.items
  const broken = webhookItems({ ...deps, items })
  await broken.missed('bookings', ago(minute))
  await broken.arrived('bookings')
  expect(log.events.filter(event => event === 'the item of a webhook failed')).toHaveLength(2)
})
