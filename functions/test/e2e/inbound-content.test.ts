import { describe, expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import { chatapp, inbound, stored, storedMessages } from '../support/chat.ts'
import { inboundForm, newSid, postForm, signatureOf } from '../support/inbound.ts'
import { db, update } from '../support/stack.ts'

/** What is stored of a message with these form parameters. */
async function received(fields: Record<string, string | string[]>) {
  const { threadId, guestId, phone } = await storeGuestThread()
  const form = { ...inboundForm(chatapp(phone), ''), ...fields }
  expect((await postForm(form, signatureOf(form))).status).toBe(200)
  const [message, ...others] = await storedMessages(threadId)
  expect(others).toEqual([])
  return { message, guestId, phone, threadId }
}

describe('what a guest may send beside a text', () => {
  it('a reply names the message it replies to', async () => {
    const replyTo = newSid()
    const { message } = await received({ Body: 'Yes', OriginalRepliedMessageSid: replyTo })
    expect(message).toMatchObject({ body: 'Yes', metadata: { replyToProviderId: replyTo } })
  })

  it('a button reads as its text', async () => {
    const { message } = await received({ ButtonText: 'Confirm', ButtonPayload: 'confirm-1' })
    expect(message).toMatchObject({
      body: 'Confirm',
      metadata: { button: { text: 'Confirm', payload: 'confirm-1' } },
    })
  })

  it('a location reads as words', async () => {
    const place = { Latitude: '52.5', Longitude: '13.4', Address: 'Via Roma 1', Label: 'Casa' }
    const { message } = await received(place)
    expect(message).toMatchObject({
      body: 'Location: Casa, Via Roma 1, 52.5, 13.4',
      metadata: { location: { latitude: 52.5, longitude: 13.4, address: 'Via Roma 1', label: 'Casa' } },
    })
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
    const { message } = await received({
      ...media,
      MediaUrl6: kept,
      MediaContentType6: 'image/png',
      NumMedia: '7',
    })
    expect(message.attachments).toEqual([kept])
    expect(message.metadata).toEqual({ mediaTypes: ['image/png'] })
  })

  it('a text that is far too long is kept, but for its end', async () => {
    const { message } = await received({ Body: 'x'.repeat(10_001) })
    expect(message.body).toBe(`${'x'.repeat(9_999)}…`)
    const { message: whole } = await received({ Body: 'x'.repeat(10_000) })
    expect(whole.body).toBe('x'.repeat(10_000))
  })

  it('parameters that are repeated do no harm', async () => {
    const [words, numbers] = [
      ['a', 'b'],
      ['1', '2'],
    ]
    const twice = { ButtonText: words, Latitude: numbers, Longitude: numbers, ProfileName: words }
    const { message } = await received({ Body: 'Hello', ...twice })
    expect(message.body).toBe('Hello')
    expect(message).not.toHaveProperty('metadata')
  })
})

describe('a guest', () => {
  it('is known by the address staff gave them, before those who have it as their number', async () => {
    const { phone } = await storeGuestThread()
    const { threadId, guestId } = await storeGuestThread()
    await update(`guests/${guestId}`, { addresses: [phone] })
    await inbound({ from: chatapp(phone), body: 'Hello' })
    expect(await storedMessages(threadId)).toEqual([expect.objectContaining({ authorId: guestId })])
  })

  it('without a number is known by an id', async () => {
    const { threadId, guestId } = await storeGuestThread()
    const id = `US.${Date.now()}`
    await update(`guests/${guestId}`, { addresses: [id] })
    await inbound({ from: chatapp(id), body: 'Hello' })
    expect(await storedMessages(threadId)).toHaveLength(1)
    expect(await stored(`guests/${guestId}`)).toMatchObject({ addresses: [id], lastChatappAddress: id })
  })

  it('who gives up the number is still known by the id it came with', async () => {
    const id = `US.${Date.now()}7`
    const { threadId, guestId, phone } = await received({ Body: 'Hello', ExternalUserId: id })
    const known = { phone, chatappIds: [id], lastChatappAddress: phone }
    expect(await stored(`guests/${guestId}`)).toMatchObject(known)
    await inbound({ from: chatapp(id), body: 'Again' })
    expect(await storedMessages(threadId)).toHaveLength(2)
  })

  it('without a stay is met in the thread that is kept for them', async () => {
    const { threadId, guestId, phone, reservationId } = await storeGuestThread()
    await db().doc(`reservations/${reservationId}`).delete()
    await update(`threads/${threadId}`, { reservationId: null })
    await update(`guests/${guestId}`, { threadId })
    await inbound({ from: chatapp(phone), body: 'Hello' })
    expect(await storedMessages(threadId)).toHaveLength(1)
  })

  it('whose kept thread is gone is not lost', async () => {
    const { guestId, phone, reservationId } = await storeGuestThread()
    await db().doc(`reservations/${reservationId}`).delete()
    await update(`guests/${guestId}`, { threadId: 'gone' })
    const messageSid = await inbound({ from: chatapp(phone), body: 'Hello' })
    expect(await stored(`triage/${messageSid}`)).toMatchObject({ reason: 'no-thread', body: 'Hello' })
  })
})

describe('a guest who asks to be left alone', () => {
  it('is, on that channel, until they ask otherwise', async () => {
    const { guestId, phone, threadId } = await storeGuestThread()
    const optedOut = async () => (await stored(`guests/${guestId}`)).optedOut ?? {}
    await inbound({ from: chatapp(phone), body: ' stop ' })
    const [message] = await storedMessages(threadId)
    expect(message.body).toBe(' stop ')
    expect(await optedOut()).toEqual({ chatapp: message.createdAt })
    await inbound({ from: phone, body: 'UNSUBSCRIBE' })
    expect(Object.keys(await optedOut()).sort()).toEqual(['chatapp', 'sms'])
    await inbound({ from: chatapp(phone), body: 'Start' })
    expect(Object.keys(await optedOut())).toEqual(['sms'])
    await inbound({ from: phone, body: 'stop writing' })
    expect(Object.keys(await optedOut())).toEqual(['sms'])
  })

  it('is, even while it is unclear who they are', async () => {
    const one = await storeGuestThread()
    const other = await storeGuestThread({}, one.phone)
    const messageSid = await inbound({ from: one.phone, body: 'STOP' })
    expect(await stored(`triage/${messageSid}`)).toMatchObject({ reason: 'ambiguous-sender' })
    for (const { guestId } of [one, other])
      expect((await stored(`guests/${guestId}`)).optedOut).toEqual({ sms: expect.any(String) })
  })
})
