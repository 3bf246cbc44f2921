import { describe, expect, it } from 'vitest'
import { webhooks } from '../../src/adapters/channel-manager/webhooks.ts'
import { ensureWebhook } from '../../src/lib/connection/watch/keep-webhook.ts'
import type { Webhooks } from '../../src/lib/connection/watch/ports.ts'
import type { Revision } from '../../src/lib/ports.ts'
import type { Checkpoints } from '../../src/lib/rounds/checkpoints.ts'
import { channelManagerConfig, credentials, describeFailures, failure, useSandbox } from './harness.ts'

const sandbox = useSandbox('channel-manager')
const propertyId = 'a0000000-0000-4000-8000-000000000001'
const own = { url: 'https://example.com/webhooks/channel-manager', secret: 'a-secret-of-ours' }

const config = () => channelManagerConfig(sandbox.vendorUrl())
const registry = ({ secret = own.secret, ...more }: { secret?: string; url?: string } = {}) =>
  webhooks({ ...config(), ...more }, () => ({ ...own, secret }))

const wanted = {
  is_global: true,
  property_id: null,
  callback_url: own.url,
  event_mask: [
    ...['booking', 'booking_unmapped_room', 'booking_unmapped_rate', 'non_acked_booking'],
    ...['sync_error', 'sync_warning', 'rate_error'],
    ...['activate_channel', 'deactivate_channel', 'disconnect_channel', 'disconnect_listing'],
    ...['new_channel', 'updated_channel'],
    ...['channel_removal_warning', 'property_removal_warning'],
    ...['message', 'message_thread_booking_assigned'],
    ...['inquiry', 'reservation_request', 'alteration_request'],
  ].join(';'),
  headers: { 'X-Webhook-Secret': own.secret },
  is_active: true,
  send_data: true,
}

/** Somebody registers a webhook at the channel manager. */
async function registerOther(changes: object): Promise<void> {
  const webhook = { ...wanted, ...changes }
  const response = await fetch(`${sandbox.vendorUrl()}/webhooks`, {
    method: 'POST',
    headers: { 'user-api-key': credentials.channelManagerApiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ webhook }),
  })
  expect(response.status).toBe(201)
}

const posts = async () =>
  (await sandbox.requests()).filter(({ method, path }) => method === 'POST' && path === '/webhooks')

describe('our webhook', () => {
  it('is registered as the channel manager wants it', async () => {
    await registry().register()
    expect((await posts())[0]?.body).toEqual({ webhook: wanted })
    const { complete, ...others } = await registry().registered()
    expect([complete.length, others]).toEqual([1, { incomplete: [], ofProperties: [] }])
    const [id = ''] = complete
    expect(await registry().isComplete(id)).toBe(true)
    expect(await registry({ secret: 'another' }).isComplete(id)).toBe(false)
    expect(await registry().isComplete('b0000000-0000-4000-8000-000000000001')).toBe(false)
  })

  it.each<[string, object]>([
    ['is switched off', { is_active: false }],
    ['misses an event', { event_mask: 'booking;sync_error' }],
    ['has a secret of yesterday', { headers: { 'X-Webhook-Secret': 'old' } }],
  ])('is not one that %s', async (_, changes) => {
    await registerOther(changes)
    expect(await registry().registered()).toEqual({
      complete: [],
      incomplete: [expect.any(String)],
      ofProperties: [],
    })
  })

  it.each<[string, object]>([
    ['listens to everything', { event_mask: '*' }],
    ['names its header otherwise', { headers: { 'x-webhook-secret': own.secret } }],
    ['does not show its secret', { headers: {} }],
    ['shows it masked', { headers: { 'X-Webhook-Secret': '*****' } }],
  ])('may be one that %s', async (_, changes) => {
    await registerOther(changes)
    expect((await registry().registered()).complete).toHaveLength(1)
  })

  it('is not that of somebody else', async () => {
    await registerOther({ callback_url: 'https://example.com/elsewhere' })
    expect(await registry().registered()).toEqual({ complete: [], incomplete: [], ofProperties: [] })
  })

  it('is not one of a property', async () => {
    await registerOther({ is_global: false, property_id: propertyId })
    expect(await registry().registered()).toEqual({
      ...{ complete: [], incomplete: [], ofProperties: [expect.any(String)] },
    })
  })

  it('is found beyond the first page', async () => {
    for (let at = 0; at < 101; at += 1) await registerOther({ callback_url: `https://example.com/${at}` })
    await registry().register()
    expect((await registry().registered()).complete).toHaveLength(1)
  })

  it('is removed, and once more', async () => {
    await registry().register()
    const [id = ''] = (await registry().registered()).complete
    await registry().remove(id)
    await registry().remove(id)
    expect((await registry().registered()).complete).toEqual([])
  })
})

/** A process that remembers nothing, or what it is given. */
function ensure(of: Webhooks, checkpoints = remembering()) {
  return ensureWebhook({ webhooks: of, operations: checkpoints })
}

function remembering(): Checkpoints {
  let stored: object | undefined
  return {
    checkpoint: async ({ schema }) => stored && { value: schema.parse(stored), revision: '1' as Revision },
    saveCheckpoint: async (_, checkpoint) => {
      stored = checkpoint
      return { result: '1' as Revision }
    },
  }
}

describe('ensuring it', () => {
  it('removes those of properties, which would be called in its place, and then asks for it alone', async () => {
    await registerOther({ is_global: false, property_id: propertyId })
    const checkpoints = remembering()
    await ensure(registry(), checkpoints)
    expect(await registry().registered()).toEqual({
      ...{ complete: [expect.any(String)], incomplete: [], ofProperties: [] },
    })
    const before = (await sandbox.requests()).length
    await ensure(registry(), checkpoints)
    expect((await sandbox.requests()).slice(before).map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/webhooks\/.+/),
    ])
  })

  it('registers it once, however often and by how many', async () => {
    await Promise.all(Array.from({ length: 5 }, () => ensure(registry())))
    await ensure(registry())
    expect((await registry().registered()).complete).toHaveLength(1)
    const before = (await posts()).length
    await ensure(registry())
    expect(await posts()).toHaveLength(before)
  })

  it('finds the one whose answer was lost', async () => {
    await sandbox.fault({ mode: 'processed-then-reset', method: 'POST', path: '^/webhooks$', times: 1 })
    expect((await failure(ensure(registry()))).kind).toBe('unknown')
    await ensure(registry())
    expect(await posts()).toHaveLength(1)
  })

  it('registers another one whenever the secret has changed, and removes that of yesterday', async () => {
    for (const secret of ['old', 'older', 'oldest', 'newer', own.secret]) await ensure(registry({ secret }))
    expect(await registry().registered()).toEqual({
      ...{ complete: [expect.any(String)], incomplete: [], ofProperties: [] },
    })
  })

  it('does not go on registering what is never shown as it was registered', async () => {
    const blind = registry()
    const register = { ...blind, register: () => registerOther({ is_active: false }) }
    for (let times = 0; times < 6; times += 1) await ensure(register)
    expect(await posts()).toHaveLength(3)
  })

  it('does nothing without an address', async () => {
    const lost = webhooks(config(), () => {
      throw new TypeError('Invalid URL')
    })
    await expect(ensure(lost)).rejects.toThrow('Invalid URL')
    expect(await posts()).toEqual([])
  })
})

type Registry = ReturnType<typeof registry>
describeFailures(sandbox, {
  client: registry,
  reads: {
    registered: (of: Registry) => of.registered(),
    isComplete: async (of: Registry) => (await of.isComplete('some-id')) || undefined,
  },
  writes: {
    register: (of: Registry) => of.register(),
    remove: (of: Registry) => of.remove('some-id'),
  },
  isFine: (call, { status }) => call !== 'registered' && call !== 'register' && status === 404,
  secrets: [credentials.channelManagerApiKey, own.secret],
})
