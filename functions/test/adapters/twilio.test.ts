import { describe, expect, it } from 'vitest'
import { type TwilioSenderConfig, twilioMessenger } from '../../src/adapters/twilio/messenger.ts'
import { contract, hasContracts, unlessAbsent } from './contracts.ts'
import {
  closedUrl,
  credentials,
  expectFailure,
  expectNoLeak,
  failure,
  patienceMs,
  useSandbox,
  writeFailures,
} from './harness.ts'

const sandbox = useSandbox('twilio')

const phone = '+447700900123'
const text = 'The door code is on its way & more: ünïcödé 🔑'
const secrets = [phone, phone.slice(1), text, 'door code', credentials.twilioAuthToken, credentials.smsSender]

const sender = (more: Partial<TwilioSenderConfig> = {}) =>
  twilioMessenger({
    url: sandbox.vendorUrl(),
    accountSid: credentials.twilioAccountSid,
    authToken: credentials.twilioAuthToken,
    chatappSender: credentials.chatappSender,
    smsSender: credentials.smsSender,
    timeoutMs: 5000,
    ...more,
  })

describe('twilioMessenger', () => {
  it.each([
    { channel: 'chatapp' as const, to: phone, expected: `whatsapp:${phone}` },
    {
      channel: 'chatapp' as const,
      to: 'whatsapp:US.13491208655302741918',
      expected: 'whatsapp:US.13491208655302741918',
    },
    { channel: 'sms' as const, to: phone, expected: phone },
  ])('sends a $channel text to $to', async ({ channel, to, expected }) => {
    const { providerMessageId } = await sender().send(channel, to, text)
    expect(providerMessageId).toMatch(/^SM[0-9a-f]{32}$/)
    const messages = await sandbox.state('messages')
    expect(messages).toMatchObject([{ sid: providerMessageId, to: expected, body: text }])
  })

  it('sends nothing beyond sender, recipient and text', async () => {
    await sender().send('chatapp', phone, text)
    const [request] = await sandbox.requests()
    expect(request?.body).toEqual({ To: `whatsapp:${phone}`, From: credentials.chatappSender, Body: text })
    expect(request?.path).toBe(`/2010-04-01/Accounts/${credentials.twilioAccountSid}/Messages.json`)
  })

  it('puts the prefix before a chatapp sender that has none', async () => {
    await sender({ chatappSender: credentials.smsSender }).send('chatapp', phone, text)
    const [request] = await sandbox.requests()
    expect(request?.body.From).toBe(credentials.chatappSender)
  })

  it('never sends over a connection that has been idle', async () => {
    const twilio = sender()
    await twilio.send('sms', phone, text)
    await twilio.send('sms', phone, text)
    const requests = await sandbox.requests()
    expect(requests.map(({ headers }) => headers.connection)).toEqual(['close', 'close'])
  })
})

describe('twilioMessenger, when it fails', () => {
  it.each(writeFailures)('$name', async ({ fault, ...expected }) => {
    await sandbox.fault(fault)
    await expectFailure(
      () => sender({ timeoutMs: patienceMs(expected) }).send('sms', phone, text),
      expected,
      secrets,
    )
    expect(await sandbox.requests()).toHaveLength(1)
  })

  it('nobody listens', async () => {
    const url = await closedUrl()
    await expectFailure(() => sender({ url }).send('sms', phone, text), { kind: 'retryable' }, secrets)
  })

  it('no such host', async () => {
    const twilio = sender({ url: 'http://twilio.invalid' })
    expect((await failure(twilio.send('sms', phone, text))).kind).toBe('retryable')
  })

  it.each([
    { code: 20429, status: 429, kind: 'retryable' },
    { code: 63018, status: 400, kind: 'retryable' },
    { code: 21211, status: 400, kind: 'permanent' },
    { code: 21610, status: 400, kind: 'permanent' },
    { code: 63016, status: 400, kind: 'permanent' },
    { code: 20003, status: 401, kind: 'permanent' },
    { code: 20500, status: 500, kind: 'unknown' },
  ])('code $code is $kind', async ({ code, status, kind }) => {
    const message = `The 'To' number ${phone} is not valid`
    await sandbox.fault({ mode: 'status', status, body: { code, message, more_info: 'x', status } })
    const error = await failure(sender().send('sms', phone, text))
    expect(error).toMatchObject({ kind, status, providerCode: String(code) })
    expectNoLeak(error, secrets)
  })

  it.each([{}, [], 'text', { sid: null }, { sid: 'SM123' }, { sid: `CA${'0'.repeat(32)}` }])(
    'an answer of %j is of unknown outcome',
    async body => {
      await sandbox.fault({ mode: 'malformed', body })
      const error = await failure(sender().send('sms', phone, text))
      expect(error.kind).toBe('unknown')
    },
  )

  it('wrong credentials are told as such', async () => {
    const error = await failure(sender({ authToken: 'wrong-token' }).send('sms', phone, text))
    expect(error).toMatchObject({ kind: 'permanent', status: 401, providerCode: '20003' })
    expectNoLeak(error, [...secrets, 'wrong-token'])
  })
})

describe.skipIf(!hasContracts)(`twilioMessenger and the vendor's description${unlessAbsent}`, () => {
  it('sends a body as described', async () => {
    const { validate, keys } = contract('twilio_api_v2010.json', [
      'paths',
      '/2010-04-01/Accounts/{AccountSid}/Messages.json',
      'post',
      'requestBody',
      'content',
      'application/x-www-form-urlencoded',
      'schema',
    ])
    await sender().send('chatapp', phone, text)
    await sender().send('sms', phone, text)
    for (const { body } of await sandbox.requests()) {
      expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
      expect(keys).toEqual(expect.arrayContaining(Object.keys(body)))
    }
  })
})

describe('twilioMessenger, when it is not configured', () => {
  it.each([{ accountSid: '' }, { authToken: '' }, { url: '' }])('is not built with %j', more => {
    expect(() => sender(more)).toThrow()
  })
})
