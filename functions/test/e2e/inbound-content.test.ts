import { describe, expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import { chatapp, inbound, stored, storedMessages } from '../support/chat.ts'
import { inboundForm, newSid, postForm, signatureOf } from '../support/inbound.ts'
import { db, update } from '../support/stack.ts'

/** What is stored of a message with these form parameters. */
async function received(fields: Record<string, string | string[]>) {
  const { threadId, phone } = await storeGuestThread()
  const form = { ...inboundForm(chatapp(phone), ''), ...fields }
  expect((await postForm(form, signatureOf(form))).status).toBe(200)
  const [message, ...others] = await storedMessages(threadId)
  expect(others).toEqual([])
  return message
}

describe('what a guest may send beside a text', () => {
  const [replyTo, button] = [newSid(), { text: 'Confirm', payload: 'confirm-1' }]
  it.each<[string, Record<string, string>, string, object]>([
    ['a reply', { Body: 'Yes', OriginalRepliedMessageSid: replyTo }, 'Yes', { replyToProviderId: replyTo }],
    ['a button', { ButtonText: button.text, ButtonPayload: button.payload }, button.text, { button }],
    [
      'a location',
      { Latitude: '52.5', Longitude: '13.4', Address: 'Via Roma 1', Label: 'Casa' },
      'Location: Casa, Via Roma 1, 52.5, 13.4',
      { location: { latitude: 52.5, longitude: 13.4, address: 'Via Roma 1', label: 'Casa' } },
    ],
  ])('%s reads as words, and says what it is', async (_, fields, body, metadata) => {
    expect(await received(fields)).toMatchObject({ body, metadata })
  })

  it('a file that is not at the provider is left out, whatever it looks like', async () => {
    const elsewhere = [
      'https://api.twilio.com.evil.example/x',
      'https://api.twilio.com@evil.example/x',
      'https://user:key@api.twilio.com/x',
      'http://api.twilio.com/x',
      'file:///etc/passwd',
      'http://169.254.169.254/computeMetadata/v1/',
    ]
    const media = Object.fromEntries(elsewhere.map((url, index) => [`MediaUrl${index}`, url]))
    const kept = 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1'
    const message = await received({
      ...media,
      MediaUrl6: kept,
      MediaContentType6: 'image/png',
      NumMedia: '7',
    })
    expect(message.attachments).toEqual([kept])
    expect(message.metadata).toEqual({ mediaTypes: ['image/png'] })
  })

  it.each([
    ['nothing at all', {}],
    ['what nobody sees', { Body: '\u200b\u00ad\u3164' }],
    ['a file that is not at the provider', { NumMedia: '1', MediaUrl0: 'https://example.com/x' }],
  ])('%s is no empty message', async (_, fields) => {
    expect((await received(fields)).body).toMatch(/cannot be shown/)
  })

  it.each([
    ['REVOKE', {}],
    ['opt out', {}],
    ['OPTOUT', {}],
    ['“Stop.”', {}],
    ['ＳＴＯＰ！', {}],
    ['Stopp', {}],
    ['Bitte keine Werbung mehr', { OptOutType: 'STOP' }],
  ])('%j opts out', async (Body, more) => {
    const { guestId, phone } = await storeGuestThread()
    const say = async (fields: object) => {
      const form = { ...inboundForm(chatapp(phone), ''), ...fields }
      expect((await postForm(form, signatureOf(form))).status).toBe(200)
      return (await stored(`guests/${guestId}`))?.optedOut?.chatapp
    }
    expect(await say({ Body: `${Body} is what I read` })).toBeUndefined()
    expect(await say({ Body: 'HELP', OptOutType: 'HELP' })).toBeUndefined()
    expect(await say({ Body, ...more })).toBeDefined()
    expect(await say({ Body: 'Ja, wieder', OptOutType: 'START' })).toBeUndefined()
  })

  it('a text that is far too long is kept, but for its end', async () => {
    const ofLength = async (length: number) => (await received({ Body: 'x'.repeat(length) })).body
    expect(await ofLength(10_001)).toBe(`${'x'.repeat(9_999)}…`)
    expect(await ofLength(10_000)).toBe('x'.repeat(10_000))
  })
})

describe('a guest', () => {
  it('whose kept thread is gone is not lost', async () => {
    const { guestId, phone, reservationId } = await storeGuestThread()
    await db().doc(`reservations/${reservationId}`).delete()
    await update(`guests/${guestId}`, { threadId: 'gone' })
    const messageSid = await inbound({ from: chatapp(phone), body: 'Hello' })
    expect(await stored(`triage/${messageSid}`)).toMatchObject({ reason: 'no-thread', body: 'Hello' })
  })
})
