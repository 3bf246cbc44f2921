import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressFrom } from '../../adapters/twilio/addresses.ts'
import { DomainError } from '../../lib/errors.ts'
import { parse } from '../../lib/parse.ts'
import { inboundForm, inboundMessage } from './twilio-inbound.ts'

const sid = `SM${'a'.repeat(32)}`
const form = { MessageSid: sid, From: 'whatsapp:+393331234567', Body: 'Hello', NumMedia: '0' }

const told = async (fields: Record<string, unknown>) =>
  inboundMessage(parse(inboundForm, { ...form, ...fields }), async written => addressFrom(written))

describe('a proven form', () => {
  it('gives sender, channel and text', async () => {
    expect(await told({})).toEqual({
      providerMessageId: sid,
      channel: 'chatapp',
      from: '+393331234567',
      body: 'Hello',
      attachments: [],
    })
    expect(await told({ From: '+393331234567' })).toMatchObject({ channel: 'sms' })
  })

  it.each([
    ['STOP', 'out'],
    ['start', 'in'],
    ['HELP', undefined],
    ['constructor', undefined],
    [['STOP'], undefined],
  ])('gives the opt-out that the provider has read: %j', async (OptOutType, optOut) => {
    expect((await told({ OptOutType })).optOut).toBe(optOut)
  })

  it.each([
    ['whatsapp:\u202a+39\u00a0333 123\u00a04567\u202c', '+393331234567'],
    ['whatsapp:(+39) 333.123-4567', '+393331234567'],
    ['whatsapp:＋３９３３３１２３４５６７', '+393331234567'],
    ['whatsapp:\u0660\u0660\u0663\u0669 333 1234567', '+393331234567'],
    ['whatsapp:US.13491234', 'US.13491234'],
    ['00123', '00123'],
    ['Casa + Garten', 'Casa + Garten'],
  ])('gives the number of %j as %s', async (From, from) => {
    expect((await told({ From })).from).toBe(from)
  })

  it('gives the id of a sender beside, or instead of, the number', async () => {
    const ExternalUserId = 'US.13491234'
    expect(await told({ ExternalUserId })).toMatchObject({ senderId: 'US.13491234' })
    expect(await told({ From: 'whatsapp:US.13491234', ExternalUserId })).toMatchObject({
      from: 'US.13491234',
      senderId: 'US.13491234',
    })
  })

  it('gives only media with a valid address, and at most NumMedia of them', async () => {
    const media = {
      NumMedia: '3',
      MediaUrl0: 'not an address',
      MediaUrl1: 'https://api.twilio.com/1',
      MediaContentType1: 'image/png',
      MediaUrl2: ['https://api.twilio.com/2', 'https://api.twilio.com/3'],
      MediaUrl3: 'https://api.twilio.com/4',
    }
    expect(await told(media)).toMatchObject({
      attachments: ['https://api.twilio.com/1'],
      metadata: { mediaTypes: ['image/png'] },
    })
  })

  it('is accepted whatever its optional fields hold', async () => {
    const buttons = ['ButtonText', 'ButtonPayload', 'OriginalRepliedMessageSid']
    const extras = [...buttons, 'Latitude', 'Address', 'ProfileName']
    const odd = Object.fromEntries(extras.map(key => [key, ['a', { b: 'c' }]]))
    expect(await told({ ...odd, ExternalUserId: {}, Longitude: '1e3', Label: '' })).toEqual(await told({}))
  })

  it('never crashes, and gives only values that are bounded and can be stored', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 3000 })
    const value = fc.oneof(text, fc.array(text), fc.dictionary(text, text), fc.constantFrom('52.1', '3'))
    const fields = ['Body', 'From', 'MessageSid', 'NumMedia', 'MediaUrl0', 'MediaContentType0', 'ButtonText']
    const places = ['Latitude', 'Longitude', 'Address', 'Label', 'ProfileName', 'ExternalUserId']
    const keys = fc.constantFrom(...fields, 'ButtonPayload', ...places, '__proto__', 'constructor')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(keys, value)), async pairs => {
        try {
          const { body, metadata, ...others } = await told(Object.fromEntries(pairs))
          expect(body.isWellFormed()).toBe(true)
          expect(JSON.stringify(others).length).toBeLessThan(30_000)
          expect(JSON.stringify(metadata ?? {}).length).toBeLessThan(30_000)
          for (const piece of strings({ others, metadata })) expect(piece.isWellFormed()).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError)
        }
      }),
    )
  })
})

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}
