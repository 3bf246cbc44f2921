import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import {
  deliveryOf,
  eventually,
  post,
  sandbox,
  storedMessage,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { signIn, sweep, uniqueId } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })

afterEach(() => sandbox().clearFaults())

describe.each([
  ['refuse everything', { mode: 'status', status: 500 }],
  ['never answer', { mode: 'timeout' }],
] as const)('while the guest platform, the provider and the index %s', (_what, fault) => {
  beforeEach(async () => {
    for (const vendor of ['guest-platform', 'twilio', 'algolia'] as const) {
      await sandbox().fault({ vendor, ...fault })
    }
  })

  it('a post is answered and stored like any other', { timeout: 300_000 }, async () => {
    const { threadId, reservationId } = await storeGuestThread({ source: 'platform-guest' })
    const sent = { messageId: uniqueId('m'), body: uniqueText(), type: 'chatapp-message' }
    const { status, body } = await post(threadId, staffMember, sent)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...sent,
      threadId,
      authorId: staffMember.uid,
      createdAt: expect.any(String),
      source: 'platform',
      contentType: 'text',
      delivery: { reservationId, status: 'pending', attempts: 0 },
      forwarding: { status: 'pending', attempts: 0 },
    })
    const { delivery: _delivery, forwarding: _forwarding, ...summary } = body
    expect((await storedThread(threadId)).lastMessage).toEqual(summary)

    await deliveryOf(threadId, sent.messageId, 'unknown', 120_000)
    await sandbox().clearFaults()
    await eventually(
      () => sweep().then(() => storedMessage(threadId, sent.messageId)),
      ({ forwarding }) => expect(forwarding.status).toBe('forwarded'),
    )
  })
})
