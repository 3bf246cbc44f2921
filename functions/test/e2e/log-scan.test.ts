import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sandboxCredentials } from '../../../sandbox/src/index.ts'
import { book, guestData, load, storeLiveProperty } from '../support/bookings.ts'
import { storeGuestThread, storeThread, uniquePhone } from '../support/builders.ts'
import {
  deliveryOf,
  eventually,
  messagesOf,
  post,
  posted,
  sandbox,
  stackLog,
  stored,
  uniqueText,
} from '../support/chat.ts'
import { storeProperty } from '../support/connection-builders.ts'
import { connect, operations } from '../support/connection-state.ts'
import { inboundForm, newSid, postForm, signatureOf } from '../support/inbound.ts'
import { eventsOf, leaksIn, leaksOfRun, ourLines, sandboxSecrets } from '../support/log-scan.ts'
import type { Fault, Vendor } from '../support/sandbox.ts'
import { type Answer, call, put, signIn, sweep, uniqueId, update } from '../support/stack.ts'
import { postedTemplate, storeStay } from '../support/templates.ts'

/** Bytes of the log before this file, and at its last check; read before any test says something. */
const began = Buffer.byteLength(await stackLog())
let looked = began

const staff = await signIn({ role: 'support' })

/** Everything that was said in this file and that no log line may hold. */
const secrets: string[] = [...sandboxSecrets, staff.token, (await operations()).token]
const tell = (...data: string[]): void => void secrets.push(...data)

/** A number, whose digits without the plus sign become a secret. */
function secretPhone(phone = uniquePhone()): string {
  tell(phone.slice(1))
  return phone
}
const guestThread = () => storeGuestThread({ version: 1 }, secretPhone())

/** A text that no log line may hold. */
function secretText(text = uniqueText()): string {
  tell(text)
  return text
}
const secretAddress = (): string => secretText(`${uniqueId('maria.rossi')}@example.org`)

async function nothingLeaked(): Promise<void> {
  const log = await stackLog(looked)
  expect(leaksIn(log, secrets)).toEqual([])
  looked += Buffer.byteLength(log.slice(0, log.lastIndexOf('\n') + 1))
}

/** Waits until the log of this test passes. */
const eventuallyLogged = (check: (log: string) => void): Promise<unknown> =>
  eventually(() => stackLog(looked), check)

/** Waits until that event is logged with that id: without its line, an empty scan would prove nothing. */
const eventIsLogged = (event: string, id: string): Promise<unknown> =>
  eventuallyLogged(log => expect(eventsOf(log, event).join(), event).toContain(id))

/** Checks the status, and that the refusal is logged under the request id. */
async function refusalIsLogged(answer: Answer, status: number): Promise<void> {
  expect(answer.status, answer.text).toBe(status)
  await eventIsLogged(
    status < 500 ? 'request refused' : 'request failed',
    answer.headers.get('x-request-id') ?? '',
  )
}

/** Failures of a vendor, whose refusals quote the request and more. */
const vendorFailures = (...quoted: string[]): Record<string, Omit<Fault, 'vendor'>> => {
  const words = quoted.join(' ')
  const body = {
    code: 21211,
    message: words,
    more_info: words,
    detail: words,
    error: { message: words },
    errors: [{ message: words, field: 'to', help: words }],
  }
  // The other statuses take the same code, and run in `npm run test:all`.
  const statuses =
    process.env.FAULTS === 'all' ? [400, 401, 403, 404, 409, 422, 429, 500, 503] : [400, 401, 403, 429, 500]
  return {
    ...Object.fromEntries(statuses.map(status => [`a ${status}`, { mode: 'status', status, body }])),
    'an answer that makes no sense': { mode: 'malformed', body },
    'a connection that breaks': { mode: 'reset' },
    'an answer that is lost': { mode: 'processed-then-reset' },
  }
}
const failureNames = Object.keys(vendorFailures())
const fails = (vendor: Vendor, name: string, ...quoted: string[]): Promise<void> =>
  sandbox().fault({
    vendor,
    ...(vendor === 'twilio' && { method: 'POST' }),
    ...vendorFailures(...quoted)[name],
  } as Fault)

afterEach(async () => {
  await sandbox().clearFaults()
  await nothingLeaked()
})
// Checks late lines, too.
afterAll(async () => expect(leaksIn(await stackLog(began), secrets)).toEqual([]))

describe('a refused request is logged without its content', () => {
  it('an inbound message under a wrong signature', async () => {
    const form = { ...inboundForm(`whatsapp:${secretPhone()}`, secretText()), ProfileName: secretText() }
    await refusalIsLogged(await postForm(form, signatureOf(form, 'another-token')), 403)
  })

  it('a status callback under a wrong signature', async () => {
    const statusForm = { To: secretPhone(), ErrorMessage: secretText() }
    const form = { MessageSid: newSid(), MessageStatus: 'failed', ...statusForm }
    await refusalIsLogged(await postForm(form, 'wrong', '/webhooks/twilio/status'), 403)
  })

  it.each([
    ['an unknown field', (text: string) => ({ body: text, [text]: text })],
    ['an unknown type', (text: string) => ({ body: text, type: text })],
    ['hostile line breaks', (text: string) => ({ body: text, source: `x\n> {"message":"${text}"}` })],
    ['too much text', (text: string) => ({ body: text.repeat(400) })],
    ['a wrong id', (text: string) => ({ body: text, messageId: text })],
  ])('a post with %s', async (_what, bodyWith) => {
    const { threadId } = await guestThread()
    await refusalIsLogged(await post(threadId, staff, bodyWith(secretText())), 400)
  })

  it('a post that is too large', async () => {
    const body = { body: secretText(), attachments: Array(40).fill(secretText().repeat(50)) }
    await refusalIsLogged(await post(await storeThread(), staff, body), 413)
  })

  it('a post under the id of another message', async () => {
    const [threadId, messageId] = [await storeThread(), uniqueId('m')]
    await post(threadId, staff, { body: secretText(), messageId })
    await refusalIsLogged(await post(threadId, staff, { body: secretText(), messageId }), 409)
  })

  it('invalid JSON', async () => {
    const { threadId, phone } = await guestThread()
    const text = `{"phone": "${phone}", "body": "${secretText()}"`
    await refusalIsLogged(await call('POST', messagesOf(threadId), { token: staff.token, body: text }), 400)
  })

  it.each(['not-a-token', `${'eyJhbGciOiJub25lIn0'}.e30.`])('a caller whose token is %s', async prefix => {
    const token = prefix + uniqueId('token')
    tell(token)
    await refusalIsLogged(await call('GET', '/chat/search-key', { token }), 401)
  })

  it.each(['/chat', '/api', '/webhooks', '/webhooks/twilio'])('a path below %s', async below => {
    const [phone, address] = [uniquePhone(), `${uniqueId('maria.rossi')}@example.org`]
    for (const part of [phone, address, `${phone}/${address}`]) {
      await refusalIsLogged(await call('POST', `${below}/${part}?q=${phone}`, { body: {} }), 404)
    }
    // The emulators list every address that is asked for; here only our own lines matter.
    expect(leaksIn(ourLines(await stackLog(looked)).join('\n'), [phone.slice(1), address])).toEqual([])
  })
})

describe('a send is logged without number and text', () => {
  const send = async (type: string) => {
    const [{ threadId, phone }, text] = [await guestThread(), secretText()]
    const begin = async (): Promise<string> => (await posted(threadId, staff, { body: text, type })).messageId
    return { threadId, phone, text, begin }
  }

  it.each(failureNames)('when the provider has %s', async name => {
    for (const type of ['chatapp-message', 'sms-message']) {
      const { phone, text, begin } = await send(type)
      await fails('twilio', name, `The 'To' number ${phone} is not valid.`, text)
      await eventIsLogged('send failed', await begin())
    }
  })

  it('when it is looked up in vain', async () => {
    const { threadId, phone, text, begin } = await send('chatapp-message')
    await sandbox().fault({ vendor: 'twilio', method: 'POST', mode: 'reset' })
    const messageId = await begin()
    await deliveryOf(threadId, messageId, 'unknown')
    await sandbox().fault({ vendor: 'twilio', mode: 'status', status: 500, body: { message: phone + text } })
    const dueAt = { 'delivery.dueAt': new Date(Date.now() - 1000) }
    await update(`threads/${threadId}/messages/${messageId}`, dueAt)
    await sweep('workdue')
    await eventIsLogged('a send could not be looked up', messageId)
  })

  it.each(['a 400', 'a 500'])('of a template, when the provider has %s', async name => {
    const stay = await storeStay()
    const instructions = secretText()
    tell(stay.phone.slice(1), stay.property)
    await fails('twilio', name, stay.phone, instructions, stay.property)
    const sent = { template: 'check-in-details', variables: { instructions } }
    await eventIsLogged('send failed', (await postedTemplate(stay.threadId, staff, sent)).messageId)
  })

  it('when it works, or its status is reported', async () => {
    const { threadId, phone, begin } = await send('sms-message')
    const messageId = await begin()
    const { externalMessageId } = await deliveryOf(threadId, messageId, 'sent')
    await sandbox().tell({ sid: externalMessageId, status: 'failed', errorCode: 30003 })
    const sid = newSid()
    await sandbox().tell({ sid, status: 'delivered', to: phone, from: phone })
    await eventIsLogged('status of a message that is not ours', sid)
  })
})

it('the log follows a post from its answer to its callback, by its ids and its trace', async () => {
  const [{ threadId }, trace] = [await guestThread(), randomBytes(16).toString('hex')]
  const headers = { 'X-Cloud-Trace-Context': `${trace}/17;o=1` }
  const body = { body: secretText(), type: 'sms-message' }
  const answer = await call('POST', messagesOf(threadId), { token: staff.token, body, headers })
  const { messageId } = z.object({ messageId: z.string() }).parse(answer.body)
  const { externalMessageId } = await deliveryOf(threadId, messageId, 'sent')
  await sandbox().tell({ sid: externalMessageId, status: 'delivered' })
  await deliveryOf(threadId, messageId, 'delivered')
  await eventuallyLogged(log => {
    const [answered] = eventsOf(log, 'request answered').filter(line => line.includes(messageId))
    expect(answered).toContain('"route":"POST /chat/threads/:id/messages"')
    expect(answered).toMatch(/"status":201,"ms":\d+,"outcome":"answered"/)
    expect(answered).toContain(`/traces/${trace}`)
    const handled = eventsOf(log, 'event handled').filter(line => line.includes(messageId))
    expect(handled.join()).toMatch(/"kind":"handlemessage".*"ms":\d+,"lagMs":\d+,"outcome":"done"/)
    const [accepted] = eventsOf(log, 'send accepted').filter(line => line.includes(messageId))
    expect(accepted).toMatch(/"channel":"sms","attempt":1,"ms":\d+,"sincePostMs":\d+/)
    expect(accepted).toContain(externalMessageId)
    const callbacks = eventsOf(log, 'request answered').filter(line => line.includes('/twilio/status'))
    expect(callbacks.join()).toContain(externalMessageId)
  })
})

describe('an inbound message is logged without sender and text', () => {
  it('when nobody knows the sender, whom its id names', async () => {
    const from = `US.${uniqueId('sender').replaceAll('-', '')}`
    tell(from)
    const form = inboundForm(`whatsapp:${from}`, secretText())
    const photo = { NumMedia: '1', MediaUrl0: `https://example.org/${secretText()}` }
    const more = { MediaContentType0: 'image/png', ProfileName: secretText(), ExternalUserId: from }
    const sent = { ...form, ...photo, ...more }
    expect((await postForm(sent, signatureOf(sent))).status).toBe(200)
    expect(await stored(`triage/${form.MessageSid}`)).toMatchObject({ reason: 'unknown-sender' })
    await eventIsLogged('attachments that are not at the provider were left out', form.MessageSid ?? '')
  })

  it('when it is stored, and comes again', async () => {
    const { phone } = await guestThread()
    const form = inboundForm(`whatsapp:${phone}`, secretText())
    for (const _time of [1, 2]) expect((await postForm(form, signatureOf(form))).status).toBe(200)
  })

  it('when it was missed', async () => {
    const { phone } = await guestThread()
    // So old that its webhook is no longer waited for.
    const sentAt = new Date(Date.now() - 120_000).toISOString()
    await sandbox().inbound({ from: phone, body: secretText(), sentAt, deliver: false })
    await sweep('sweepinbound')
    await eventuallyLogged(log => expect(eventsOf(log, 'inbound messages were missed')).not.toEqual([]))
  })
})

describe('a message is logged without its text', () => {
  it.each(failureNames)('when the guest platform has %s', async name => {
    const [threadId, body] = [await storeThread({ source: 'platform-guest' }), secretText()]
    await fails('guest-platform', name, body)
    await eventIsLogged(
      'forwarding to the guest platform failed',
      (await posted(threadId, staff, { body })).messageId,
    )
  })

  it.each(['a 400', 'a 403', 'a 500', 'a connection that breaks'])('when the index has %s', async name => {
    const [threadId, body] = [await storeThread(), secretText()]
    await fails('algolia', name, body)
    await posted(threadId, staff, { body })
    await eventually(
      () => stored(`staleRecords/${threadId}`),
      stale => expect(stale).toBeDefined(),
    )
    await eventuallyLogged(log => expect(log).toContain('ProviderError: algolia'))
  })

  it('when it is written to a guest who is mirrored and cannot be reached', async () => {
    const threadId = await storeThread({ source: 'platform-guest' })
    const { messageId } = await posted(threadId, staff, { body: secretText(), type: 'chatapp-message' })
    const { delivery } = await deliveryOf(threadId, messageId, 'failed')
    expect(delivery.failure.code).toBe('not-reachable')
  })
})

it.each(failureNames)('an e-mail is logged without its address when the mailer has %s', async name => {
  const [emailId, to, landlordName] = [uniqueId('ota-listing-live'), secretAddress(), secretText()]
  await fails('sendgrid', name, to, landlordName)
  const data = { landlordName, propertyName: 'Quay', ota: 'Booking.com', hotelId: '1', link: '/properties/p' }
  const email = { template: 'ota-listing-live', to, data, status: 'pending', createdAt: new Date() }
  await put(`emails/${emailId}`, email)
  await eventIsLogged('e-mail was not sent', emailId)
})

it.each(failureNames)(
  'a connection is logged without addresses when the channel manager has %s',
  async name => {
    const [property, address] = [await storeProperty(), secretAddress()]
    const [phone, paymentId] = [secretPhone(), uniqueId('pay')]
    tell(property.email, paymentId)
    const quoted = [address, phone, property.email, sandboxCredentials.channelManagerApiKey]
    await fails('channel-manager', name, ...quoted)
    const answer = await connect(property, { paymentId, listingUrl: `https://example.org/${secretText()}` })
    await refusalIsLogged(answer, answer.status)
  },
)

it.each(failureNames)(
  'bookings are logged without their guests when the channel manager has %s',
  async name => {
    const [property, guest] = [await storeLiveProperty(), guestData()]
    tell(guest.mail, guest.surname, guest.phone.slice(1))
    await book(property, { guest })
    await book(property, { guest, attributes: { status: 'waitlisted', rooms: [{ ...guest }] } })
    expect((await load(property)).body).toMatchObject({ imported: 1 })
    await book(property, { guest })
    const quoted = [guest.mail, guest.phone, guest.surname, sandboxCredentials.channelManagerApiKey]
    await fails('channel-manager', name, ...quoted)
    await refusalIsLogged(await load(property), 503)
    await sandbox().announce({ propertyId: property.channelManagerId, payload: { customer: guest } })
    await sandbox().announce({ propertyId: guest.mail, event: guest.phone, payload: guest })
    await eventIsLogged('a pull of bookings stopped', property.propertyId)
    await eventIsLogged('a booking was not understood', property.propertyId)
  },
)

it('a search key is handed out, but not logged', async () => {
  const { body } = await call('GET', '/chat/search-key', { token: staff.token })
  expect(body.key).toEqual(expect.any(String))
  tell(body.key)
})

it('nothing in the log so far looks like a number, an address or a token; the end of the run checks all', async () => {
  expect(leaksOfRun(ourLines(await stackLog()).join('\n'))).toEqual([])
})

it.each([
  '+4915112345678',
  '%2B4915112345678',
  'maria.rossi@example.org',
  'eyJhbGciOiJub25l.e30',
  'Bearer abcdefgh1234',
  sandboxCredentials.twilioAuthToken,
  Buffer.from(`AC:${sandboxCredentials.twilioAuthToken}`).toString('base64'),
  uniqueText(),
])('the check of the whole log finds %s', leak => {
  expect(leaksOfRun(`> {"message":"send failed","error":"Error: ${leak} is not valid"}`)).not.toEqual([])
})
