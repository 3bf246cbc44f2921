import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useProject } from './project.ts'
import { credentials, useSandbox } from './support.ts'

const project = useProject({ status: 204, body: '' })
const sandbox = useSandbox({ project })

const propertyId = 'p-messages'
const bookingId = '7b0c2f3e-0000-4000-8000-000000000001'
const guest = { name: 'Ada', surname: 'Byron', mail: 'a@b.example', phone: '+447700900200' }
const booking = { id: bookingId, propertyId, arrival: '2030-05-01', departure: '2030-05-03', guest }

beforeEach(async () => {
  project.calls.length = 0
  project.answer.status = 204
  await sandbox.control('POST', '/reset')
  await sandbox.control('POST', '/seed', { applications: [{ propertyId }], bookings: [booking] })
})

const control = async (what: string, body: object) =>
  (await sandbox.control('POST', `/channel-manager/${what}`, { propertyId, ...body })).body
const wrote = (body: object) => control('message', { bookingId, message: 'Hello', event: false, ...body })
const textTo = (threadId: string, message: unknown) =>
  sandbox.manager('POST', `/message_threads/${threadId}/messages`, { message })
const messagesOf = async (threadId: string, query = '') =>
  (await sandbox.manager('GET', `/message_threads/${threadId}/messages${query}`)).body
const state = async () => (await sandbox.control('GET', '/state?vendor=channel-manager')).body
const events = () => project.calls.map(call => JSON.parse(call.text))

describe('the application of messages', () => {
  it('is listed with a price, and where it is installed', async () => {
    const catalogue = (await sandbox.manager('GET', '/applications')).body.data
    expect(catalogue.map((one: { attributes: object }) => one.attributes)).toContainEqual({
      code: 'channex_messages',
      title: 'Messages & Reviews',
      price: '7.00',
      vr_price: '7.00',
      is_configurable: false,
    })
    const { data, meta } = (await sandbox.manager('GET', '/applications/installed')).body
    expect(meta.total).toBe(1)
    expect(data[0].attributes).toMatchObject({
      property_id: propertyId,
      application_code: 'channex_messages',
    })
    expect(data[0].attributes).not.toHaveProperty('is_active')
    expect((await state()).applications).toEqual([{ id: data[0].id, propertyId, code: 'channex_messages' }])
  })

  it('is required by every call: without it 403, not 404', async () => {
    const { threadId } = await wrote({ propertyId: 'p-without', bookingId: 'b-without' })
    const calls = [
      sandbox.manager('GET', '/message_threads?filter[property_id]=p-without'),
      sandbox.manager('GET', `/message_threads/${threadId}`),
      sandbox.manager('GET', `/message_threads/${threadId}/messages`),
      sandbox.manager('GET', '/bookings/b-without/messages'),
      textTo(threadId, { message: 'Hi' }),
      sandbox.manager('POST', `/message_threads/${threadId}/close`),
      sandbox.manager('POST', `/message_threads/${threadId}/no_reply_needed`),
    ]
    for (const answer of await Promise.all(calls))
      expect(answer).toMatchObject({ status: 403, body: { errors: { code: 'forbidden' } } })
    expect((await sandbox.manager('GET', '/message_threads/none')).status).toBe(404)
  })
})

describe('conversations', () => {
  it('are listed ten at a time, the newest first, with a last message that has no id', async () => {
    for (let number = 0; number < 12; number += 1)
      await wrote({ bookingId: `b-${number}`, title: `Guest ${number}`, message: `m${number}` })
    const path = `/message_threads?filter[property_id]=${propertyId}`
    const { data, meta } = (await sandbox.manager('GET', path)).body
    expect(data).toHaveLength(10)
    expect(meta).toMatchObject({ total: 12, limit: 10, page: 1 })
    expect(data[0]).toMatchObject({
      type: 'message_thread',
      attributes: {
        title: 'Guest 11',
        provider: 'BookingCom',
        is_closed: false,
        message_count: 1,
        meta: null,
      },
      relationships: { booking: { data: { id: 'b-11' } }, property: { data: { id: propertyId } } },
    })
    const { last_message, last_message_received_at, ota_message_thread_id } = data[0].attributes
    expect(Object.keys(last_message).toSorted()).toEqual(['attachments', 'inserted_at', 'message', 'sender'])
    expect(last_message_received_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
    expect(ota_message_thread_id).toMatch(/^\d+$/)
    expect((await sandbox.manager('GET', `${path}&pagination[page]=2`)).body.data).toHaveLength(2)
  })

  it('of an inquiry have no booking until one is assigned', async () => {
    const meta = { status: 'pending', booking_details: { guest_name: 'Ada Byron', nights: 3 } }
    const input = { sender: 'system', message: 'inquiry', title: 'Ada Byron', meta }
    const { threadId } = await control('message', { ...input, event: false })
    const thread = (await sandbox.manager('GET', `/message_threads/${threadId}`)).body.data
    expect(thread.relationships).not.toHaveProperty('booking')
    expect(thread.attributes).toMatchObject({ title: 'Ada', provider: 'AirBNB' })
    expect(thread.attributes.meta.listing_id).toMatch(/^\d{19}$/)
    const { data } = await messagesOf(threadId)
    expect(data[0].attributes).toMatchObject({ sender: 'system', message: 'inquiry', meta })
    await control('assign', { threadId, bookingId })
    const after = (await sandbox.manager('GET', `/message_threads/${threadId}`)).body.data
    expect(after.relationships.booking.data.id).toBe(bookingId)
    expect(events()).toMatchObject([
      {
        event: 'message_thread_booking_assigned',
        payload: { booking_id: bookingId, message_thread_id: threadId },
      },
    ])
  })

  it('are closed, and open again by a send', async () => {
    const { threadId } = await wrote({})
    const path = `/message_threads/${threadId}`
    const closed = await sandbox.manager('POST', `${path}/close`)
    expect(closed.body.data.attributes.is_closed).toBe(true)
    expect((await textTo(threadId, { message: 'Hi' })).status).toBe(200)
    expect((await sandbox.manager('GET', path)).body.data.attributes.is_closed).toBe(false)
  })

  it('can be marked as needing no reply, at Booking.com only', async () => {
    const [own, other] = [await wrote({}), await wrote({ bookingId: 'b-a', provider: 'AirBNB' })]
    const say = (id: string) => sandbox.manager('POST', `/message_threads/${id}/no_reply_needed`)
    expect((await say(own.threadId)).status).toBe(200)
    expect((await say(other.threadId)).body.errors.code).toBe('not_supported')
    const { threads } = await state()
    expect(threads).toMatchObject([{ noReplyNeeded: 1 }, { noReplyNeeded: 0 }])
  })
})

describe('messages', () => {
  it('are listed newest first, whatever the order of arrival', async () => {
    const { threadId } = await wrote({ message: 'second', insertedAt: '2030-01-02T00:00:00Z' })
    await wrote({ message: 'first', insertedAt: '2030-01-01T00:00:00Z' })
    const { data, meta } = await messagesOf(threadId)
    expect(data.map((one: { attributes: { message: string } }) => one.attributes.message)).toEqual([
      'second',
      'first',
    ])
    expect(meta).toEqual({ total: 2, limit: 10, page: 1, order_by: 'inserted_at' })
    const byBooking = await sandbox.manager('GET', `/bookings/${bookingId}/messages`)
    expect(byBooking.body.data).toEqual(data)
  })

  it('sent by the API name a user, and no webhook announces them', async () => {
    const { threadId } = await wrote({})
    const sent = await textTo(threadId, { message: 'Welcome' })
    expect(sent).toMatchObject({ status: 200, body: { data: { attributes: { sender: 'property' } } } })
    const answered = await wrote({ sender: 'property', message: 'From the extranet' })
    const { data } = await messagesOf(threadId)
    expect(data[0].id).toBe(answered.messageId)
    expect(data[0].relationships).not.toHaveProperty('user')
    expect(data[1]).toEqual(sent.body.data)
    expect(data[1].relationships.user.data.id).toBeTruthy()
    expect(project.calls).toEqual([])
  })

  it('sent to Airbnb are answered without relationships', async () => {
    const { threadId } = await wrote({ provider: 'AirBNB', bookingId: 'b-a', title: 'Ada Byron' })
    const { data } = (await textTo(threadId, { message: 'See https://a.example' })).body
    expect(data).not.toHaveProperty('relationships')
    const listed = (await messagesOf(threadId)).data
    expect(listed[0].relationships.message_thread.data.id).toBe(threadId)
    expect(listed[1].attributes.meta).toEqual({ name: 'Ada', role: 'GUEST' })
  })

  it('lose their links at Booking.com', async () => {
    const { threadId } = await wrote({})
    const { data } = (await textTo(threadId, { message: 'Look at https://a.example/b now' })).body
    expect(data.attributes.message).toBe('Look at  now')
  })

  it.each([['Hi'], [{ message: '' }], [{ message: ' \n' }], [{}], [{ attachment_id: 'none' }]])(
    'are refused as %j',
    async message => {
      const { threadId } = await wrote({})
      expect((await textTo(threadId, message)).status).toBe(422)
      expect((await messagesOf(threadId)).meta.total).toBe(1)
    },
  )

  it('to a booking open its conversation once', async () => {
    const send = () =>
      sandbox.manager('POST', `/bookings/${bookingId}/messages`, { message: { message: 'Welcome' } })
    const { data } = (await send()).body
    await send()
    const { threads } = await state()
    expect(threads).toMatchObject([{ propertyId, bookingId, messages: [{ id: data.id }, {}] }])
    expect(data.relationships.message_thread.data.id).toBe(threads[0].id)
    expect((await sandbox.manager('GET', '/bookings/none/messages')).status).toBe(404)
  })

  it.each([
    ['window-over', ['Messaging window for this reservation is over']],
    ['no-conversation', 'Thread ID is not available'],
    ['channel-inactive', { channel: ['Channel is inactive'] }],
    ['not-supported', 'not_supported'],
  ])('are refused with %s until the obstacle is removed', async (obstacle, words) => {
    const send = () =>
      sandbox.manager('POST', `/bookings/${bookingId}/messages`, { message: { message: 'Welcome' } })
    await control('obstacle', { bookingId, obstacle })
    const { status, body } = await send()
    expect(status).toBe(422)
    expect(Object.values(body.errors)).toContainEqual(words)
    await control('obstacle', { bookingId, obstacle: null })
    expect((await send()).status).toBe(200)
  })

  it('at an OTA without messages are not supported', async () => {
    await sandbox.control('POST', '/seed', { bookings: [{ ...booking, id: 'b-vrbo', provider: 'Vrbo' }] })
    const answer = await sandbox.manager('GET', '/bookings/b-vrbo/messages')
    expect(answer).toMatchObject({ status: 422, body: { errors: { code: 'not_supported' } } })
  })
})

describe('files', () => {
  const upload = (attachment: object) => sandbox.manager('POST', '/attachments', { attachment })
  const picture = { file: 'iVBORw0KGgo=', file_name: 'photo.png', file_type: 'image/png' }
  const read = (path: string) =>
    fetch(`${sandbox.url}/channel-manager/${path}`, {
      headers: { 'user-api-key': credentials.channelManagerApiKey },
    })

  it('are sent alone: a text drops the file', async () => {
    const { threadId } = await wrote({})
    const { data } = (await upload(picture)).body
    expect(data).toEqual({ id: data.id, type: 'attachment' })
    await textTo(threadId, { message: 'Here', attachment_id: data.id })
    const sent = (await textTo(threadId, { attachment_id: data.id })).body.data
    expect(sent.attributes).toMatchObject({ message: '', have_attachment: true })
    const listed = (await messagesOf(threadId)).data
    expect(listed[1].attributes).toMatchObject({ message: 'Here', attachments: [] })
    const file = await read(sent.attributes.attachments[0])
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await file.arrayBuffer()).toString('base64')).toBe(picture.file)
  })

  it('must be pictures at Booking.com only, and have names in ASCII everywhere', async () => {
    const document = { ...picture, file_name: 'a.pdf', file_type: 'application/pdf' }
    const { id } = (await upload(document)).body.data
    const [own, other] = [await wrote({}), await wrote({ bookingId: 'b-e', provider: 'Expedia' })]
    expect((await textTo(own.threadId, { attachment_id: id })).status).toBe(422)
    expect((await textTo(other.threadId, { attachment_id: id })).status).toBe(200)
    expect((await upload({ ...picture, file_name: 'été.png' })).body).toEqual({ errors: null })
    expect((await upload({ ...picture, file: '' })).status).toBe(422)
  })

  it('of a guest have relative links, which may expire', async () => {
    const attachments = ['photo.jpg', { fileName: 'gone.png', endsAfterMs: 0 }, 'attachments/own/a.pdf']
    const { threadId } = await wrote({ message: '', attachments })
    const [{ attributes }] = (await messagesOf(threadId)).data
    const [lasting, ended, own] = await Promise.all(attributes.attachments.map(read))
    expect(attributes.attachments[2]).toBe('attachments/own/a.pdf')
    expect([lasting.status, ended.status, own.status]).toEqual([200, 404, 200])
    expect([lasting, own].map(one => one.headers.get('content-type'))).toEqual([
      'image/jpeg',
      'application/pdf',
    ])
  })
})

describe('the event of a message', () => {
  it('has our secret, and the fields of a message', async () => {
    const { threadId, messageId } = await wrote({ event: true })
    expect(project.calls[0]).toMatchObject({
      path: '/webhooks/channel-manager',
      headers: { 'x-webhook-secret': credentials.channelManagerWebhookSecret },
    })
    const [event] = events()
    expect(event).toMatchObject({ event: 'message', property_id: propertyId, user_id: null })
    expect(event.payload).toEqual({
      id: messageId,
      message: 'Hello',
      meta: null,
      sender: 'guest',
      property_id: propertyId,
      booking_id: bookingId,
      message_thread_id: threadId,
      live_feed_event_id: null,
      attachments: [],
      have_attachment: false,
      ota_message_id: `ota-${messageId}`,
      inserted_at: event.payload.inserted_at,
    })
  })

  it('may be lost', async () => {
    await wrote({ message: '1' })
    expect(project.calls).toEqual([])
  })

  it('is repeated after a 5xx, and not after a 4xx', async () => {
    project.answer.status = 503
    const { webhooks } = await wrote({ event: true, minuteMs: 1 })
    expect(webhooks).toEqual([503])
    project.answer.status = 204
    await expect.poll(() => project.calls).toHaveLength(2)
    project.answer.status = 404
    await wrote({ event: true, minuteMs: 1, message: 'lost for good' })
    await expect.poll(() => project.calls).toHaveLength(3)
  })

  it('can be of any other kind', async () => {
    const payload = { id: randomUUID(), resolved: false }
    expect(await control('event', { event: 'alteration_request', payload })).toEqual({ status: 204 })
    expect(events()).toMatchObject([{ event: 'alteration_request', property_id: propertyId, payload }])
  })
})

it('a seeded booking is in the feed', async () => {
  const { body } = await sandbox.manager('GET', `/booking_revisions/feed?filter[property_id]=${propertyId}`)
  expect(body.data).toMatchObject([
    { attributes: { booking_id: bookingId, status: 'new', customer: guest, arrival_date: '2030-05-01' } },
  ])
})
