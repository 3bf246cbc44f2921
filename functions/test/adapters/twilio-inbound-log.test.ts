import { describe, expect, it } from 'vitest'
import { type TwilioInboundConfig, twilioInboundLog } from '../../src/adapters/twilio/inbound-log.ts'
import type { ChannelName } from '../../src/lib/chat/channel-names.ts'
import type { InboundLog } from '../../src/lib/chat/inbound/inbound-log.ts'
import { credentials, describeFailures, expectKind, twilioConfig, useSandbox } from './harness.ts'

const sandbox = useSandbox('twilio')
const phone = '+447700900123'

const log = (more: Partial<TwilioInboundConfig> = {}) =>
  twilioInboundLog({ ...twilioConfig(sandbox.vendorUrl()), ...more })

/** A guest writes, and no webhook is called. */
async function receive(from: string, body: string, more: object = {}): Promise<string> {
  const message = { from, body, deliver: false, ...more }
  const { messageSid } = await sandbox.control('POST', 'twilio/inbound', message)
  return messageSid
}

const list = (channel: ChannelName) => ({ channel, day: new Date() })
const bySms = list('sms')
const received = async (one: InboundLog, channel: ChannelName) => (await one.page(list(channel))).entries

it('the log lists the messages that came in by each channel, and none to other numbers', async () => {
  const [byChatapp, sms] = [await receive(`whatsapp:${phone}`, 'Hello'), await receive(phone, 'Hi')]
  await receive(phone, 'not to us', { to: '+15005550099' })
  expect(await log().channels()).toEqual(['chatapp', 'sms'])
  expect(await received(log(), 'chatapp')).toEqual([
    {
      providerMessageId: byChatapp,
      channel: 'chatapp',
      from: phone,
      body: 'Hello',
      attachmentCount: 0,
      receivedAt: expect.any(Date),
    },
  ])
  expect(await received(log(), 'sms')).toMatchObject([
    { providerMessageId: sms, channel: 'sms', from: phone },
  ])
  const yesterday = new Date(Date.now() - 24 * 3_600_000)
  expect(await log().page({ channel: 'sms', day: yesterday })).toEqual({ entries: [], ids: [] })
})

it('the log takes a chatapp sender without its prefix, and has no channel without a sender', async () => {
  await receive(`whatsapp:${phone}`, 'Hello')
  const chatappSender = credentials.chatappSender.replace('whatsapp:', '')
  const one = log({ chatappSender, smsSender: '' })
  expect(await one.channels()).toEqual(['chatapp'])
  expect(await received(one, 'chatapp')).toHaveLength(1)
  await receive(phone, 'Hi')
  expect(await received(one, 'sms')).toEqual([])
})

it('the log goes from page to page, newest first', async () => {
  for (let count = 0; count < 1005; count += 1) await receive(phone, `m${count}`)
  const first = await log().page(bySms)
  const second = await log().page(bySms, first.next)
  expect(first.entries[0]).toMatchObject({ body: 'm1004' })
  expect(second.entries).toHaveLength(5)
  expect(second.entries.at(-1)).toMatchObject({ body: 'm0' })
  expect(second.next).toBeUndefined()
  expect(new Set([...first.ids, ...second.ids]).size).toBe(1005)
})

it('the log shows one message by its id, and none that is gone', async () => {
  const sid = await receive(`whatsapp:${phone}`, 'Hello')
  expect(await log().one(sid)).toEqual((await received(log(), 'chatapp'))[0])
  expect(await log().one(`SM${'0'.repeat(32)}`)).toBeUndefined()
})

it('the log gives the files of a message by their addresses', async () => {
  const sid = await receive(phone, '', { mediaContentType0: 'image/jpeg', mediaContentType1: 'audio/ogg' })
  expect((await received(log(), 'sms'))[0]).toMatchObject({ attachmentCount: 2 })
  const files = await log().attachmentsOf(sid)
  expect(files.map(({ type }) => type)).toEqual(['image/jpeg', 'audio/ogg'])
  const base = `${sandbox.vendorUrl()}/2010-04-01/Accounts/${credentials.twilioAccountSid}/Messages/${sid}/Media/ME`
  for (const { url } of files) expect([url.startsWith(base), url.endsWith('.json')]).toEqual([true, false])
})

describeFailures(sandbox, {
  client: log,
  reads: { page: one => one.page(bySms) },
  secrets: [credentials.twilioAuthToken],
})

it('the log refuses a list in another form', async () => {
  await sandbox.answer({ messages: [{ sid: 'x', date_created: 'y' }] })
  await expectKind(log().page(bySms), 'unknown')
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
  const listing = (...messages: object[]) => sandbox.answer({ messages })

  it.each<object>([
    { from: null },
    { from: '' },
    { from: 'x'.repeat(257) },
    { date_created: null },
    { date_created: 'yesterday' },
    { num_media: 'some' },
    { body: 7 },
    { direction: null },
  ])('is marked as odd, and hides no other: %j', async odd => {
    const sid = `SM${'b'.repeat(32)}`
    await listing(entry({ sid, ...odd }), entry())
    const [one, other] = await received(log(), 'sms')
    expect(one).toMatchObject({ providerMessageId: sid, channel: 'sms', odd: [expect.any(String)] })
    expect(other).toMatchObject({ providerMessageId: `SM${'a'.repeat(32)}`, body: 'Hello' })
  })

  it.each(['a/b', '..', 'x'.repeat(2000), 7])('has an id of ours where its own is %j', async sid => {
    await listing(entry({ sid }), entry())
    const { entries, ids } = await log().page(bySms)
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({ providerMessageId: ids[0], odd: ['sid'] })
    expect(ids[0]).toMatch(/^odd-[\w-]{43}$/)
  })

  it('is left out when the message went out', async () => {
    await listing(entry({ sid: `SM${'c'.repeat(32)}`, direction: 'outbound-api', from: null }), entry())
    const { entries, ids } = await log().page(bySms)
    expect(entries).toHaveLength(1)
    expect(ids).toHaveLength(2)
  })
})
