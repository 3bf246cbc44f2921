import { describe, expect, it } from 'vitest'
import { messagesApplication } from '../../src/adapters/channel-manager/applications.ts'
import { isChannelManagers } from '../../src/adapters/channel-manager/message-address.ts'
import { otaMedia } from '../../src/adapters/channel-manager/message-media.ts'
import { otaInbox } from '../../src/adapters/channel-manager/messages.ts'
import { otaMessenger } from '../../src/adapters/channel-manager/messenger.ts'
import { SendRefusedError } from '../../src/lib/chat/delivery/refusal.ts'
import { MessagesNotInstalled } from '../../src/lib/chat/ota/ports.ts'
import { bytesOf } from '../support/files.ts'
import {
  channelManagerConfig,
  credentials,
  describeFailures,
  expectKind,
  failure,
  useSandbox,
} from './harness.ts'

const sandbox = useSandbox('channel-manager')

const propertyId = 'a0000000-0000-4000-8000-000000000001'
const bookingId = '7b0c2f3e-0000-4000-8000-000000000001'
const threadId = '7b0c2f3e-0000-4000-8000-000000000002'
const text = 'Is there a cot, ünïcödé?'
const secrets = [credentials.channelManagerApiKey, text, 'Ada Byron']

const config = (more: object = {}) => ({ ...channelManagerConfig(sandbox.vendorUrl()), ...more })
const inbox = (more: object = {}) => otaInbox(config(more))
const messenger = (more: object = {}) => otaMessenger(config(more))
const application = (more: object = {}) => messagesApplication(config(more))

const control = async (what: string, body: object) =>
  sandbox.control('POST', `channel-manager/${what}`, { propertyId, event: false, ...body })
const wrote = (body: object = {}): Promise<{ threadId: string; messageId: string }> =>
  control('message', { bookingId, threadId, message: text, title: 'Ada Byron', ...body })
const seed = (body: object) => sandbox.control('POST', 'seed', body)
const install = () => seed({ applications: [{ propertyId }] })
const firstPage = { page: 1, pageSize: 100 }
const sends = { threadId: 't', messageId: 'm', claimId: 'c' }
const outgoing = (to: string, body: string) => ({
  channel: 'ota' as const,
  to,
  content: { text: body },
  send: sends,
})
const reasonOf = async (call: Promise<unknown>) => {
  const error = await failure(call)
  return error instanceof SendRefusedError ? (error.refusal.reason ?? 'no reason') : error.kind
}
const rowsOf = async (id = threadId) => (await inbox().messages(id, firstPage)).rows
const send = (to = threadId, body = text) => messenger().send(outgoing(to, body))
/** The messages that the channel manager has. */
const written = async () =>
  (await sandbox.state('threads')).flatMap(({ messages }) => messages as { id: string; message: string }[])

describe('conversations', () => {
  it('are listed in our terms, newest first, page by page', async () => {
    await install()
    await wrote()
    await wrote({ threadId: undefined, bookingId: 'b-2', title: 'Grace', provider: 'AirBNB' })
    await wrote({ threadId: undefined, bookingId: 'b-3', title: 'Emmy', provider: 'Expedia' })
    const first = await inbox().conversations(propertyId, { page: 1, pageSize: 2 })
    expect(first.rows.map(({ provider, title }) => [provider, title])).toEqual([
      ['expedia', 'Emmy'],
      ['airbnb', 'Grace'],
    ])
    expect(first.hasMore).toBe(true)
    const second = await inbox().conversations(propertyId, { page: 2, pageSize: 2 })
    expect(second).toEqual({
      rows: [
        {
          id: threadId,
          channelManagerPropertyId: propertyId,
          provider: 'booking',
          title: 'Ada Byron',
          bookingId,
          lastMessageAt: expect.any(Date),
        },
      ],
      hasMore: false,
    })
    expect(await inbox().conversation(threadId)).toEqual(second.rows[0])
    expect(await inbox().conversation('none')).toBeUndefined()
  })

  it('of another property are left out where the list is not filtered', async () => {
    await install()
    const row = (id: string, owner: string) => ({
      id,
      attributes: { provider: 'BookingCom' },
      relationships: { property: { data: { id: owner } } },
    })
    const body = { data: [row('c-1', 'p-other'), row('c-2', propertyId), { id: 4 }] }
    await sandbox.answer(body, { path: '^/message_threads' })
    const { rows, hasMore } = await inbox().conversations(propertyId, { page: 1, pageSize: 3 })
    expect(rows.map(({ id }) => id)).toEqual(['c-2'])
    expect(hasMore).toBe(true)
  })

  it('of a property without the application are told apart from an empty inbox', async () => {
    await wrote()
    const calls = [
      inbox().conversations(propertyId, firstPage),
      inbox().conversation(threadId),
      inbox().messages(threadId, firstPage),
      inbox().noReplyNeeded(threadId),
    ]
    for (const call of calls) await expect(call).rejects.toBeInstanceOf(MessagesNotInstalled)
  })

  it('of Booking.com can be marked as needing no reply', async () => {
    await install()
    await wrote()
    await inbox().noReplyNeeded(threadId)
    expect(await sandbox.state('threads')).toMatchObject([{ noReplyNeeded: 1 }])
    const other = await wrote({ threadId: undefined, bookingId: 'b-2', provider: 'Expedia' })
    await expectKind(inbox().noReplyNeeded(other.threadId), 'permanent')
  })
})

describe('messages', () => {
  it('are listed newest first, with their times in UTC', async () => {
    await install()
    const late = await wrote({ insertedAt: '2030-01-02T00:00:00Z', sender: 'property' })
    const early = await wrote({ insertedAt: '2030-01-01T00:00:00Z', attachments: ['photo.jpg'], message: '' })
    const { rows, hasMore } = await inbox().messages(threadId, { page: 1, pageSize: 500 })
    expect(rows).toEqual([
      {
        id: late.messageId,
        conversationId: threadId,
        sender: 'property',
        text,
        attachments: [],
        at: new Date('2030-01-02T00:00:00Z'),
        userId: null,
        author: null,
        stay: null,
        request: null,
      },
      expect.objectContaining({ id: early.messageId, text: '', at: new Date('2030-01-01T00:00:00Z') }),
    ])
    expect(rows[1]?.attachments).toEqual([
      expect.stringMatching(new RegExp(`^${sandbox.vendorUrl()}/attachments/.+/photo\\.jpg$`)),
    ])
    expect(hasMore).toBe(false)
    const [request] = await sandbox.requests()
    expect(request?.path).toBe(
      `/message_threads/${threadId}/messages?pagination%5Bpage%5D=1&pagination%5Blimit%5D=100`,
    )
  })

  it('of an inquiry say what was asked for', async () => {
    await install()
    const details = {
      checkin_date: '2030-05-01',
      checkout_date: '2030-05-03',
      number_of_guests: null,
      number_of_adults: 2,
      number_of_children: 0,
      listing_name: 'A listing',
      guest_name: 'Ada Byron',
      non_response_at: '2030-04-01T00:00:00',
    }
    const meta = { status: 'pending', booking_details: details }
    const inquiryInput = { sender: 'system', message: 'inquiry', provider: 'AirBNB', meta }
    const inquiry = await wrote({ ...inquiryInput, threadId: undefined, bookingId: undefined })
    await wrote({ threadId: inquiry.threadId, bookingId: undefined })
    expect(await inbox().conversation(inquiry.threadId)).toMatchObject({ bookingId: null })
    expect(await rowsOf(inquiry.threadId)).toMatchObject([
      { sender: 'guest', author: { name: 'Ada', role: 'GUEST' }, stay: null, request: null },
      {
        sender: 'system',
        stay: {
          arrival: '2030-05-01',
          departure: '2030-05-03',
          guests: 2,
          listing: 'A listing',
          guestName: 'Ada Byron',
        },
        request: { kind: 'inquiry', status: 'pending', respondBy: expect.any(Date) },
      },
    ])
  })

  it('have text and names with entities decoded once, and names with their joiners', async () => {
    await install()
    const meta = { name: 'O&#39;Brien', role: 'GUEST' }
    const title = 'می\u200cرا &amp; M&uuml;ller'
    await wrote({ message: 'It&rsquo;s 5 &lt; 6 &amp;lt; &#x1F600; &bogus;', title, meta })
    expect(await inbox().conversation(threadId)).toMatchObject({ title: 'می\u200cرا & Müller' })
    expect(await rowsOf()).toMatchObject([
      { text: 'It’s 5 < 6 &lt; 😀 &bogus;', author: { name: "O'Brien" } },
    ])
  })

  it('hide no others if they cannot be read, and an unknown sender counts as the system', async () => {
    await install()
    await wrote()
    const body = {
      data: [
        { id: 'm-1', attributes: { message: null, sender: 'support', inserted_at: '2030-01-01T00:00:00.5' } },
        { id: 'm-2', attributes: { message: 'No time' } },
        'odd',
      ],
    }
    await sandbox.answer(body)
    expect(await rowsOf()).toMatchObject([
      { id: 'm-1', sender: 'system', text: '', conversationId: null, at: new Date('2030-01-01T00:00:00.5Z') },
    ])
  })
})

describe('an unreadable row', () => {
  const row = (id: unknown, more: object = {}) => ({
    id,
    attributes: { provider: 'BookingCom', last_message_received_at: '2030-01-01T00:00:00' },
    relationships: { property: { data: { id: propertyId } } },
    ...more,
  })

  it('of the conversations gets an id that stays the same', async () => {
    await install()
    const odd = row('c-2', { attributes: { title: 'No provider' } })
    await sandbox.answer({ data: [row('c-1'), odd, 'odd'] })
    const [first, again] = [
      await inbox().conversations(propertyId, firstPage),
      await inbox().conversations(propertyId, firstPage),
    ]
    expect(first.rows.map(({ id }) => id)).toEqual(['c-1'])
    const at = new Date('2030-01-01T00:00:00Z')
    const ids = again.odd?.map(({ id }) => id)
    expect(first.odd).toEqual([
      { id: ids?.[0], odd: ['attributes.provider'], at },
      { id: ids?.[1], odd: ['all of it'], at },
    ])
  })

  it.each([
    ['a property', row('c-1', { relationships: {} }), 'relationships.property'],
    ['a provider', row('c-1', { attributes: {} }), 'attributes.provider'],
  ])('of a conversation without %s is no outage', async (_, data, odd) => {
    await install()
    await sandbox.answer({ data })
    expect(await inbox().conversation('c-1')).toMatchObject({ odd: [odd] })
  })

  it('of messages gets the time of the row before it, and long texts are cut', async () => {
    await install()
    const message = (id: string, day: number, more: object = {}) => ({
      id,
      attributes: { message: id, sender: 'guest', inserted_at: `2030-01-0${day}T00:00:00`, ...more },
    })
    const name = 'n'.repeat(1_200_000)
    const attachments = ['a.jpg', `${'b'.repeat(5000)}.jpg`, ...Array.from({ length: 300 }, () => 'c.jpg')]
    const data = [
      message('m-3', 3, { meta: { name, role: 'GUEST' }, attachments }),
      message('m-2', 2, { inserted_at: 'yesterday' }),
      message('m-1', 1),
    ]
    await sandbox.answer({ data })
    const { rows, odd } = await inbox().messages(threadId, firstPage)
    expect(rows.map(({ id }) => id)).toEqual(['m-3', 'm-1'])
    expect(odd).toMatchObject([{ odd: ['attributes.inserted_at'], at: new Date('2030-01-03T00:00:00Z') }])
    expect(rows[0]?.author?.name).toHaveLength(200)
    expect(rows[0]?.attachments).toHaveLength(99)
  })
})

describe('an answer about another conversation', () => {
  const relationships = { message_thread: { data: { id: 'another' } } }

  it('leaves the outcome of a send unknown', async () => {
    const body = { data: { id: 'm-1', attributes: {}, relationships } }
    await sandbox.answer(body)
    await expectKind(send(), 'unknown')
  })

  it('is left out of our sends', async () => {
    const attributes = { message: text, sender: 'property', inserted_at: '2030-01-01T00:00:00' }
    const data = [
      { id: 'm-1', attributes, relationships },
      { id: 'm-2', attributes },
    ]
    await sandbox.answer({ data })
    const found = await messenger().sentTo('ota', threadId, new Date(0))
    expect(found.map(({ providerMessageId }) => providerMessageId)).toEqual(['m-2'])
  })
})

describe('a send', () => {
  it('to a conversation is trimmed, and found among the messages sent there since', async () => {
    await install()
    await wrote()
    await wrote({ sender: 'property', message: 'Before', insertedAt: '2020-01-01T00:00:00Z' })
    const since = new Date('2020-01-02')
    const extranet = await wrote({ sender: 'property', message: 'From the extranet' })
    const adapter = messenger()
    const sent = await adapter.send(outgoing(threadId, '\n Yes, there is. '))
    expect(await adapter.sentTo('ota', threadId, since)).toEqual([
      ...[
        { providerMessageId: sent.providerMessageId, status: 'sent', body: 'Yes, there is.' },
        { providerMessageId: extranet.messageId, status: 'sent', body: 'From the extranet' },
      ].map(one => ({ ...one, createdAt: expect.any(Date) })),
    ])
    expect(await adapter.statusOf(sent.providerMessageId)).toMatchObject({ status: 'sent' })
  })

  it('to a booking opens its conversation', async () => {
    await install()
    await seed({ bookings: [{ id: bookingId, propertyId, arrival: '2030-05-01', departure: '2030-05-03' }] })
    const to = `booking/${bookingId}`
    const { providerMessageId } = await send(to, 'Welcome')
    expect(await sandbox.state('threads')).toMatchObject([{ bookingId, messages: [{ message: 'Welcome' }] }])
    const found = await messenger().sentTo('ota', to, new Date(0))
    expect(found.map(one => one.providerMessageId)).toEqual([providerMessageId])
  })

  it('is looked up through page after page', async () => {
    await install()
    await wrote()
    for (let number = 0; number < 101; number += 1)
      await wrote({ sender: 'property', message: `m${number}`, insertedAt: new Date(1e12 + number) })
    const found = await messenger().sentTo('ota', threadId, new Date(1e12))
    expect(found.map(({ body }) => body)).toEqual(
      Array.from({ length: 101 }, (_, index) => `m${100 - index}`),
    )
    const near = await messenger().sentTo('ota', threadId, new Date(1e12 + 99))
    expect(near.map(({ body }) => body)).toEqual(['m100', 'm99'])
  })

  it('of another user is not taken for ours once an answer has named our user', async () => {
    await install()
    await wrote()
    const adapter = messenger()
    const { providerMessageId } = await adapter.send(outgoing(threadId, 'Ours'))
    const row = (id: string, userId?: string) => ({
      id,
      attributes: { message: 'Ours', sender: 'property', inserted_at: '2030-01-01T00:00:00' },
      ...(userId && { relationships: { user: { data: { id: userId } } } }),
    })
    const ours = 'f0000000-0000-4000-8000-000000000001'
    const data = [row('m-theirs', 'u-theirs'), row(providerMessageId, ours), row('m-nobodys')]
    await sandbox.answer({ data }, { path: '/messages', times: 2 })
    const ids = async (one: typeof adapter) =>
      (await one.sentTo('ota', threadId, new Date(0))).map(found => found.providerMessageId)
    expect(await ids(adapter)).toEqual([providerMessageId, 'm-nobodys'])
    expect(await ids(messenger())).toEqual(['m-theirs', providerMessageId, 'm-nobodys'])
  })

  it.each([
    ['no-conversation', 'ota-no-conversation'],
    ['not-supported', 'ota-without-messages'],
    ['channel-inactive', 'ota-channel-inactive'],
    ['window-over', 'ota-window-over'],
  ])('gives its reason when it is refused for %s', async (obstacle, reason) => {
    await install()
    await wrote()
    await control('obstacle', { threadId, obstacle })
    expect(await reasonOf(send())).toBe(reason)
    expect(await written()).toHaveLength(1)
  })

  it.each([
    ['title', { code: 'validation_error', title: 'THREAD ID is not available', details: { other: ['x'] } }],
    ['details', { code: 'validation_error', title: 'x', details: ['Thread id is not available'] }],
    ['details by field', { code: 'x', title: 'x', details: { thread: ['thread id is not available'] } }],
  ])('is refused by the words in the %s of the answer', async (_, errors) => {
    await sandbox.refuse(422, { body: { errors } })
    expect(await reasonOf(send())).toBe('ota-no-conversation')
  })

  it('fails permanently without the application, the conversation or a text, and blames no key', async () => {
    await wrote()
    expect(await reasonOf(send())).toBe('messages-not-installed')
    await install()
    const error = await failure(send('none', text))
    expect(error).toMatchObject({ refusal: { reason: 'ota-conversation-gone' }, status: 404 })
    expect(await reasonOf(send(threadId, '  '))).toBe('content-not-allowed')
  })

  it('cannot be looked up without the application, which says nothing of our key', async () => {
    await wrote()
    const error = await failure(messenger().sentTo('ota', threadId, new Date(0)))
    expect(error).toMatchObject({ kind: 'permanent', status: undefined, isForbidden: false })
  })

  it('takes a text alone', async () => {
    const files = { text, mediaUrls: ['https://files.example/a.jpg'] }
    const template = { template: { name: 'greeting', variables: {} } }
    for (const content of [files, template])
      expect(await reasonOf(messenger().send({ ...outgoing(threadId, text), content }))).toBe(
        'content-not-allowed',
      )
    expect(await sandbox.requests()).toEqual([])
  })
})

describe('a file', () => {
  const picture = { bytes: Buffer.from('89504e47', 'hex'), type: 'image/png' }

  it.each([
    ['photo.png', 'photo.png'],
    ['été à la mer.png', 'ete a la mer.png'],
    ['写真.png', 'file.png'],
  ])('named %s is uploaded as %s, then sent by itself', async (name, uploaded) => {
    await install()
    await wrote()
    const fileId = await messenger().upload({ ...picture, name })
    const { providerMessageId } = await messenger().sendFile(threadId, fileId)
    const [upload, send] = await sandbox.requests()
    expect(upload?.body).toMatchObject({ attachment: { file_name: uploaded, file_type: 'image/png' } })
    expect(send?.body).toEqual({ message: { attachment_id: fileId } })
    const [{ attachments } = { attachments: [] }] = await rowsOf()
    const file = { url: attachments[0] ?? '', providerMessageId }
    const opened = await otaMedia(config()).open(file, 1000)
    if (typeof opened !== 'object') throw new Error(`not opened: ${opened}`)
    expect([opened.contentType, await bytesOf(opened.bytes)]).toEqual(['image/png', picture.bytes])
  })

  it('is uploaded and sent as the content of a send', async () => {
    await install()
    await wrote()
    const content = { file: { ...picture, name: 'photo.png' } }
    const { providerMessageId } = await messenger().send({ ...outgoing(threadId, ''), content })
    const [first] = await rowsOf()
    expect(first).toMatchObject({ id: providerMessageId, attachments: [expect.any(String)] })
    expect(await sandbox.requests()).toHaveLength(3)
  })

  it('is refused if Booking.com does not take it', async () => {
    await install()
    await wrote()
    const fileId = await messenger().upload({ bytes: picture.bytes, name: 'a.pdf', type: 'application/pdf' })
    expect(await reasonOf(messenger().sendFile(threadId, fileId))).toBe('content-not-allowed')
  })

  it('cannot be opened if its link has expired or names another host', async () => {
    await install()
    await wrote({ attachments: [{ fileName: 'gone.png', endsAfterMs: 0 }, 'kept.png'] })
    const [{ attachments } = { attachments: [] }] = await rowsOf()
    const open = (url = '') => otaMedia(config()).open({ url, providerMessageId: 'm' }, 10)
    expect(await open(attachments[0])).toBeUndefined()
    expect(await open(attachments[1])).toBe('too-large')
    expect(await open('https://files.example/a.png')).toBeUndefined()
    expect(await open(`${sandbox.vendorUrl()}.example/a.png`)).toBeUndefined()
    expect(isChannelManagers(attachments[1] ?? '', config())).toBe(true)
  })
})

describe('the application of messages', () => {
  it('has a price, and is found among those of many properties', async () => {
    const price = { price: 700, currency: 'USD' }
    expect(await application().read(propertyId)).toEqual({ installed: false, ...price })
    const others = Array.from({ length: 101 }, (_, index) => ({ propertyId: `p-${index}` }))
    await seed({ applications: others })
    await install()
    expect(await application().read(propertyId)).toEqual({ installed: true, ...price })
  })

  it('may show no price', async () => {
    await seed({ messagesPrice: null })
    expect(await application().read(propertyId)).toEqual({ installed: false, price: null, currency: null })
  })
})

/** Ignores the error that the application is missing. */
const unlessMissing = (call: Promise<unknown>) =>
  call.catch((error: unknown) => {
    const isMissing = error instanceof SendRefusedError && error.refusal.reason === 'messages-not-installed'
    const isPlain = String(error).includes('has no Messages application')
    if (!(error instanceof MessagesNotInstalled || isMissing || isPlain)) throw error
  })

const upload = { bytes: Buffer.from(text), name: 'a.png', type: 'image/png' }

describeFailures(sandbox, {
  client: more => ({ inbox: inbox(more), messenger: messenger(more), application: application(more) }),
  reads: {
    conversations: client => unlessMissing(client.inbox.conversations(propertyId, firstPage)),
    conversation: client => unlessMissing(client.inbox.conversation(threadId)),
    messages: client => unlessMissing(client.inbox.messages(threadId, firstPage)),
    noReplyNeeded: client => unlessMissing(client.inbox.noReplyNeeded(threadId)),
    sentTo: client => unlessMissing(client.messenger.sentTo('ota', threadId, new Date(0))),
    upload: client => unlessMissing(client.messenger.upload(upload)),
    application: client => client.application.read(propertyId),
  },
  writes: {
    send: client => unlessMissing(client.messenger.send(outgoing(threadId, text))),
    sendFile: client => unlessMissing(client.messenger.sendFile(threadId, 'f-1')),
  },
  isFine: (call, { status }) =>
    (status === 403 && call !== 'application') || (call === 'conversation' && status === 404),
  secrets,
})
