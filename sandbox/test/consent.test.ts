import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSandbox } from './support.ts'

const sandbox = useSandbox()
afterEach(() => {
  vi.useRealTimers()
})

const [propertyId, groupId] = ['a0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000001']
const [first, second] = ['9999999999999999991', '9999999999999999992']
const ratePlanIds: string[] = []

beforeEach(async () => {
  await sandbox.control('POST', '/reset')
  const listings = [
    { id: first, title: 'Loft' },
    { id: second, title: 'Cabin' },
  ]
  const hosts = [
    { id: 'ana', mapsAfterMs: 0, listings },
    { id: 'slow', mapsAfterMs: 3_600_000, listings },
    { id: 'never', behaviour: 'refuses' },
    { id: 'taken', behaviour: 'connected-elsewhere' },
  ]
  await sandbox.control('POST', '/seed', { vendor: 'channel-manager', hosts })
  const plans = await sandbox.manager('GET', `/rate_plans/options?filter[property_id]=${propertyId}`)
  ratePlanIds.splice(0, ratePlanIds.length, ...plans.body.data.map(({ id }: { id: string }) => id))
})

const asked = {
  ...{ group_id: groupId, properties: [propertyId], token: 'of-ours', title: 'Ana' },
  redirect_uri: 'https://platform.example/back?from=them',
  failure_redirect_uri: 'https://platform.example/failed',
}
const link = (change: object = {}) =>
  sandbox.manager('POST', '/meta/airbnb/connection_link', { connection_link: { ...asked, ...change } })

/** Where the browser of a host is sent to. */
async function open(host: string, change: object = {}) {
  const { body } = await link(change)
  const answer = await fetch(`${body.data.attributes.url}?host=${host}`, { redirect: 'manual' })
  return { status: answer.status, location: new URL(answer.headers.get('location') ?? 'none:') }
}
const consent = async (change: object = {}, host = 'ana'): Promise<string> =>
  (await open(host, change)).location.searchParams.get('channel_id') ?? ''

const channel = async (id: string) => (await sandbox.manager('GET', `/channels/${id}`)).body.data.attributes
const map = (id: string, listing: string, plan = ratePlanIds[0]) =>
  sandbox.manager('POST', `/channels/${id}/mappings`, {
    mapping: { rate_plan_id: plan, settings: { listing_id: listing } },
  })
const mapped = (id: string, count: number) =>
  vi.waitFor(async () => expect((await channel(id)).rate_plans).toHaveLength(count), { timeout: 5000 })

describe('a link', () => {
  it.each([
    ['group_id', 'b0000000-0000-4000-8000-00000000dead'],
    ['properties', ['nobody']],
    ['properties', []],
    ['redirect_uri', 'nowhere'],
    ['failure_redirect_uri', undefined],
    ['token', ''],
    ['title', undefined],
    ['channel_id', 'nobody'],
    ['settings', { min_stay_type: 'Both' }],
  ])('is refused by its argument: %s %j', async (name, value) => {
    const { status, body } = await link({ [name]: value })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject({ code: 'bad_request', details: { [name]: expect.any(Array) } })
  })

  it('leads back with a channel that nobody made by hand', async () => {
    const { status, location } = await open('ana')
    expect(status).toBe(302)
    expect(location.origin + location.pathname).toBe('https://platform.example/back')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      ...{ from: 'them', success: 'true', channel_id: expect.any(String), token: 'of-ours' },
    })
    expect(await channel(location.searchParams.get('channel_id') ?? '')).toMatchObject({
      ...{ channel: 'AirBNB', is_active: false, properties: [], rate_plans: [] },
      settings: { token_invalid: false },
    })
  })

  it.each(['never', 'taken', 'a-stranger'])('leads to the failure of a host like %s', async host => {
    const { location } = await open(host)
    expect(location.pathname).toBe('/failed')
    expect(Object.fromEntries(location.searchParams)).toEqual({ success: 'false', token: 'of-ours' })
  })

  it('ends after two hours', async () => {
    const { body } = await link()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
    const answer = await fetch(`${body.data.attributes.url}?host=ana`, { redirect: 'manual' })
    expect(answer.status).toBe(410)
  })

  it('renews the one channel of an account', async () => {
    const id = await consent()
    const { status } = await sandbox.manager('PUT', `/channels/${id}`, { channel: { title: 'Renamed' } })
    expect(status).toBe(200)
    // Settings that are written lose the token.
    expect((await channel(id)).settings).toMatchObject({ token_invalid: true })
    expect((await sandbox.manager('GET', `/channels/${id}/action/listings`)).status).toBe(422)
    expect(await consent({ channel_id: id })).toBe(id)
    expect((await channel(id)).settings).toMatchObject({ token_invalid: false })
  })
})

describe('listings', () => {
  it('have ids of 19 digits', async () => {
    const { body } = await sandbox.manager('GET', `/channels/${await consent()}/action/listings`)
    expect(body.data.listing_id_dictionary.values).toMatchObject([{ id: first }, { id: second }])
  })

  it('are mapped in the background, one rate plan each, which brings their property', async () => {
    const slow = await consent({}, 'slow')
    expect((await map(slow, first)).status).toBe(201)
    expect(await channel(slow)).toMatchObject({ properties: [], rate_plans: [] })
    expect((await map(slow, first, ratePlanIds[1])).status).toBe(422)
    const id = await consent()
    expect((await map(id, first)).status).toBe(201)
    await mapped(id, 1)
    expect(await channel(id)).toMatchObject({
      properties: [propertyId],
      rate_plans: [{ rate_plan_id: ratePlanIds[0], settings: { listing_id: first } }],
    })
    expect((await map(id, first, ratePlanIds[1])).status).toBe(422)
    expect((await map(id, second)).status).toBe(422)
    expect((await sandbox.manager('GET', `/channels/${id}/mappings`)).status).toBe(404)
  })

  it.each([
    ['a listing of nobody', '1', undefined],
    ['a rate plan of nobody', first, 'nobody'],
  ])('are not mapped: %s', async (_what, listing, plan) => {
    expect((await map(await consent(), listing, plan)).status).toBe(422)
  })

  it('are taken away before the channel is switched off', async () => {
    const id = await consent()
    const command = (name: string) => sandbox.manager('POST', `/channels/${id}/${name}`)
    expect((await command('activate')).status).toBe(422)
    await map(id, first)
    await mapped(id, 1)
    expect((await command('activate')).status).toBe(200)
    const refused = await command('deactivate')
    expect(refused.body.errors.details).toEqual({ channel: ['remove mappings before'] })
    const [row] = (await channel(id)).rate_plans
    const remove = () => sandbox.manager('DELETE', `/channels/${id}/mappings/${row.id}`)
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect((await command('deactivate')).status).toBe(200)
  })
})

it('no channel of that kind is created without consent', async () => {
  const body = {
    channel: { channel: 'AirBNB', group_id: groupId, title: 'Ana', settings: { hotel_id: '1' } },
  }
  expect((await sandbox.manager('POST', '/channels', body)).status).toBe(422)
})
