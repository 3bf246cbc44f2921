import { afterEach, describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { forwardingOf, forwardsOf, posted, sandbox } from '../support/chat.ts'
import { signIn } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })
const mirrored = () => storeThread({ source: 'platform-guest' })

afterEach(() => sandbox().clearFaults())

describe('a message of a mirrored thread', () => {
  it('is put to the guest platform as it was stored', async () => {
    const threadId = await mirrored()
    const body = await posted(threadId, staffMember, {
      body: 'Hello',
      attachments: ['a'],
      contentType: 'payment',
      paymentContent: { amount: 1 },
      externalMessageId: 'provider-1',
    })
    expect(body.forwarding).toEqual({ status: 'pending', attempts: 0 })
    await forwardingOf(threadId, body.messageId, { status: 'forwarded' })
    const { forwarding: _, ...specified } = body
    const [request] = await forwardsOf(threadId)
    expect(request).toMatchObject({
      method: 'PUT',
      path: `/threads/${threadId}/messages/${body.messageId}`,
      status: 201,
    })
    expect(request?.body).toEqual(specified)
  })
})
