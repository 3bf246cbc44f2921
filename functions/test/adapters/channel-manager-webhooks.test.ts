import { describe, expect, it } from 'vitest'
import { webhooks } from '../../src/adapters/channel-manager/webhooks.ts'
import { ensureWebhook } from '../../src/lib/connection/watch/look.ts'
import { credentials, describeFailures, failure, useSandbox } from './harness.ts'

const sandbox = useSandbox('channel-manager')
const propertyId = 'a0000000-0000-4000-8000-000000000001'
const own = { url: 'https://example.com/webhooks/channel-manager', secret: 'a-secret-of-ours' }

const config = () => ({
  url: sandbox.vendorUrl(),
  apiKey: credentials.channelManagerApiKey,
  timeoutMs: 30_000,
})
const registry = ({ secret = own.secret, ...more }: { secret?: string; url?: string } = {}) =>
  webhooks({ ...config(), ...more }, () => ({ ...own, secret }))

const wanted = {
  property_id: propertyId,
  callback_url: own.url,
  event_mask: 'booking;booking_unmapped_room;sync_error',
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
    await registry().register(propertyId)
    expect((await posts())[0]?.body).toEqual({ webhook: wanted })
    const { complete, others } = await registry().registered(propertyId)
    expect([complete.length, others]).toEqual([1, []])
    expect(await registry().registered('a0000000-0000-4000-8000-000000000002')).toEqual({
      complete: [],
      others: [],
    })
  })

  it.each<[string, object]>([
    ['is switched off', { is_active: false }],
    ['misses an event', { event_mask: 'booking;sync_error' }],
    ['has a secret of yesterday', { headers: { 'X-Webhook-Secret': 'old' } }],
  ])('is not one that %s', async (_, changes) => {
    await registerOther(changes)
    expect(await registry().registered(propertyId)).toEqual({
      complete: [],
      others: [expect.any(String)],
    })
  })

  it.each<[string, object]>([
    ['listens to everything', { event_mask: '*' }],
    ['names its header otherwise', { headers: { 'x-webhook-secret': own.secret } }],
    ['does not show its secret', { headers: {} }],
    ['shows it masked', { headers: { 'X-Webhook-Secret': '*****' } }],
  ])('may be one that %s', async (_, changes) => {
    await registerOther(changes)
    expect((await registry().registered(propertyId)).complete).toHaveLength(1)
  })

  it('is not that of somebody else', async () => {
    await registerOther({ callback_url: 'https://example.com/elsewhere' })
    expect(await registry().registered(propertyId)).toEqual({ complete: [], others: [] })
  })

  it('is not that of another property, even when the list was not filtered', async () => {
    const listed = (id: string, property_id: string | null) => ({
      id,
      attributes: { property_id, callback_url: own.url, event_mask: '*', is_active: true },
    })
    const data = [listed('theirs', 'a0000000-0000-4000-8000-000000000002'), listed('untold', null)]
    await sandbox.fault({ mode: 'malformed', body: { data, meta: { total: 2 } } })
    expect(await registry().registered(propertyId)).toEqual({ complete: ['untold'], others: [] })
  })

  it('is found beyond the first page', async () => {
    for (let at = 0; at < 101; at += 1) await registerOther({ callback_url: `https://example.com/${at}` })
    await registry().register(propertyId)
    expect((await registry().registered(propertyId)).complete).toHaveLength(1)
  })

  it('is removed, and once more', async () => {
    await registry().register(propertyId)
    const [id = ''] = (await registry().registered(propertyId)).complete
    await registry().remove(id)
    await registry().remove(id)
    expect((await registry().registered(propertyId)).complete).toEqual([])
  })
})

describe('ensuring it', () => {
  it('registers it once, however often and by how many', async () => {
    await Promise.all(Array.from({ length: 5 }, () => ensureWebhook(registry(), propertyId)))
    await ensureWebhook(registry(), propertyId)
    expect((await registry().registered(propertyId)).complete).toHaveLength(1)
    const before = (await posts()).length
    await ensureWebhook(registry(), propertyId)
    expect(await posts()).toHaveLength(before)
  })

  it('finds the one whose answer was lost', async () => {
    await sandbox.fault({ mode: 'processed-then-reset', method: 'POST', path: '^/webhooks$', times: 1 })
    expect((await failure(ensureWebhook(registry(), propertyId))).kind).toBe('unknown')
    await ensureWebhook(registry(), propertyId)
    expect(await posts()).toHaveLength(1)
  })

  it('registers another one whenever the secret has changed, and removes that of yesterday', async () => {
    for (const secret of ['old', 'older', 'oldest', 'newer', own.secret])
      await ensureWebhook(registry({ secret }), propertyId)
    expect(await registry().registered(propertyId)).toEqual({ complete: [expect.any(String)], others: [] })
  })

  it('does not go on registering what is never shown as it was registered', async () => {
    const blind = registry()
    const register = { ...blind, register: () => registerOther({ is_active: false }) }
    for (let times = 0; times < 6; times += 1) await ensureWebhook(register, propertyId)
    expect(await posts()).toHaveLength(3)
  })

  it('does nothing without an address', async () => {
    const lost = webhooks(config(), () => {
      throw new TypeError('Invalid URL')
    })
    await expect(ensureWebhook(lost, propertyId)).rejects.toThrow('Invalid URL')
    expect(await posts()).toEqual([])
  })
})

type Registry = ReturnType<typeof registry>
describeFailures(sandbox, {
  client: registry,
  reads: { registered: (of: Registry) => of.registered(propertyId) },
  writes: {
    register: (of: Registry) => of.register(propertyId),
    remove: (of: Registry) => of.remove('some-id'),
  },
  isFine: (call, { status }) => call === 'remove' && status === 404,
  secrets: [credentials.channelManagerApiKey, own.secret],
})
