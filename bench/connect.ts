import { type ConnectableProperty, storeProperty } from '../functions/test/support/connection-builders.ts'
import { type SandboxRequest, sandboxAt } from '../functions/test/support/sandbox.ts'
import { sandboxCredentials } from '../sandbox/src/index.ts'
import { openBenchSystem } from './bench-system.ts'
import { compare, median, type Report } from './result.ts'

const rounds = 15
const warmUp = 2
/** The latency of every call to the channel manager. */
const latencyMs = 150

/**
 * Time to connect a property with a payment, from the request to the answer of the deployed function, compared with the
 * latencies of its calls to the channel manager: of all calls one after another, and of the longest chain of calls that
 * wait for each other.
 */
export async function benchConnect(): Promise<Report> {
  await using system = await openBenchSystem()
  await using running = await system.sandbox()
  const sandbox = sandboxAt(running.url)
  await using served = await system.serve(
    'project',
    {
      CHANNEL_MANAGER_URL: `${running.url}/channel-manager`,
      CHANNEL_MANAGER_API_KEY: sandboxCredentials.channelManagerApiKey,
    },
    'integrations',
  )
  await sandbox.fault({ vendor: 'channel-manager', mode: 'delay', delayMs: latencyMs })
  const headers = system.headersOf({ role: 'operations' })
  const samples = { total: [] as number[], sum: [] as number[], chain: [] as number[] }
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const property = await storeProperty({ plan: 'paid' }, { db: system.db, sandbox })
    const before = (await sandbox.requests('channel-manager')).length
    const total = await connect(served.url, property, headers)
    const calls = (await sandbox.requests('channel-manager')).slice(before)
    if (round < warmUp) continue
    samples.total.push(total)
    samples.sum.push(calls.length * latencyMs)
    samples.chain.push(chainOf(calls) * latencyMs)
  }
  const ours = median(samples.total)
  return {
    title: `connect: every call to the channel manager takes ${latencyMs} ms`,
    method: `medians of n = ${rounds} connections with a payment, after ${warmUp} to warm up`,
    results: [
      compare("connect, against the sum of the vendor's latencies", ours, median(samples.sum), 1.15),
      compare('connect, against the longest chain of its calls', ours, median(samples.chain)),
    ],
  }
}

async function connect(
  url: string,
  { propertyId, hotelId }: ConnectableProperty,
  headers: Record<string, string>,
): Promise<number> {
  const body = JSON.stringify({ propertyId, hotelId, paymentId: `pay-${propertyId}` })
  const began = performance.now()
  const answer = await fetch(`${url}/api/integrations/booking/connect`, { method: 'POST', headers, body })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`${answer.status} ${text}`)
  return performance.now() - began
}

/** The number of calls one after another; calls under way at the same time count once. */
function chainOf(calls: readonly SandboxRequest[]): number {
  let length = 0
  let end = 0
  for (const begin of calls.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b)) {
    if (begin < end) continue
    length += 1
    end = begin + latencyMs
  }
  return length
}
