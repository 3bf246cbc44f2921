import { describe, expect, it } from 'vitest'
import {
  type ChannelManagerConfig,
  channelManager,
} from '../../src/adapters/channel-manager/channel-manager.ts'
import {
  type ChannelDraft,
  ChannelExistsError,
  type ChannelManager,
} from '../../src/lib/connection/channel-manager.ts'
import { OddAnswerError } from '../../src/lib/errors.ts'
import {
  channelManagerConfig,
  credentials,
  describeFailures,
  errorsInOk,
  expectKind,
  failure,
  useSandbox,
} from './harness.ts'

const sandbox = useSandbox('channel-manager')

const propertyId = 'a0000000-0000-4000-8000-000000000001'
const groupId = 'b0000000-0000-4000-8000-000000000001'
const secrets = [credentials.channelManagerApiKey]

const manager = (more: Partial<ChannelManagerConfig> = {}): ChannelManager =>
  channelManager({ ...channelManagerConfig(sandbox.vendorUrl()), ...more })

const ratePlanId = (number: number) => `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const draft: ChannelDraft = {
  ota: 'booking',
  hotelId: '5868189',
  title: 'Harbour View',
  groupId,
  channelManagerPropertyId: propertyId,
  rates: [],
}
/** A draft that maps the first free rate of a hotel, 5868189 by default, at both its occupancies. */
async function draftOf(hotelId = '5868189', offeredBy = '5868189'): Promise<ChannelDraft> {
  const { rooms, pricingType } = await manager().offer('booking', offeredBy)
  const room = rooms[0]
  const rate = room?.rates.find(one => !one.readonly && !one.derived)
  if (!room || !rate) throw new Error('the seed has changed')
  const line = { otaRoomId: room.id, otaRateId: rate.id, pricingType }
  return {
    ...draft,
    hotelId,
    rates: [
      { ...line, channelManagerRatePlanId: ratePlanId(10_101), occupancy: 1, primary: false },
      { ...line, channelManagerRatePlanId: ratePlanId(10_102), occupancy: 2, primary: true },
    ],
  }
}

/** Changes a hotel of the seed, 5868189 by default. */
async function seed(changes: { hotelId?: string; [field: string]: unknown }): Promise<void> {
  const { hotelId = '5868189' } = changes
  const hotels = await sandbox.state('hotels')
  const hotel = hotels.find(one => one.hotelId === hotelId)
  await sandbox.seed({ hotels: [{ ...hotel, ...changes }] })
}

const lastRequest = async () => (await sandbox.requests()).at(-1)

describe('the channel manager before a channel', () => {
  it.each([
    ['5868189', true],
    ['1000001', false],
    ['1000003', true],
  ])('tests the connection of %s: %s', async (hotelId, works) => {
    expect(await manager().testConnection('booking', hotelId)).toBe(works)
    expect(await lastRequest()).toMatchObject({
      method: 'POST',
      path: '/channels/test_connection',
      headers: { 'user-api-key': credentials.channelManagerApiKey },
      body: { channel: 'BookingCom', settings: { hotel_id: hotelId } },
    })
  })

  it.each([
    ['5868189', true],
    ['1000002', false],
  ])('reads the connection types of %s', async (hotelId, isActive) => {
    const types = await manager().connectionTypes('booking', hotelId)
    if (isActive) expect(types).toContainEqual({ name: 'Reservations', status: 'XML Active', isActive: true })
    expect(types?.every(type => type.isActive)).toBe(isActive)
  })

  it.each([
    ['nothing but the currency', { currency: 'GBP' }],
    ['nothing', {}],
  ])('finds no connection types when the answer has %s', async (_what, attributes) => {
    await sandbox.answer({ data: { type: 'connection_details', attributes } })
    expect(await manager().connectionTypes('booking', '5868189')).toBeUndefined()
  })

  it('finds no connection types in a refusal without a word', async () => {
    expect(await manager().connectionTypes('booking', '1000001')).toBeUndefined()
  })

  it('reads the sample of the documentation', async () => {
    const room = { id: 586818903, title: 'Double Room' }
    const both = { id: 16385046, title: 'standard rate', occupancies: [1, 2], pricing: 'OBP', readonly: true }
    const theirs = { max_persons: null, price_1: null, parent_rate_id: 16385048, derived_rate_plan_ids: [] }
    const rooms = [{ ...room, max_children: null, rates: [{ ...both, ...theirs }] }]
    await sandbox.answer({ data: { pricing_type: 'OBP', rooms } })
    expect(await manager().offer('booking', '5868189')).toEqual({
      pricingType: 'OBP',
      rooms: [{ ...room, rates: [{ ...both, maxPersons: null, derived: true }] }],
    })
  })

  it('finds the group of a property, and none of an unknown one', async () => {
    expect(await manager().groupOf(propertyId)).toBe(groupId)
    expect(await manager().groupOf('a0000000-0000-4000-8000-00000000ffff')).toBeUndefined()
  })
})

it('the date of removal of a property is read', async () => {
  expect(await manager().removalOf(propertyId)).toBeNull()
  const [property] = await sandbox.state('properties')
  await sandbox.seed({ properties: [{ ...property, removalDate: '2031-03-01' }] })
  expect(await manager().removalOf(String(property?.id))).toBe('2031-03-01')
})

describe('channels', () => {
  it('are created, activated, deactivated and deleted', async () => {
    const cm = manager()
    const draft = await draftOf()
    const channel = await cm.createChannel(draft)
    expect(channel).toEqual({
      id: expect.any(String),
      ota: 'booking',
      hotelId: '5868189',
      hotelIdIsNumber: false,
      isActive: false,
      currency: 'GBP',
      propertyIds: [propertyId],
      rates: draft.rates,
      removalDate: null,
    })
    expect(await cm.readinessIssues(channel.id)).toEqual([])
    await cm.activate(channel.id)
    expect(await cm.channel(channel.id)).toEqual({ ...channel, isActive: true })
    const refusal = await failure(cm.deleteChannel(channel.id))
    expect(refusal).toMatchObject({ kind: 'permanent', status: 422, providerCode: 'validation_error' })
    expect(refusal.quote).toContain('channel: is active')
    await cm.deactivate(channel.id)
    await cm.deleteChannel(channel.id)
    expect(await cm.channel(channel.id)).toBeUndefined()
    await cm.deleteChannel(channel.id)
  })

  it('are created with one call, whose body is as documented', async () => {
    const draft = await draftOf()
    await manager().createChannel(draft)
    const [line] = draft.rates
    const settings = (occupancy: number, primary_occ: boolean) => ({
      room_type_code: line?.otaRoomId,
      rate_plan_code: line?.otaRateId,
      occupancy,
      pricing_type: 'OBP',
      primary_occ,
      readonly: false,
    })
    const channel = {
      channel: 'BookingCom',
      group_id: groupId,
      title: 'Harbour View',
      properties: [propertyId],
      settings: { hotel_id: '5868189' },
      rate_plans: [
        { rate_plan_id: ratePlanId(10_101), settings: settings(1, false) },
        { rate_plan_id: ratePlanId(10_102), settings: settings(2, true) },
      ],
    }
    const sent = (await sandbox.requests()).filter(
      ({ path }) => path.startsWith('/channels?') || path === '/channels',
    )
    expect(sent).toMatchObject([{ method: 'POST', body: { channel } }])
  })

  it.each([0, 2])('are not sent with %i primary lines for a pair', async count => {
    const draft = await draftOf()
    const rates = draft.rates.map((rate, index) => ({ ...rate, primary: index < count }))
    const before = await sandbox.requests()
    for (const call of [
      manager().createChannel({ ...draft, rates }),
      manager().replaceRates('x', { ...draft, rates }, []),
    ])
      await expectKind(call, 'permanent')
    expect(await sandbox.requests()).toEqual(before)
  })

  it.each([
    {
      errors: {
        code: 'validation_error',
        title: 'x',
        details: ['channel with the same settings already exists'],
      },
    },
    { errors: { details: { settings: ['Channel with the same settings already exists.'] } } },
  ])('report a conflict in the form %j', async body => {
    const draft = await draftOf()
    await sandbox.refuse(422, { body, path: '/channels$' })
    await expect(manager().createChannel(draft)).rejects.toBeInstanceOf(ChannelExistsError)
  })

  describe('of a hotel that create takes by number only', () => {
    it.each([
      ['the list cannot be read', { status: 403, method: 'GET' }, { kind: 'unknown', status: 500 }],
      ['the number is held up', { status: 429, method: 'POST', skip: 1 }, { kind: 'unknown', status: 500 }],
      [
        'the number has no answer',
        { status: 502, method: 'POST', skip: 1 },
        { kind: 'unknown', status: 502 },
      ],
      ['the number is refused', { status: 422, method: 'POST', skip: 1 }, { kind: 'permanent', status: 422 }],
    ])('end unknown unless refused: %s', async (_when, fault, expected) => {
      await seed({ createsBy: 'number' })
      const draft = await draftOf()
      await sandbox.fault({ mode: 'status', path: '^/channels(\\?|$)', ...fault })
      expect(await failure(manager().createChannel(draft))).toMatchObject(expected)
      const made = (await sandbox.requests()).filter(
        ({ method, path }) => `${method} ${path}` === 'POST /channels',
      )
      expect(made.length).toBeLessThanOrEqual(2)
    })

    it('may be ours already where the number conflicts', async () => {
      const draft = await draftOf('1000003')
      await sandbox.refuse(500, { method: 'POST', path: '^/channels$', times: 1 })
      await seed({ hotelId: '1000003', behaviour: 'connected-elsewhere', createsBy: 'number' })
      await expect(manager().createChannel(draft)).rejects.toMatchObject({
        name: 'ChannelExistsError',
        mayBeOurs: true,
      })
    })
  })

  it('keep a rate plan that is merely left out, until it is named for removal', async () => {
    await seed({ keepsLeftOut: true })
    const cm = manager()
    const draft = await draftOf()
    const { id } = await cm.createChannel(draft)
    const shorter = { ...draft, rates: draft.rates.filter(rate => rate.primary) }
    await cm.replaceRates(id, shorter, [])
    expect((await cm.channel(id))?.rates).toHaveLength(2)
    await cm.replaceRates(id, shorter, draft.rates)
    expect((await cm.channel(id))?.rates).toEqual(shorter.rates)
    await cm.replaceRates(id, shorter, draft.rates)
    expect((await cm.channel(id))?.rates).toEqual(shorter.rates)
  })

  it('say what blocks activation', async () => {
    const cm = manager()
    const { id } = await cm.createChannel({ ...(await draftOf()), rates: [] })
    expect(await cm.readinessIssues(id)).toEqual(['channel rate_plans: mappings_missing'])
  })
})

describe('the list of channels', () => {
  const datum = (id: string) => ({
    type: 'channel',
    id,
    attributes: { channel: 'Airbnb', is_active: true, currency: null, settings: {} },
  })
  const page = (ids: string[], total: number) => ({
    data: ids.map(datum),
    meta: { limit: 2, page: 1, total },
  })

  const idsOf = async () => (await manager().channelsOf(propertyId)).map(({ id }) => id)
  const pageIs = (number: number, body: object) => sandbox.answer(body, { path: `page%5D=${number}&` })

  it('is read page by page, whatever the page size there', async () => {
    await pageIs(1, page(['a', 'b'], 5))
    await pageIs(2, page(['c', 'd'], 5))
    await pageIs(3, page(['e'], 5))
    const channels = await manager().channelsOf(propertyId)
    expect(channels.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(channels[0]).toMatchObject({
      ota: null,
      hotelId: null,
      isActive: true,
      currency: null,
      propertyIds: [],
      rates: [],
      removalDate: null,
    })
    const [first] = await sandbox.requests()
    expect(new URLSearchParams(first?.path.split('?')[1]).get('filter[property_id]')).toBe(propertyId)
  })

  it('ends at an empty page, and shows nothing twice', async () => {
    await pageIs(1, page(['a', 'b'], 9))
    await pageIs(2, page(['b'], 9))
    await pageIs(3, page([], 9))
    expect(await idsOf()).toEqual(['a', 'b'])
  })

  it('has no row that cannot be read, nor one of another property', async () => {
    const others = { ...datum('x'), attributes: { ...datum('x').attributes, properties: ['another'] } }
    const odd = ['odd', { id: 7 }, { ...datum('a/b') }, { ...datum('y'), attributes: null }]
    const body = { ...page([], 9), data: [...odd, datum('a'), others, datum('b')] }
    await pageIs(1, body)
    await pageIs(2, page([], 9))
    expect(await idsOf()).toEqual(['a', 'b'])
  })

  it.each([
    ['first', 1, 2],
    ['last', 2, 1],
  ])('has the readable rows, also where the %s page has none', async (_, odd, fine) => {
    await pageIs(odd, { ...page([], 2), data: ['odd'] })
    await pageIs(fine, page(['a'], 2))
    expect(await idsOf()).toEqual(['a'])
  })

  it('has an unknown outcome where none of its rows can be read', async () => {
    await sandbox.answer({ ...page([], 9), data: ['odd'] })
    await expectKind(manager().channelsOf(propertyId), 'unknown')
  })

  it('holds the channels of the property only', async () => {
    const channel = await manager().createChannel(await draftOf())
    expect(await manager().channelsOf(propertyId)).toEqual([channel])
    expect(await manager().channelsOf('a0000000-0000-4000-8000-000000000002')).toEqual([])
  })
})

describeFailures(sandbox, {
  client: manager,
  reads: {
    testConnection: cm => cm.testConnection('booking', '5868189'),
    connectionTypes: cm => cm.connectionTypes('booking', '5868189'),
    offer: cm => cm.offer('booking', '5868189'),
    groupOf: cm => cm.groupOf(propertyId),
    channelsOf: cm => cm.channelsOf(propertyId),
    removalOf: async cm => (await cm.removalOf(propertyId)) ?? undefined,
    properties: cm => cm.properties(),
    channel: cm => cm.channel('some-id'),
    readinessIssues: cm => cm.readinessIssues('some-id'),
  },
  writes: {
    createChannel: cm => cm.createChannel(draft),
    replaceRates: cm => cm.replaceRates('some-id', draft, []),
    writeHotelId: cm => cm.writeHotelId('some-id', '5868189'),
    activate: cm => cm.activate('some-id'),
    deactivate: cm => cm.deactivate('some-id'),
    deleteChannel: cm => cm.deleteChannel('some-id'),
  },
  more: [errorsInOk],
  isFine: (call, { status }) =>
    (status === 404 && ['groupOf', 'removalOf', 'channel', 'deleteChannel'].includes(call)) ||
    (status === 400 && call === 'connectionTypes'),
  wrongKey: { status: 401, providerCode: 'unauthorized' },
  secrets,
})

describe('an answer about something else', () => {
  const other = 'a0000000-0000-4000-8000-000000000002'

  it.each<[string, (cm: ChannelManager) => Promise<unknown>]>([
    ['channel', cm => cm.channel('c-1')],
    ['group', cm => cm.groupOf(propertyId)],
    ['removal', cm => cm.removalOf(propertyId)],
    ['structure', cm => cm.structureOf(propertyId)],
  ])('is refused, but is no outage: %s', async (_, call) => {
    const relationships = { groups: { data: [{ id: groupId }] } }
    const attributes = { title: 'Other', channel: 'BookingCom', is_active: true }
    const data = { type: 'any', id: other, attributes, relationships }
    await sandbox.answer({ data }, { path: '^/(channels|properties)/' })
    const error = await failure(call(manager()))
    expect(error).toMatchObject({ kind: 'permanent', status: undefined })
    expect(error).toBeInstanceOf(OddAnswerError)
  })

  it.each([
    ['property', { properties: [other] }],
    ['hotel', { settings: { hotel_id: '6519420' } }],
  ])('leaves the creation of a channel unknown: another %s', async (_, overrides) => {
    const draft = await draftOf()
    const attributes = {
      channel: 'BookingCom',
      is_active: false,
      settings: { hotel_id: draft.hotelId },
      properties: [propertyId],
      ...overrides,
    }
    const body = { data: { type: 'channel', id: 'c-1', attributes } }
    await sandbox.answer(body, { method: 'POST', path: '^/channels$' })
    await expectKind(manager().createChannel(draft), 'unknown')
  })

  it('is no activation', async () => {
    const body = { data: { type: 'channel', id: 'c-2', attributes: { is_active: true } } }
    await sandbox.answer(body, { path: '/activate$' })
    await expectKind(manager().activate('c-1'), 'unknown')
  })

  it.each(['^/room_types/options', '^/rate_plans/options'])('is no structure: %s', async path => {
    const attributes = { id: 'r-1', title: 'Theirs', property_id: other, room_type_id: 'r-1' }
    await sandbox.answer({ data: [{ id: 'r-1', attributes }] }, { path })
    await failure(manager().structureOf(propertyId))
  })
})

describe('the client of the channel manager', () => {
  it.each([
    [
      'an object of arrays',
      { errors: { code: 'x', details: { a: ['one', 'two'], b: { c: ['three'] } } } },
      'a: one; a: two; b.c: three',
    ],
    ['an array of strings', { errors: { code: 'x', title: 'y', details: ['one', 'two'] } }, 'one; two'],
    ['a title alone', { errors: { code: 'x', title: 'Bad Request' } }, 'Bad Request'],
    ['no envelope', { channel: ['is active'] }, 'channel: is active'],
    ['a text', { errors: 'no' }, 'no'],
  ])('reads details of a refusal as %s', async (_form, body, detail) => {
    await sandbox.refuse(422, { body })
    const error = await failure(manager().activate('some-id'))
    expect(error).toMatchObject({ kind: 'permanent', status: 422 })
    expect(error.quote).toBe(detail)
    expect(error.message).not.toContain(detail)
  })

  it.each([{ errors: null }, {}, null, []])('copes with a refusal of %j', async body => {
    await sandbox.refuse(422, { body })
    await expectKind(manager().activate('some-id'), 'permanent')
  })

  it("takes a stranger's 404 for an error", async () => {
    const cm = manager({ url: sandbox.vendorUrl().replace('channel-manager', 'nobody') })
    for (const call of [cm.channel('x'), cm.groupOf('x'), cm.deleteChannel('x')])
      expect(await failure(call)).toMatchObject({ kind: 'permanent', status: 404 })
  })

  it('takes no activation that shows an inactive channel for done', async () => {
    const body = { data: { type: 'channel', attributes: { is_active: false } }, meta: { message: 'Success' } }
    await sandbox.answer(body)
    await expectKind(manager().activate('some-id'), 'unknown')
  })

  it.each(['', '.', '..'])('never addresses another resource with the id %j', async id => {
    const cm = manager()
    for (const call of [cm.channel(id), cm.deleteChannel(id), cm.groupOf(id)])
      await expectKind(call, 'permanent')
    expect(await sandbox.requests()).toEqual([])
  })

  it('encodes ids', async () => {
    await failure(manager().activate('a/b?c#d'))
    expect((await lastRequest())?.path).toBe('/channels/a%2Fb%3Fc%23d/activate')
  })
})
