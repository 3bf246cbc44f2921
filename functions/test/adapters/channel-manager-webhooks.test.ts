import { describe, expect, it } from 'vitest'
import { webhooks } from '../../src/adapters/channel-manager/webhooks.ts'
import { ensureWebhook } from '../../src/lib/connection/watch/keep-webhook.ts'
import type { Webhooks } from '../../src/lib/connection/watch/ports.ts'
import { checkpointStore } from '../support/checkpoint-store.ts'
import { channelManagerConfig, credentials, describeFailures, expectKind, useSandbox } from './harness.ts'

const sandbox = useSandbox('channel-manager')
const propertyId = 'a0000000-0000-4000-8000-000000000001'
const own = { url: 'https://example.com/webhooks/channel-manager', secret: 'a-secret-of-ours' }

const config = () => channelManagerConfig(sandbox.vendorUrl())
const registry = ({ secret = own.secret, ...more }: { secret?: string; url?: string } = {}) =>
  webhooks({ ...config(), ...more }, () => ({ ...own, secret }))

const webhookSpec = {
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

/** Registers a webhook as somebody else would. */
async function registerOther(changes: object): Promise<void> {
  const webhook = { ...webhookSpec, ...changes }
  const response = await fetch(`${sandbox.vendorUrl()}/webhooks`, {
    method: 'POST',
    headers: { 'user-api-key': credentials.channelManagerApiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ webhook }),
  })
  expect(response.status).toBe(201)
}

const ofProperty = { is_global: false, property_id: propertyId }
/** Numbers of webhooks: complete, incomplete, of properties. */
const counts = async () => {
  const { complete, incomplete, ofProperties } = await registry().registered()
  return [complete, incomplete, ofProperties].map(ids => ids.length)
}
const posts = async () =>
  (await sandbox.requests()).filter(({ method, path }) => method === 'POST' && path === '/webhooks')

describe('our webhook', () => {
  it('is registered as the channel manager wants it', async () => {
    await registry().register()
    expect((await posts())[0]?.body).toEqual({ webhook: webhookSpec })
    expect(await counts()).toEqual([1, 0, 0])
    const [id = ''] = (await registry().registered()).complete
    expect(await registry().isComplete(id)).toBe(true)
    expect(await registry({ secret: 'another' }).isComplete(id)).toBe(false)
    expect(await registry().isComplete('b0000000-0000-4000-8000-000000000001')).toBe(false)
  })

  it.each<[string, object, number[]]>([
    ['is switched off is none', { is_active: false }, [0, 1, 0]],
    ['misses an event is none', { event_mask: 'booking;sync_error' }, [0, 1, 0]],
    ['has a secret of yesterday is none', { headers: { 'X-Webhook-Secret': 'old' } }, [0, 1, 0]],
    ['listens to everything may be ours', { event_mask: '*' }, [1, 0, 0]],
    ['names its header otherwise may be ours', { headers: { 'x-webhook-secret': own.secret } }, [1, 0, 0]],
    ['does not show its secret may be ours', { headers: {} }, [1, 0, 0]],
    ['shows it masked may be ours', { headers: { 'X-Webhook-Secret': '*****' } }, [1, 0, 0]],
    ['is that of somebody else is none', { callback_url: 'https://example.com/elsewhere' }, [0, 0, 0]],
    ['is one of a property is none', ofProperty, [0, 0, 1]],
  ])('a webhook that %s', async (_, changes, expected) => {
    await registerOther(changes)
    expect(await counts()).toEqual(expected)
  })

  it('is found beyond the first page', async () => {
    for (let at = 0; at < 101; at += 1) await registerOther({ callback_url: `https://example.com/${at}` })
    await registry().register()
    expect(await counts()).toEqual([1, 0, 0])
  })

  it('is removed, also twice', async () => {
    await registry().register()
    const [id = ''] = (await registry().registered()).complete
    await registry().remove(id)
    await registry().remove(id)
    expect(await counts()).toEqual([0, 0, 0])
  })
})

/** Ensures the webhook with an empty checkpoint store, or with the given one. */
const ensure = (of: Webhooks, store = checkpointStore()) => ensureWebhook({ webhooks: of, store })

describe('ensuring our webhook', () => {
  it('removes webhooks of properties, which would replace ours, and then reads our webhook alone', async () => {
    await registerOther(ofProperty)
    const checkpoints = checkpointStore()
    await ensure(registry(), checkpoints)
    expect(await counts()).toEqual([1, 0, 0])
    const before = (await sandbox.requests()).length
    await ensure(registry(), checkpoints)
    expect((await sandbox.requests()).slice(before).map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/webhooks\/.+/),
    ])
  })

  it('registers it once, however often and by however many processes', async () => {
    await Promise.all(Array.from({ length: 5 }, () => ensure(registry())))
    await ensure(registry())
    expect(await counts()).toEqual([1, 0, 0])
    const before = (await posts()).length
    await ensure(registry())
    expect(await posts()).toHaveLength(before)
  })

  it('finds a webhook whose answer was lost', async () => {
    await sandbox.fault({ mode: 'processed-then-reset', method: 'POST', path: '^/webhooks$', times: 1 })
    await expectKind(ensure(registry()), 'unknown')
    await ensure(registry())
    expect(await posts()).toHaveLength(1)
  })

  it('registers a new webhook whenever the secret has changed, and removes the old one', async () => {
    for (const secret of ['old', 'older', 'oldest', 'newer', own.secret]) await ensure(registry({ secret }))
    expect(await counts()).toEqual([1, 0, 0])
  })

  it('stops registering a webhook that is never shown as registered', async () => {
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

describeFailures(sandbox, {
  client: registry,
  reads: {
    registered: of => of.registered(),
    isComplete: async of => (await of.isComplete('some-id')) || undefined,
  },
  writes: {
    register: of => of.register(),
    remove: of => of.remove('some-id'),
  },
  isFine: (call, { status }) => call !== 'registered' && call !== 'register' && status === 404,
  secrets: [credentials.channelManagerApiKey, own.secret],
})
