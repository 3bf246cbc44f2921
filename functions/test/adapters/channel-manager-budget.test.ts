import { expect, it } from 'vitest'
import { channelManager } from '../../src/adapters/channel-manager/channel-manager.ts'
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
