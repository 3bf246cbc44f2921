import { describe, expect, it } from 'vitest'
import { type GuestPlatformConfig, guestPlatform } from '../../src/adapters/guest-platform/guest-platform.ts'
import type { StoredMessage } from '../../src/lib/chat/message.ts'
import { credentials, describeFailures, failure, useSandbox } from './harness.ts'

const sandbox = useSandbox('guest-platform')

const text = 'the door code is 4711'
const secrets = [credentials.guestPlatformApiKey, text, 'door code']

const platform = (more: Partial<GuestPlatformConfig> = {}) =>
  guestPlatform({
    url: sandbox.vendorUrl(),
    apiKey: credentials.guestPlatformApiKey,
    timeoutMs: 30_000,
    ...more,
  })

const message: StoredMessage = {
  messageId: 'm1',
  threadId: 't1',
  body: text,
  authorId: 'u1',
  createdAt: new Date('2026-03-01T10:00:00.123Z'),
  source: 'platform',
  type: 'chatapp-message',
  contentType: 'payment',
  externalMessageId: 'SM0',
  attachments: ['file-1'],
  paymentContent: { amount: 1200, due: new Date('2026-04-01T00:00:00.000Z') },
  delivery: { status: 'pending', attempts: 0 },
  forwarding: { status: 'pending', attempts: 0 },
  somethingInternal: 'stays here',
}
const { delivery: _1, forwarding: _2, somethingInternal: _3, ...fields } = message
const onTheWire = {
  ...fields,
  createdAt: '2026-03-01T10:00:00.123Z',
  paymentContent: { amount: 1200, due: '2026-04-01T00:00:00.000Z' },
}

describe('guestPlatform', () => {
  it("puts the specification's fields and no others under the message's ids", async () => {
    await platform().putMessage(message)
    const [request] = await sandbox.requests()
    expect(request).toMatchObject({
      method: 'PUT',
      path: '/threads/t1/messages/m1',
      headers: { authorization: `Bearer ${credentials.guestPlatformApiKey}` },
    })
    expect(request?.body).toEqual(onTheWire)
  })

  it('leaves out fields that a message lacks', async () => {
    const { externalMessageId: _1, attachments: _2, paymentContent: _3, ...plain } = message
    await platform().putMessage(plain)
    const { externalMessageId: _4, attachments: _5, paymentContent: _6, ...expected } = onTheWire
    expect(await sandbox.firstBody()).toEqual(expected)
  })

  it('stores a message once when it is put twice', async () => {
    await platform().putMessage(message)
    await platform().putMessage(message)
    expect(await sandbox.state('messages')).toHaveLength(1)
  })

  it('encodes ids', async () => {
    await platform().putMessage({ ...message, threadId: 'a/b', messageId: 'c?d#e' })
    expect((await sandbox.requests())[0]?.path).toBe('/threads/a%2Fb/messages/c%3Fd%23e')
  })

  it('refuses a note before anything leaves', async () => {
    const error = await failure(platform().putMessage({ ...message, type: 'note' }))
    expect(error.kind).toBe('permanent')
    expect(await sandbox.requests()).toEqual([])
  })

  it('accepts an empty answer', async () => {
    await sandbox.answer({}, { status: 204 })
    await platform().putMessage(message)
  })
})

describeFailures(sandbox, {
  client: platform,
  writes: { putMessage: one => one.putMessage(message) },
  wrongKey: { status: 401 },
  secrets,
})
