import { describe, expect, it } from 'vitest'
import { type TwilioInboundConfig, twilioInboundLog } from '../../src/adapters/twilio/inbound-log.ts'
import { memoryLog } from '../support/memory-log.ts'
import { credentials, describeFailures, failure, useSandbox } from './harness.ts'

const sandbox = useSandbox('twilio')
const phone = '+447700900123'

const log = (more: Partial<TwilioInboundConfig> = {}, lines = memoryLog()) =>
  twilioInboundLog(
    {
      url: sandbox.vendorUrl(),
      accountSid: credentials.twilioAccountSid,
      authToken: credentials.twilioAuthToken,
      chatappSender: credentials.chatappSender,
      smsSender: credentials.smsSender,
      timeoutMs: 30_000,
      ...more,
    },
    lines,
  )

/** A guest writes, and nobody is told. */
async function receive(from: string, body: string, more: object = {}): Promise<string> {
  const message = { from, body, deliver: false, ...more }
  const { messageSid } = await sandbox.control('POST', 'twilio/inbound', message)
  return messageSid
}

const anHourAgo = () => new Date(Date.now() - 3_600_000)

it('lists what came in by both channels, and not what went out', async () => {
  const [byChatapp, bySms] = [await receive(`whatsapp:${phone}`, 'Hello'), await receive(phone, 'Hi')]
  await receive(phone, 'not to us', { to: '+15005550099' })
  const listed = await log().receivedOn(new Date(), anHourAgo())
  expect(listed).toEqual([
    {
      providerMessageId: byChatapp,
      channel: 'chatapp',
      from: phone,
      body: 'Hello',
      attachmentCount: 0,
      receivedAt: expect.any(Date),
    },
    expect.objectContaining({ providerMessageId: bySms, channel: 'sms', from: phone }),
  ])
})

it('takes a sender without its prefix, and leaves out one that is not set', async () => {
  await receive(`whatsapp:${phone}`, 'Hello')
  await receive(phone, 'Hi')
  const chatappSender = credentials.chatappSender.replace('whatsapp:', '')
  expect(await log({ chatappSender, smsSender: '' }).receivedOn(new Date(), anHourAgo())).toHaveLength(1)
})

it('reads as many pages as there are, and no further back than asked', async () => {
  for (let count = 0; count < 1005; count += 1) await receive(phone, `m${count}`)
  const listed = await log({ chatappSender: '' }).receivedOn(new Date(), anHourAgo())
  expect(new Set(listed.map(({ providerMessageId }) => providerMessageId)).size).toBe(1005)
  expect(await log().receivedOn(new Date(), new Date(Date.now() + 3_600_000))).toEqual([])
})

it('tells the files of a message by their own address', async () => {
  const sid = await receive(phone, '', { mediaContentType0: 'image/jpeg', mediaContentType1: 'audio/ogg' })
  expect((await log().receivedOn(new Date(), anHourAgo()))[0]).toMatchObject({ attachmentCount: 2 })
  const files = await log().attachmentsOf(sid)
  expect(files.map(({ type }) => type)).toEqual(['image/jpeg', 'audio/ogg'])
  const base = `${sandbox.vendorUrl()}/2010-04-01/Accounts/${credentials.twilioAccountSid}/Messages/${sid}/Media/ME`
  for (const { url } of files) expect(url.startsWith(base)).toBe(true)
  for (const { url } of files) expect(url.endsWith('.json')).toBe(false)
})

describeFailures(sandbox, {
  client: more => log(more),
  reads: { receivedOn: one => one.receivedOn(new Date(), anHourAgo()) },
  secrets: [credentials.twilioAuthToken],
})

it('does not take a list in another form', async () => {
  await sandbox.fault({ mode: 'malformed', body: { messages: [{ sid: 'x', date_created: 'y' }] } })
  expect((await failure(log().receivedOn(new Date(), anHourAgo()))).kind).toBe('unknown')
})

describe('an entry that cannot be read', () => {
  const entry = (more: object = {}) => ({
    sid: `SM${'a'.repeat(32)}`,
    direction: 'inbound',
    from: phone,
    to: credentials.smsSender,
    body: 'Hello',
    num_media: '0',
    date_created: new Date().toUTCString(),
    ...more,
  })
  const listing = (...messages: object[]) => sandbox.fault({ mode: 'malformed', body: { messages } })

  it.each<object>([
    { from: null },
    { from: '' },
    { from: 'x'.repeat(257) },
    { date_created: null },
    { date_created: 'yesterday' },
    { num_media: 'some' },
    { body: 7 },
    { direction: null },
  ])('is left out, and costs no other: %j', async odd => {
    const sid = `SM${'b'.repeat(32)}`
    await listing(entry({ sid, ...odd }), entry())
    const lines = memoryLog()
    const listed = await log({ chatappSender: '' }, lines).receivedOn(new Date(), anHourAgo())
    expect(listed.map(({ providerMessageId }) => providerMessageId)).toEqual([`SM${'a'.repeat(32)}`])
    expect(lines.events).toEqual(['an inbound message that cannot be read was left out'])
    expect(lines.fields).toEqual([{ providerMessageId: sid, odd: [expect.any(String)] }])
  })

  it('is none when it went out', async () => {
    await listing(entry({ direction: 'outbound-api', from: null }), entry())
    const lines = memoryLog()
    expect(await log({ chatappSender: '' }, lines).receivedOn(new Date(), anHourAgo())).toHaveLength(1)
    expect(lines.events).toEqual([])
  })
})
