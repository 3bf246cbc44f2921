import { beforeEach, describe, expect, it } from 'vitest'
import { seedHotels, seedProperties } from '../src/seed.ts'
import { adapterBody, channelBody, createChannel, propertyFor, rowsFor } from './connection.ts'
import { useSandbox } from './support.ts'

const sandbox = useSandbox()
beforeEach(async () => {
  await sandbox.control('POST', '/reset')
})

const test = (hotelId: unknown) => sandbox.manager('POST', '/channels/test_connection', adapterBody(hotelId))
const mapping = (hotelId: unknown) =>
  sandbox.manager('POST', '/channels/mapping_details', adapterBody(hotelId))
const details = (hotelId: unknown) =>
  sandbox.manager('POST', '/channels/connection_details', adapterBody(hotelId))

describe('the seed', () => {
  it('has a property for each hotel and one more, with ids of their own', () => {
    expect(seedProperties.map(one => one.matchesHotelId)).toEqual([
      ...seedHotels.map(one => one.hotelId),
      null,
    ])
    const ids = seedProperties.flatMap(one => [
      one.id,
      one.groupId,
      ...one.roomTypes.flatMap(room => [room.id, ...room.ratePlans.map(plan => plan.id)]),
    ])
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('questions before there is a channel', () => {
  it.each([
    ['5868189', true],
    ['6519420', true],
    ['1000001', false],
    ['1000002', false],
    ['1000003', true],
    ['1000004', true],
    ['1000005', true],
    ['1000006', true],
    ['1000007', true],
    ['9999999', false],
  ])('test_connection of %s answers 200 with success %s and no reason', async (hotelId, success) => {
    expect(await test(hotelId)).toMatchObject({ status: 200, body: { data: { success, errors: null } } })
  })

  it('describes the adapter under its exact code only', async () => {
    const right = await sandbox.manager('GET', '/channels/adapter?code=BookingCom')
    expect(right.body.data.attributes).toMatchObject({
      actions: ['load_future_reservations'],
      channel_restrictions: { currency: 'EUR', min_price: 500 },
    })
    expect((await sandbox.manager('GET', '/channels/adapter?code=booking_com')).status).toBe(400)
  })

  it('gives the OBP hotel with occupancies, derived and read-only rates', async () => {
    const { body } = await mapping('5868189')
    expect(body.data.pricing_type).toBe('OBP')
    expect(body.data.rooms).toHaveLength(3)
    const [standard, derived] = body.data.rooms[0].rates
    expect(standard).toMatchObject({
      id: 16385046,
      occupancies: [1, 2],
      price_1: null,
      parent_rate_id: '',
      derived_rate_plan_ids: [16385048],
    })
    expect(derived.parent_rate_id).toBe(16385046)
    expect(body.data.rooms[2].rates[1].readonly).toBe(true)
  })

  it('gives the Standard hotel without occupancies', async () => {
    const { body } = await mapping('6519420')
    expect(body.data.pricing_type).toBe('Standard')
    expect(body.data.rooms).toHaveLength(2)
    expect(body.data.rooms[0].rates[0]).toMatchObject({
      occupancies: [],
      price_1: false,
      pricing: 'Standard',
    })
    expect(body.data.rooms[1].max_children).toBeNull()
  })

  it('gives no rooms, rooms of one title, and read-only rates as they are', async () => {
    expect((await mapping('1000004')).body.data.rooms).toEqual([])
    const titles = (await mapping('1000005')).body.data.rooms.map((room: { title: string }) => room.title)
    expect(titles).toEqual(['Studio Apartment', 'Studio Apartment'])
    const rates = (await mapping('1000006')).body.data.rooms.flatMap(
      (room: { rates: object[] }) => room.rates,
    )
    expect(rates.length).toBeGreaterThan(1)
    expect(rates.every((rate: { readonly: boolean }) => rate.readonly)).toBe(true)
  })

  it('requires the hotel id as a string', async () => {
    expect((await mapping(5868189)).status).toBe(422)
    expect((await mapping('5868189')).status).toBe(200)
  })

  it('gives the state of the connection types, or refuses', async () => {
    const statuses = async (id: string) =>
      (await details(id)).body.data.attributes.connection_types.map((one: { status: string }) => one.status)
    expect(new Set(await statuses('5868189'))).toEqual(new Set(['XML Active']))
    expect(new Set(await statuses('1000002'))).toEqual(new Set(['XML Pending']))
    expect(await details('1000001')).toMatchObject({ status: 400, body: { errors: { code: 'bad_request' } } })
  })
})

describe('connecting', () => {
  it.each(['5868189', '6519420', '1000005'])('connects %s and shows it active', async hotelId => {
    const channel = await createChannel(sandbox, hotelId)
    expect(channel.attributes.is_active).toBe(false)
    expect(channel.attributes.rate_plans.length).toBeGreaterThan(0)
    const ready = await sandbox.manager('POST', `/channels/${channel.id}/check_readiness`)
    expect(ready.body).toEqual({ data: [], meta: { message: 'Success' } })
    expect((await sandbox.manager('POST', `/channels/${channel.id}/activate`)).status).toBe(200)
    expect((await sandbox.manager('GET', `/channels/${channel.id}`)).body.data.attributes.is_active).toBe(
      true,
    )
    const events = await sandbox.manager('GET', `/channel_events?filter[channel_id]=${channel.id}`)
    expect(events.body.data[0].attributes).toMatchObject({ name: 'sync', payload: { result: 'success' } })
    const logs = await sandbox.manager('GET', `/channel_events/${events.body.data[0].id}/logs`)
    expect(logs.body.data).toHaveLength(1)
  })

  it('shows a failed sync, and the day of removal of a channel that is switched off', async () => {
    const { id } = await createChannel(sandbox, '5868189')
    await sandbox.manager('POST', `/channels/${id}/activate`)
    const reply = await sandbox.control('POST', '/channel-manager/event', { hotelId: '5868189', reply: 'No' })
    expect(reply).toMatchObject({ status: 201, body: { event: { attributes: { channel_id: id } } } })
    const { body } = await sandbox.manager('GET', `/channel_events?filter[channel_id]=${id}`)
    expect(body.data[0].attributes).toMatchObject({ name: 'sync', payload: { result: 'failure' } })
    const logs = await sandbox.manager('GET', `/channel_events/${body.data[0].id}/logs`)
    expect(logs.body.data[0].attributes.response).toBe('No')
    const removal = async () =>
      (await sandbox.manager('GET', `/channels/${id}`)).body.data.attributes.expected_removal_date
    expect(await removal()).toBeNull()
    await sandbox.manager('POST', `/channels/${id}/deactivate`)
    expect(Date.parse(await removal())).toBeGreaterThan(Date.now() + 28 * 86_400_000)
    await sandbox.manager('POST', `/channels/${id}/activate`)
    expect(await removal()).toBeNull()
    expect((await sandbox.control('POST', '/channel-manager/event', { hotelId: '1' })).status).toBe(409)
    expect((await sandbox.control('POST', '/channel-manager/event', {})).status).toBe(400)
  })

  it('refuses a hotel that is connected elsewhere only at create', async () => {
    const refused = await sandbox.manager(
      'POST',
      '/channels',
      channelBody('1000003', await rowsFor(sandbox, '1000003')),
    )
    expect(refused.status).toBe(422)
    expect(refused.body.errors.details).toEqual({
      settings: ['channel with the same settings already exists'],
    })
  })

  it('refuses the same hotel twice until the first channel is gone', async () => {
    const channel = await createChannel(sandbox, '6519420')
    const body = channelBody('6519420', await rowsFor(sandbox, '6519420'))
    expect((await sandbox.manager('POST', '/channels', body)).body.errors.details.settings).toEqual([
      'channel with the same settings already exists',
    ])
    await sandbox.manager('DELETE', `/channels/${channel.id}`)
    expect((await sandbox.manager('POST', '/channels', body)).status).toBe(201)
  })

  it('refuses activation with an array of texts, after a good readiness', async () => {
    const channel = await createChannel(sandbox, '1000007')
    const ready = await sandbox.manager('POST', `/channels/${channel.id}/check_readiness`)
    expect(ready.body.meta.message).toBe('Success')
    const refused = await sandbox.manager('POST', `/channels/${channel.id}/activate`)
    expect(refused.status).toBe(422)
    expect(refused.body.errors.details).toEqual([expect.any(String), expect.any(String)])
    expect((await sandbox.manager('GET', `/channels/${channel.id}`)).body.data.attributes.is_active).toBe(
      false,
    )
  })

  it('has nothing to map where there are no rooms or only read-only rates', async () => {
    expect(await rowsFor(sandbox, '1000004')).toEqual([])
    expect(await rowsFor(sandbox, '1000006')).toEqual([])
    const created = await sandbox.manager('POST', '/channels', channelBody('1000006', []))
    expect(created.status).toBe(201)
    const ready = await sandbox.manager('POST', `/channels/${created.body.data.id}/check_readiness`)
    expect(ready.body.data).toEqual([
      { entity: 'channel', relation: 'rate_plans', error_code: 'mappings_missing' },
    ])
    expect((await sandbox.manager('POST', `/channels/${created.body.data.id}/activate`)).status).toBe(422)
  })

  it('lists one rate plan per occupancy only when asked', async () => {
    const path = `/rate_plans/options?filter[property_id]=${propertyFor('5868189').id}`
    expect((await sandbox.manager('GET', `${path}&multi_occupancy=true`)).body.data).toHaveLength(7)
    expect((await sandbox.manager('GET', path)).body.data).toHaveLength(3)
  })
})
