import { describe, expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import { expectUnchanged, stored, storedMessages } from '../support/chat.ts'
import { inboundForm, postForm, signatureOf } from '../support/inbound.ts'
import { call, expectProblem } from '../support/stack.ts'

const guest = await storeGuestThread()
const form = () => inboundForm(`whatsapp:${guest.phone}`, 'Hello')

/** Checks that the call is refused, and changes neither thread, guest, triage nor provider ids. */
async function expectRefused(sent: Record<string, string | string[]>, signature?: string): Promise<void> {
  const before = await stored(`guests/${guest.guestId}`)
  const answer = await expectUnchanged(guest.threadId, () => postForm(sent, signature))
  expectProblem(answer, '403 forbidden')
  expect(await stored(`guests/${guest.guestId}`)).toEqual(before)
  for (const collection of ['triage', 'inboundMessages']) {
    expect(await stored(`${collection}/${String(sent.MessageSid)}`)).toBeUndefined()
  }
}

describe('a webhook call that is no form', () => {
  it.each([
    ['application/json', '{"MessageSid":{"a":1},"From":["x"]}'],
    ['application/json', '[]'],
    ['text/plain', 'MessageSid=SM1'],
    ['application/x-www-form-urlencoded', 'a[b]=c&a[__proto__][d]=e&From[]=x&constructor=1&__proto__=2'],
  ])('(%s %s) is refused', async (type, body) => {
    const headers = { 'Content-Type': type, 'X-Twilio-Signature': 'x' }
    expectProblem(await call('POST', '/webhooks/twilio/inbound', { body, headers }), '403 forbidden')
  })

  it.each(['[{},{}]', 'Body=x&'])('with %s many times over is refused without being parsed', async piece => {
    const body = piece.repeat(100_000)
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const headers = { 'Content-Type': type, 'X-Twilio-Signature': 'x' }
      expectProblem(await call('POST', '/webhooks/twilio/inbound', { body, headers }), '403 forbidden')
    }
  })

  it('is refused as a GET', async () => {
    expectProblem(await call('GET', '/webhooks/twilio/inbound'), '405 method-not-allowed')
  })
})

it.each([undefined, '', 'garbage', '0/KCTR6DLpKmkAf8muzZqo1nDgQ=', encodeURI('ä')])(
  'a webhook call signed %j writes nothing',
  signature => expectRefused(form(), signature),
)

describe('a rightly signed webhook call', () => {
  it('is taken with unknown keys', async () => {
    const { threadId, phone } = await storeGuestThread()
    const sent = { ...inboundForm(`whatsapp:${phone}`, 'Hello'), Brand: 'new', ProfileName: 'Ünal 🎉' }
    expect((await postForm(sent, signatureOf(sent))).status).toBe(200)
    expect(await storedMessages(threadId)).toHaveLength(1)
  })

  it.each(['From', 'MessageSid', 'Body'])('with %s twice is refused and writes nothing', async key => {
    const once = form()
    const sent = { ...once, [key]: [String(once[key]), 'another'] }
    const answer = await expectUnchanged(guest.threadId, () => postForm(sent, signatureOf(sent)))
    expectProblem(answer, '400 validation-failed')
  })

  it.each([
    { MessageSid: '../../users/x' },
    { MessageSid: '__proto__' },
    { MessageSid: '' },
    { From: '' },
    { NumMedia: '-1' },
    { NumMedia: '1e9' },
    { NumMedia: 'many' },
  ])('with %j is refused and writes nothing', async fields => {
    const sent = { ...form(), ...fields }
    const answer = await expectUnchanged(guest.threadId, () => postForm(sent, signatureOf(sent)))
    expectProblem(answer, '400 validation-failed')
  })
})
