import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { expectRefused, messagesOf, post, posted, storedMessage } from '../support/chat.ts'
import { call, expectProblem, signIn } from '../support/stack.ts'

const json = (text: string) => ({ raw: text })
const web = (name: string) => `https://files.example/${name}`

/** Mistake → the body, and the field that the answer must name. */
const wrong: Record<string, { raw: string } | [fields: unknown, path: string]> = {
  'no body at all': [undefined, 'body'],
  'an array': [[{ body: 'x' }], ''],
  'no text': [{}, 'body'],
  'an empty text': [{ body: '' }, 'body'],
  'a blank text': [{ body: ' \n\t ' }, 'body'],
  'a text of zero width': [{ body: '\u200b\u200d\u2060' }, 'body'],
  'a soft hyphen, a mark of byte order and a variation selector': [{ body: '\u00ad\ufeff\ufe0f' }, 'body'],
  'fillers of Hangul, and a blank of Braille': [{ body: '\u3164\u115f\uffa0 \u2800' }, 'body'],
  'an SMS of tags': [{ body: '\u{e0020}\u{e007f}', type: 'sms-message' }, 'body'],
  'a text that is a number': [{ body: 5 }, 'body'],
  'a text that is null': [{ body: null }, 'body'],
  'a text that is too long': [{ body: 'x'.repeat(10_001) }, 'body'],
  'a chatapp text that is too long': [{ body: 'x'.repeat(1601), type: 'chatapp-message' }, 'body'],
  'an SMS text that is too long': [{ body: 'x'.repeat(1601), type: 'sms-message' }, 'body'],
  'half a surrogate pair': json(String.raw`{"body":"\ud800"}`),
  'an unknown field': [{ body: 'x', authorId: 'somebody-else' }, ''],
  'a field the service sets': [{ body: 'x', createdAt: '2020-01-01T00:00:00Z' }, ''],
  'a __proto__ key': json('{"body":"x","__proto__":{"type":"note"}}'),
  'a reserved message id': [{ body: 'x', messageId: '__a__' }, 'messageId'],
  'an unknown type': [{ body: 'x', type: 'email' }, 'type'],
  'an unknown content type': [{ body: 'x', contentType: 'html' }, 'contentType'],
  'a source of strange characters': [{ body: 'x', source: 'a b' }, 'source'],
  'an empty source': [{ body: 'x', source: '' }, 'source'],
  'an empty provider id': [{ body: 'x', externalMessageId: '' }, 'externalMessageId'],
  'attachments that are no list': [{ body: 'x', attachments: 'a' }, 'attachments'],
  'an attachment that is an object': [{ body: 'x', attachments: [{}] }, 'attachments.0'],
  'an empty attachment': [{ body: 'x', attachments: [''] }, 'attachments.0'],
  'eleven attachments': [{ body: 'x', attachments: Array(11).fill('a') }, 'attachments'],
  'a chatapp message with a file id': [
    { body: 'x', type: 'chatapp-message', attachments: ['files/door.pdf'] },
    'attachments',
  ],
  'a chatapp message with two addresses': [
    { body: 'x', type: 'chatapp-message', attachments: [web('a'), web('b')] },
    'attachments',
  ],
  'a chatapp message with an address and a file': [
    { body: 'x', type: 'chatapp-message', attachments: [web('a')], files: ['file-1'] },
    'attachments',
  ],
  'an SMS with an address that is not safe': [
    { body: 'x', type: 'sms-message', attachments: [web('a'), 'http://files.example/b'] },
    'attachments',
  ],
  'a message at an OTA with an address': [
    { body: 'x', type: 'ota-message', attachments: [web('a')] },
    'attachments',
  ],
  'a payment of nothing': [{ body: '', contentType: 'payment' }, 'body'],
  'a processed payment of nothing, said so': [
    { body: ' ', contentType: 'payment-processed', paymentContent: {} },
    'body',
  ],
  'payment content that is a list': [{ body: 'x', paymentContent: [] }, 'paymentContent'],
  'payment content that is null': [{ body: 'x', paymentContent: null }, 'paymentContent'],
  'payment content that is too large': [
    { body: 'x', paymentContent: { a: 'x'.repeat(16_400) } },
    'paymentContent',
  ],
}

const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) })

describe('the largest post that is allowed', () => {
  it('is stored as it is', async () => {
    const [staff, threadId] = await Promise.all([signIn({ role: 'support' }), storeThread()])
    const sent = {
      messageId: 'm'.repeat(128),
      body: 'ü'.repeat(10_000),
      source: 's'.repeat(64),
      externalMessageId: 'e'.repeat(256),
      attachments: Array(10).fill('f'.repeat(2048)),
      paymentContent: { deep: nested(14), text: 'x'.repeat(16_200) },
    }
    await posted(threadId, staff, sent)
    expect(await storedMessage(threadId, sent.messageId)).toMatchObject(sent)
  })
})

describe('a thread id of', () => {
  it.each(['__proto__', '__a__', 'a%2Fb', 'a%20', '%20', 'a%00b', '%C3%A4', 'x'.repeat(129)])(
    '%s is refused',
    async threadId => {
      const user = await signIn()
      const answer = await call('POST', messagesOf(threadId), { token: user.token, body: { body: 'x' } })
      expectProblem(answer, '400 validation-failed')
    },
  )
})

describe('a post with', async () => {
  const staff = await signIn({ role: 'support' })
  const threadId = await storeThread({ participantIds: [staff.uid], version: 4 })

  it.each(['{"body":', '{"body":"x"', 'nonsense', "{'body':'x'}", '"text"', 'null'])(
    'the malformed JSON %s is refused and leaves no trace',
    async text => {
      await expectRefused(threadId, '400 validation-failed', () => post(threadId, staff, text))
    },
  )

  it('malformed JSON is refused on a route that reads no body, too', async () => {
    const path = `${messagesOf(threadId)}/some-message/retry`
    expectProblem(await call('POST', path, { token: staff.token, body: '{"x":' }), '400 validation-failed')
  })

  it.each([
    ['text/plain', '{"body":"x"}'],
    ['application/x-www-form-urlencoded', '{"body":"x"}'],
    ['application/x-www-form-urlencoded', 'body=hello'],
  ])('a %s body is refused (%s)', async (type, sent) => {
    const send = () => post(threadId, staff, sent, { 'Content-Type': type })
    await expectRefused(threadId, '400 validation-failed', send)
  })

  it('more than 64 KiB is refused and leaves no trace', async () => {
    const body = { body: 'x', attachments: Array(40).fill('x'.repeat(2000)) }
    await expectRefused(threadId, '413 payload-too-large', () => post(threadId, staff, body))
  })

  it.each(Object.entries(wrong))('%s is refused and leaves no trace', async (_what, sent) => {
    const [body, path] = 'raw' in sent ? [sent.raw] : sent
    const answer = await expectRefused(threadId, '400 validation-failed', () => post(threadId, staff, body))
    expect(answer.body).toMatchObject({ retryable: false, nextAction: expect.any(String) })
    expect(answer.body.errors).not.toEqual([])
    for (const error of answer.body.errors) {
      expect(error).toEqual({ path: expect.any(String), message: expect.any(String) })
    }
    if (path !== undefined)
      expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path)
  })
})
