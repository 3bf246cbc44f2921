import { describe, expect, it } from 'vitest'
import { channelBody, createChannel } from './connection.ts'
import { credentials, useSandbox } from './support.ts'

const sandbox = useSandbox({ forEachTest: true })

const send = (To = '+447700900123') => sandbox.send({ To, From: credentials.smsSender, Body: 'a & b' })

describe('/_sandbox/requests', () => {
  it('lists every vendor call in order, as it was', async () => {
    await sandbox.manager('GET', '/channels?filter[property_id]=p')
    await send()
    await sandbox.manager('POST', '/channels', { channel: {} }, 'wrong')
    const { body } = await sandbox.control('GET', '/requests')
    expect(body).toMatchObject([
      {
        vendor: 'channel-manager',
        method: 'GET',
        path: '/channels?filter[property_id]=p',
        body: null,
        status: 200,
      },
      { vendor: 'twilio', method: 'POST', body: { To: '+447700900123', Body: 'a & b' }, status: 201 },
      { vendor: 'channel-manager', body: { channel: {} }, headers: { 'user-api-key': 'wrong' }, status: 401 },
    ])
    for (const { at } of body) expect(new Date(at).toISOString()).toBe(at)
    expect((await sandbox.control('GET', '/requests?vendor=twilio')).body).toHaveLength(1)
  })

  it('keeps repeated keys of a form, and text that is no JSON', async () => {
    await sandbox.send([
      ['MediaUrl', 'https://a.example'],
      ['MediaUrl', 'https://b.example'],
    ])
    await fetch(`${sandbox.url}/sendgrid/v3/mail/send`, { method: 'POST', body: '{' })
    const { body } = await sandbox.control('GET', '/requests')
    expect(body[0].body).toEqual({ MediaUrl: ['https://a.example', 'https://b.example'] })
    expect(body[1].body).toBe('{')
  })
})

describe('/_sandbox/state and reset', () => {
  it('shows one vendor or all, and goes back to the seed', async () => {
    await createChannel(sandbox, '6519420')
    await send()
    await sandbox.control('POST', '/faults', { vendor: 'sendgrid', mode: 'status', status: 500 })
    const all = (await sandbox.control('GET', '/state')).body
    const five = ['channel-manager', 'twilio', 'sendgrid', 'algolia', 'guest-platform']
    expect(Object.keys(all)).toEqual([...five, 'storage'])
    expect(all['channel-manager'].channels[0].attributes.settings.hotel_id).toBe('6519420')
    expect(all['channel-manager'].properties).toHaveLength(10)
    expect(all['channel-manager'].hotels).toHaveLength(9)
    expect((await sandbox.control('GET', '/state?vendor=nobody')).status).toBe(404)

    await sandbox.control('POST', '/reset')
    expect((await sandbox.control('GET', '/state?vendor=twilio')).body).toEqual({ messages: [] })
    expect((await sandbox.control('GET', '/state?vendor=channel-manager')).body.channels).toEqual([])
    expect((await sandbox.control('GET', '/requests')).body).toEqual([])
    expect((await sandbox.mail({})).status).toBe(400)
  })
})

describe('/_sandbox/seed', () => {
  const property = {
    id: 'p-own',
    groupId: 'g-own',
    currency: 'EUR',
    roomTypes: [
      { id: 'r-own', title: 'Room', capacity: 2, ratePlans: [{ id: 'rp-own', title: 'Rate', occupancy: 2 }] },
    ],
  }
  const rate = { id: 71, title: 'Rate', maxPersons: 2, occupancies: [], readonly: false, parentRateId: '' }
  const hotel = {
    hotelId: '7654321',
    pricingType: 'Standard',
    currency: 'EUR',
    behaviour: 'ok',
    rooms: [{ id: 7, title: 'Room', maxChildren: null, rates: [rate] }],
    reservations: [
      {
        code: 'R1',
        roomId: 7,
        rateId: 71,
        arrival: '2030-01-01',
        departure: '2030-01-02',
        guest: { name: 'A', surname: 'B', mail: 'a@b.example', phone: '+447700900123' },
        amount: '99.00',
        currency: 'EUR',
      },
    ],
  }
  const settings = {
    room_type_code: 7,
    rate_plan_code: 71,
    occupancy: 2,
    pricing_type: 'Standard',
    primary_occ: true,
    readonly: false,
  }

  it('adds properties and hotels that can be connected at once', async () => {
    const seeded = { vendor: 'channel-manager', properties: [property], hotels: [hotel] }
    expect((await sandbox.control('POST', '/seed', seeded)).status).toBe(200)
    const body = channelBody('6519420', [{ rate_plan_id: 'rp-own', settings }], {
      group_id: 'g-own',
      properties: ['p-own'],
      settings: { hotel_id: '7654321' },
    })
    const created = await sandbox.manager('POST', '/channels', body)
    expect(created.status).toBe(201)
    await sandbox.manager('POST', `/channels/${created.body.data.id}/execute/load_future_reservations`)
    const feed = await sandbox.manager('GET', '/booking_revisions/feed?filter[property_id]=p-own')
    expect(feed.body.data).toMatchObject([
      { attributes: { rooms: [{ room_type_id: 'r-own', rate_plan_id: 'rp-own' }] } },
    ])
    await sandbox.control('POST', '/reset')
    expect((await sandbox.manager('GET', '/properties/p-own')).status).toBe(404)
  })

  it('refuses an invalid hotel, and another vendor', async () => {
    const broken = { vendor: 'channel-manager', hotels: [{ ...hotel, behaviour: 'odd' }] }
    expect((await sandbox.control('POST', '/seed', broken)).body.issues[0].path).toBe('hotels.0.behaviour')
    expect((await sandbox.control('POST', '/seed', { vendor: 'twilio' })).status).toBe(400)
  })
})

it('/_sandbox/config refuses unknown fields', async () => {
  expect((await sandbox.control('POST', '/config', { latency: 1 })).status).toBe(400)
})

describe('another path', () => {
  it('answers 404', async () => {
    expect((await sandbox.control('GET', '/nothing')).status).toBe(404)
    expect((await fetch(`${sandbox.url}/nobody/x`)).status).toBe(404)
  })
})
