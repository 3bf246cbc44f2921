import { describe, expect, it } from 'vitest'
import { twilioErasure } from '../../src/adapters/twilio/erasure.ts'
import { type TwilioConfig, twilioMessenger } from '../../src/adapters/twilio/messenger.ts'
import type { OutgoingMessage } from '../../src/lib/chat/delivery/provider.ts'
import { bodyContract, hasContracts, unlessAbsent } from './contracts.ts'
import {
  credentials,
  describeFailures,
  expectKind,
  expectNoLeak,
  failure,
  twilioConfig,
  useSandbox,
} from './harness.ts'

const sandbox = useSandbox('twilio')

const phone = '+447700900123'
const text = 'The door code is on its way & more: ünïcödé 🔑'
const senderId = 'whatsapp:US.13491208655302741918'
const templateSid = `HX${'a'.repeat(32)}`
const secrets = [phone, phone.slice(1), text, 'door code', credentials.twilioAuthToken, credentials.smsSender]

const sender = (more: Partial<TwilioConfig> = {}) =>
  twilioMessenger({ ...twilioConfig(sandbox.vendorUrl()), templates: { greeting: templateSid }, ...more })

const outgoing = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  channel: 'sms',
  to: phone,
  content: { text },
  send: { threadId: 't', messageId: 'm', claimId: 'c' },
  ...more,
})
/** The fields of a send beside its content. */
const byChatapp = {
  To: `whatsapp:${phone}`,
  From: credentials.chatappSender,
  StatusCallback: 'https://platform.example/webhooks/twilio/status?thread=t&message=m&claim=c#rc=3&rp=all',
}

describe('twilioMessenger', () => {
  it.each([
    ['chatapp', phone, `whatsapp:${phone}`],
    ['chatapp', senderId, senderId],
    ['sms', phone, phone],
  ] as const)('sends a %s text to %s', async (channel, to, expected) => {
    const { providerMessageId } = await sender().send(outgoing({ channel, to }))
    expect(providerMessageId).toMatch(/^SM[0-9a-f]{32}$/)
    const messages = await sandbox.state('messages')
    expect(messages).toMatchObject([{ sid: providerMessageId, to: expected, body: text }])
  })

  it('sends nothing beyond sender, recipient, text and the address for the status', async () => {
    await sender().send(outgoing({ channel: 'chatapp' }))
    const [request] = await sandbox.requests()
    expect(request?.body).toEqual({ ...byChatapp, Body: text })
    expect(request?.path).toBe(`/2010-04-01/Accounts/${credentials.twilioAccountSid}/Messages.json`)
  })

  it('asks for no status where the provider cannot reach us', async () => {
    await sender({ publicUrl: '' }).send(outgoing())
    expect(await sandbox.firstBody()).toEqual({ To: phone, From: credentials.smsSender, Body: text })
  })

  it('sends a template by its content id, with its variables', async () => {
    const variables = { 1: 'Maria "M" Rossi', 2: '🔑' }
    const content = { template: { name: 'greeting', variables } }
    const { providerMessageId } = await sender().send(outgoing({ channel: 'chatapp', content }))
    expect(await sandbox.firstBody()).toEqual({
      ...byChatapp,
      ContentSid: templateSid,
      ContentVariables: JSON.stringify(variables),
    })
    expect(await sandbox.state('messages')).toMatchObject([{ sid: providerMessageId, body: '' }])
  })

  it.each([
    ['nobody has set', {}],
    ['is set to nothing', { greeting: '' }],
  ])('refuses a template that %s, without a call', async (_what, templates) => {
    const content = { template: { name: 'greeting', variables: { 1: 'Maria Rossi' } } }
    const error = await failure(sender({ templates }).send(outgoing({ channel: 'chatapp', content })))
    expect(error.kind).toBe('permanent')
    expectNoLeak(error, [...secrets, 'Maria Rossi'])
    expect(await sandbox.requests()).toEqual([])
  })

  it('puts the prefix before a chatapp sender that has none', async () => {
    await sender({ chatappSender: credentials.smsSender }).send(outgoing({ channel: 'chatapp' }))
    expect((await sandbox.firstBody()).From).toBe(credentials.chatappSender)
  })

  it('never sends over a connection that has been idle', async () => {
    const twilio = sender()
    await twilio.send(outgoing())
    await twilio.send(outgoing())
    const requests = await sandbox.requests()
    expect(requests.map(({ headers }) => headers.connection)).toEqual(['close', 'close'])
  })
})

const ahead = (seconds: number) => new Date(Date.now() + seconds * 1000)
const aMinuteAgo = () => ahead(-60)

describeFailures(sandbox, {
  client: sender,
  reads: { list: twilio => twilio.sentTo('sms', phone, aMinuteAgo()) },
  writes: { send: twilio => twilio.send(outgoing()) },
  wrongKey: { status: 401, providerCode: '20003' },
  secrets,
})

describe('a send that fails', () => {
  it.each([
    [20429, 429, 'retryable'],
    [63018, 400, 'retryable'],
    [63017, 400, 'retryable'],
    [21611, 400, 'retryable'],
    [21211, 400, 'permanent'],
    [21610, 400, 'permanent'],
    [63016, 400, 'permanent'],
    [20003, 401, 'permanent'],
    [20500, 500, 'unknown'],
  ])('code %i of a %i is %s', async (code, status, kind) => {
    const message = `The 'To' number ${phone} is not valid`
    await sandbox.refuse(status, { body: { code, message, more_info: 'x', status } })
    const error = await failure(sender().send(outgoing()))
    expect(error).toMatchObject({ kind, status, providerCode: String(code) })
    expectNoLeak(error, secrets)
  })

  it.each([{}, [], 'text', { sid: null }, { sid: 'SM123' }, { sid: `CA${'0'.repeat(32)}` }])(
    'an answer of %j is of unknown outcome',
    async body => {
      await sandbox.answer(body)
      const error = await failure(sender().send(outgoing()))
      expect(error.kind).toBe('unknown')
    },
  )
})

it('files go with the text, by their addresses', async () => {
  const files = ['https://files.example/a.pdf', 'https://files.example/b.png']
  await sender().send(outgoing({ content: { text, mediaUrls: files } }))
  expect(await sandbox.state('messages')).toMatchObject([{ body: text, media_urls: files, num_media: '2' }])
})

it('one message is reported with its status', async () => {
  const twilio = sender()
  const { providerMessageId } = await twilio.send(outgoing())
  const report = await twilio.statusOf(providerMessageId)
  expect(report).toMatchObject({ providerMessageId, status: 'sent' })
  await expect(twilio.statusOf(`SM${'0'.repeat(32)}`)).rejects.toMatchObject({ kind: 'permanent' })
})

describe('an answer about somebody else', () => {
  const other = '+447700900999'
  const message = (more: object = {}) => ({
    sid: `SM${'a'.repeat(32)}`,
    status: 'sent',
    body: text,
    direction: 'outbound-api',
    to: phone,
    from: credentials.smsSender,
    date_created: new Date().toUTCString(),
    error_code: null,
    ...more,
  })

  it('leaves unknown the outcome of a send, and what was sent', async () => {
    await sandbox.answer(message({ to: other }), { method: 'POST', status: 201 })
    await expectKind(sender().send(outgoing()), 'unknown')
    const body = { messages: [message({ to: other })] }
    await sandbox.answer(body, { method: 'GET', path: 'Messages.json' })
    await expectKind(sender().sentTo('sms', phone, new Date(0)), 'unknown')
    await sandbox.answer(message(), { method: 'GET', path: 'Messages/' })
    await expectKind(sender().statusOf(`SM${'b'.repeat(32)}`), 'unknown')
  })

  it('gives no id of theirs to erase', async () => {
    const [ours, theirs] = [`SM${'b'.repeat(32)}`, `SM${'c'.repeat(32)}`]
    const messages = [message({ sid: ours }), message({ sid: theirs, to: other })]
    await sandbox.answer({ messages }, { method: 'GET' })
    const erasure = twilioErasure(twilioConfig(sandbox.vendorUrl()))
    expect(await erasure.idsWith('sms', phone)).toEqual([ours])
  })
})

describe('the list of sends to an address', () => {
  const tell = (path: string, body: object) => sandbox.control('POST', `twilio/${path}`, body)

  it('is newest first, by channel and recipient, without inbound messages', async () => {
    const twilio = sender()
    const sent = [await twilio.send(outgoing()), await twilio.send(outgoing({ content: { text: 'two' } }))]
    await twilio.send(outgoing({ channel: 'chatapp' }))
    await twilio.send(outgoing({ to: '+447700900124' }))
    // An inbound entry with the same addresses: from our number to the phone.
    const inbound = { from: credentials.smsSender, to: phone, body: text, deliver: false }
    await tell('inbound', inbound)
    const listed = await twilio.sentTo('sms', phone, aMinuteAgo())
    expect(listed).toEqual(
      [
        { providerMessageId: sent[1]?.providerMessageId, status: 'sent', body: 'two' },
        { providerMessageId: sent[0]?.providerMessageId, status: 'sent', body: text },
      ].map(entry => ({ ...entry, createdAt: expect.any(Date) })),
    )
    for (const { createdAt } of listed) {
      expect(Math.abs(createdAt.getTime() - Date.now())).toBeLessThan(10_000)
    }
    expect(await twilio.sentTo('chatapp', phone, aMinuteAgo())).toHaveLength(1)
  })

  it('is read over many pages, and no further than the time asked for', async () => {
    const twilio = sender()
    const sent: string[] = []
    for (let batch = 0; batch < 5; batch += 1) {
      const group = Array.from({ length: 41 }, () => twilio.send(outgoing()))
      sent.push(...(await Promise.all(group)).map(({ providerMessageId }) => providerMessageId))
    }
    const listed = await twilio.sentTo('sms', phone, aMinuteAgo())
    expect(listed.map(({ providerMessageId }) => providerMessageId).sort()).toEqual(sent.sort())
    const lists = async () => (await sandbox.requests()).filter(({ method }) => method === 'GET').length
    expect(await lists()).toBe(3)
    expect(await twilio.sentTo('sms', phone, ahead(60))).toEqual([])
    expect(await lists()).toBe(4)
  })

  it('fails when a later page fails', async () => {
    const twilio = sender()
    await Promise.all(Array.from({ length: 101 }, () => twilio.send(outgoing())))
    await sandbox.refuse(503, { method: 'GET', skip: 1, times: 1 })
    await expectKind(twilio.sentTo('sms', phone, aMinuteAgo()), 'retryable')
  })

  it.each([
    {},
    [],
    { messages: {} },
    { messages: [{}] },
    { messages: [{ sid: 'SM1', status: 'sent', body: 'x', direction: 'outbound-api' }] },
  ])('is unknown from an answer like %j', async body => {
    await sandbox.answer(body, { method: 'GET' })
    await expectKind(sender().sentTo('sms', phone, aMinuteAgo()), 'unknown')
  })
})

describe.skipIf(!hasContracts)(`twilioMessenger and the vendor's description${unlessAbsent}`, () => {
  it('sends a body as described', async () => {
    const path = '/2010-04-01/Accounts/{AccountSid}/Messages.json'
    const form = bodyContract('twilio_api_v2010.json', path, 'application/x-www-form-urlencoded')
    await sender().send(outgoing({ channel: 'chatapp' }))
    await sender().send(outgoing())
    for (const { body } of await sandbox.requests()) {
      expect(form.errorsIn(body)).toEqual([])
      expect(form.keys).toEqual(expect.arrayContaining(Object.keys(body)))
    }
  })
})

it.each([{ accountSid: '' }, { authToken: '' }, { url: '' }])(
  'twilioMessenger is not built without its configuration: %j',
  more => {
    expect(() => sender(more)).toThrow()
  },
)
