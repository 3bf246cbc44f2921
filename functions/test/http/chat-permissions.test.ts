import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { auditEntries, expectAuditedRefusal, post, posted } from '../support/chat.ts'
import { signIn } from '../support/stack.ts'

describe('fields that say where a message came from', () => {
  const trustedOnly = {
    'another source': { source: 'operations' },
    'a source of the guest': { source: 'chatapp', type: 'chatapp-message' },
    externalMessageId: { externalMessageId: 'provider-1' },
    'a payment': { contentType: 'payment', paymentContent: { amount: 1 } },
    'a processed payment': { contentType: 'payment-processed' },
    'payment content alone': { paymentContent: { amount: 1 } },
  }

  it.each(Object.entries(trustedOnly))('are refused to a participant: %s', async (_what, fields) => {
    const user = await signIn()
    const threadId = await storeThread({ participantIds: [user.uid] })
    await expectAuditedRefusal(threadId, '403 forbidden', () =>
      post(threadId, user, { body: 'x', ...fields }),
    )
    expect(await auditEntries(threadId)).toEqual([
      expect.objectContaining({ outcome: 'failure', actorId: user.uid, action: 'message.create' }),
    ])
  })

  it.each(Object.entries(trustedOnly))(
    'are taken from a service and from staff: %s',
    async (_what, fields) => {
      const threadId = await storeThread()
      for (const role of ['service', 'support']) {
        const body = await posted(threadId, await signIn({ role }), { body: 'x', ...fields })
        expect(body).toMatchObject(fields)
      }
    },
  )
})
