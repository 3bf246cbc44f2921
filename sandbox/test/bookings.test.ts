import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChannel, propertyFor, rowsFor } from './connection.ts'
import { useProject } from './project.ts'
import { credentials, useSandbox } from './support.ts'

const project = useProject({ status: 204, body: '' })
const sandbox = useSandbox({ project })
beforeEach(async () => {
  project.calls.length = 0
  await sandbox.control('POST', '/reset')
})

const hotelId = '5868189'
const property = propertyFor(hotelId)
const feedPath = `/booking_revisions/feed?filter[property_id]=${property.id}`
const feed = async () => (await sandbox.manager('GET', feedPath)).body.data

const register = () =>
  sandbox.manager('POST', '/webhooks', {
    webhook: {
      property_id: property.id,
      callback_url: `${project.url}/webhooks/channel-manager`,
      event_mask: 'booking;booking_unmapped_room',
      headers: { 'X-Webhook-Secret': credentials.channelManagerWebhookSecret },
      is_active: true,
      send_data: true,
    },
  })

describe('future reservations', () => {
  it('arrive once, mapped or not, and leave the feed when acknowledged', async () => {
    const channel = await createChannel(sandbox, hotelId)
    const path = `/channels/${channel.id}/execute/load_future_reservations`
    expect((await sandbox.manager('POST', path)).body).toEqual({ meta: { message: 'Success' } })
    const revisions = await feed()
    expect(revisions).toHaveLength(3)
    expect(revisions[0].attributes).toMatchObject({
      unique_id: 'BDC-4101775802',
      status: 'new',
      amount: '412.50',
      rooms: [
        { room_type_id: property.roomTypes[0]?.id, rate_plan_id: property.roomTypes[0]?.ratePlans[0]?.id },
      ],
    })
    expect(Object.values(revisions[0].attributes.rooms[0].days)).toEqual(['137.50', '137.50', '137.50'])
    expect(revisions[2].attributes.rooms[0]).toMatchObject({ room_type_id: null, rate_plan_id: null })

    const [first] = revisions
    expect((await sandbox.manager('POST', `/booking_revisions/${first.id}/ack`)).status).toBe(200)
    await sandbox.manager('POST', path)
    expect(await feed()).toHaveLength(2)
    expect((await sandbox.manager('POST', '/booking_revisions/none/ack')).status).toBe(404)
  })

  it('are only scheduled by a GET', async () => {
    const channel = await createChannel(sandbox, hotelId)
    await sandbox.manager('GET', `/channels/${channel.id}/execute/load_future_reservations`)
    expect(await feed()).toEqual([])
    await expect.poll(feed).toHaveLength(3)
  })
})

describe('webhooks', () => {
  it('tell of a booking with the registered headers', async () => {
    expect((await register()).status).toBe(201)
    expect((await sandbox.manager('GET', '/webhooks')).body.meta.total).toBe(1)
    const channel = await createChannel(sandbox, hotelId)
    await sandbox.manager('POST', `/channels/${channel.id}/execute/load_future_reservations`)
    await expect.poll(() => project.calls).toHaveLength(4)
    const events = project.calls.map(call => JSON.parse(call.text).event)
    expect(events).toEqual(['booking', 'booking', 'booking', 'booking_unmapped_room'])
    expect(project.calls[0]?.headers['x-webhook-secret']).toBe(credentials.channelManagerWebhookSecret)
    expect(JSON.parse(project.calls[0]?.text ?? '')).toMatchObject({
      property_id: property.id,
      payload: { unique_id: 'BDC-4101775802' },
    })
  })

  it('are tried again after a 5xx, and only then', async () => {
    await register()
    await createChannel(sandbox, hotelId)
    const booking = { hotelId, reservation: reservation('1') }
    project.answer.status = 503
    const injected = sandbox.control('POST', '/channel-manager/booking', booking)
    await expect.poll(() => project.calls).toHaveLength(1)
    project.answer.status = 204
    expect((await injected).body.webhooks).toMatchObject([{ status: 204 }])
    expect(project.calls).toHaveLength(2)
    project.answer.status = 404
    await sandbox.control('POST', '/channel-manager/booking', { hotelId, reservation: reservation('2') })
    project.answer.status = 204
    await wait(300)
    expect(project.calls).toHaveLength(3)
  })
})

const reservation = (code: string) => ({
  code,
  roomId: 586818904,
  rateId: 16385052,
  arrival: '2030-05-01',
  departure: '2030-05-03',
  guest: { name: 'A', surname: 'B', mail: 'a@b.example', phone: '+447700900200' },
  amount: 200,
  currency: 'GBP',
})

describe('a booking at the OTA', () => {
  it('keeps its booking id when it is changed and cancelled', async () => {
    await createChannel(sandbox, hotelId)
    for (const status of ['new', 'modified', 'cancelled']) {
      const answer = await sandbox.control('POST', '/channel-manager/booking', {
        hotelId,
        status,
        reservation: reservation('77'),
      })
      expect(answer.status).toBe(201)
    }
    const revisions = await feed()
    expect(revisions.map((one: { attributes: { status: string } }) => one.attributes.status)).toEqual([
      'new',
      'modified',
      'cancelled',
    ])
    const bookings = revisions.map((one: { attributes: { booking_id: string } }) => one.attributes.booking_id)
    expect(new Set(bookings).size).toBe(1)
    expect(revisions[0].attributes.amount).toBe('200.00')
  })

  it('can have other attributes, and no webhook', async () => {
    await register()
    await createChannel(sandbox, hotelId)
    const attributes = { inserted_at: '2030-01-01T00:00:00.123456', customer: null, rooms: [] }
    const answer = await sandbox.control('POST', '/channel-manager/booking', {
      hotelId,
      reservation: reservation('88'),
      attributes,
      announce: false,
    })
    expect(answer.body.webhooks).toEqual([])
    const [{ attributes: revision }] = await feed()
    expect(revision).toMatchObject({ inserted_at: '2030-01-01T00:00:00.123456', rooms: [] })
    expect(revision).not.toHaveProperty('customer')
    expect(project.calls).toEqual([])
  })

  it('is listed with its last revision, in the room of the present mapping', async () => {
    const channel = await createChannel(sandbox, hotelId)
    const rows = await rowsFor(sandbox, hotelId)
    const write = (rate_plans: unknown[]) =>
      sandbox.manager('PUT', `/channels/${channel.id}`, { channel: { rate_plans } })
    const isOfRoom = ({ settings }: { settings: { room_type_code: number } }) =>
      settings.room_type_code === reservation('1').roomId
    await write(rows.filter(row => !isOfRoom(row)))
    const inserted_at = '2030-01-01T00:00:00.123456'
    const first = { hotelId, reservation: reservation('1'), attributes: { inserted_at } }
    const later = { hotelId, status: 'modified', reservation: reservation('1') }
    const other = { hotelId, reservation: { ...reservation('2'), arrival: '2029-01-01' } }
    await sandbox.control('POST', '/channel-manager/booking', first)
    const { revision } = (await sandbox.control('POST', '/channel-manager/booking', later)).body
    await sandbox.control('POST', '/channel-manager/booking', other)
    const listed = async (filters = '') =>
      (await sandbox.manager('GET', `/bookings?filter[property_id]=${property.id}${filters}`)).body.data
    const codes = async (filters: string) =>
      (await listed(filters)).map(
        (one: { attributes: { ota_reservation_code: string } }) => one.attributes.ota_reservation_code,
      )
    const roomOf = ({ attributes }: { attributes: { rooms: object[] } }) => attributes.rooms[0]
    const [newest, changed] = await listed()
    expect(newest.attributes.ota_reservation_code).toBe('2')
    expect(changed).toMatchObject({
      id: revision.attributes.booking_id,
      attributes: { status: 'modified', revision_id: revision.id, inserted_at },
    })
    expect(roomOf(changed)).toMatchObject({ room_type_id: null, rate_plan_id: null })
    await write(rows)
    expect(roomOf((await listed())[1])).toMatchObject({ room_type_id: expect.any(String) })
    expect(await codes('&filter[arrival_date][gte]=2030-05-01')).toEqual(['1'])
    expect(await codes('&filter[departure_date][gte]=2030-05-04')).toEqual([])
    expect(await codes('&filter[inserted_at][gte]=2030-01-01T00:00:00')).toEqual(['1'])
    expect(await codes('&filter[inserted_at][lte]=2030-01-01T00:00:00')).toEqual(['2'])
  })

  it('stays in the list after its removal from the feed', async () => {
    await createChannel(sandbox, hotelId)
    await sandbox.control('POST', '/channel-manager/booking', { hotelId, reservation: reservation('1') })
    const forget = () => sandbox.control('POST', '/channel-manager/forget', { propertyId: property.id })
    expect((await forget()).body).toEqual({ forgotten: 1 })
    expect((await forget()).body).toEqual({ forgotten: 0 })
    expect(await feed()).toEqual([])
    expect((await sandbox.manager('GET', '/bookings')).body).toMatchObject({
      data: [{ attributes: { acknowledge_status: 'pending', has_unacked_revisions: true } }],
      meta: { total: 1 },
    })
  })

  it('needs a channel', async () => {
    const answer = await sandbox.control('POST', '/channel-manager/booking', {
      hotelId,
      reservation: reservation('9'),
    })
    expect(answer.status).toBe(409)
  })

  it('can be announced without a registration, with the right secret or none', async () => {
    const call = { event: 'booking', propertyId: property.id }
    await sandbox.control('POST', '/channel-manager/event', call)
    await sandbox.control('POST', '/channel-manager/event', { ...call, secret: '' })
    expect(project.calls.map(call => call.path)).toEqual([
      '/webhooks/channel-manager',
      '/webhooks/channel-manager',
    ])
    expect(project.calls.map(call => call.headers['x-webhook-secret'])).toEqual([
      credentials.channelManagerWebhookSecret,
      undefined,
    ])
  })
})
