import { expect, it } from 'vitest'
import * as z from 'zod'
import { channelManager } from '../../src/adapters/channel-manager/channel-manager.ts'
import type { ChannelManagerClient } from '../../src/adapters/channel-manager/client.ts'
import { everyPage } from '../../src/adapters/channel-manager/client.ts'
import { credentials, useSandbox } from './harness.ts'

const sandbox = useSandbox('channel-manager')

/** By itself it would wait longer than this test may take. */
const patient = () =>
  channelManager({ url: sandbox.vendorUrl(), apiKey: credentials.channelManagerApiKey, timeoutMs: 600_000 })

it.each([200, 0, -5_000])('a call with %i ms left does not wait for its own time-out', async left => {
  await sandbox.fault({ mode: 'timeout' })
  const call = patient()
    .within(() => left)
    .testConnection('booking', '5868189')
  await expect(call).rejects.toMatchObject({ name: 'ProviderError', timedOut: true })
})

it('a call with time left is answered as ever', async () => {
  expect(
    await patient()
      .within(() => 10_000)
      .testConnection('booking', '5868189'),
  ).toBe(true)
})

const reply = z.object({ data: z.array(z.object({ id: z.string() })), meta: z.object({ total: z.number() }) })

/** A list that never comes to its end. */
let pages = 0
const endless: ChannelManagerClient = async request => {
  pages += 1
  return request.reply.parse({ data: [{ id: `id-${pages}` }], meta: { total: 1_000_000 } })
}

it('an endless list is an error, or told in part where that will do', async () => {
  await expect(everyPage(endless, { path: ['channels'], reply })).rejects.toThrow('channel-manager')
  pages = 0
  expect(await everyPage(endless, { path: ['feed'], reply, isPartFine: true })).toHaveLength(100)
})
