import { describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import {
  auditEntries,
  expectAuditedRefusal,
  forwardingOf,
  forwardsOf,
  post,
  posted,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { signIn } from '../support/stack.ts'

it('staff whose role has ended cause nothing outside, however they came in', async () => {
  const former = await signIn()
  const joined = { participantIds: [former.uid], roleJoinedIds: [former.uid] }
  const { threadId } = await storeGuestThread({ ...joined, source: 'platform-guest' })
  for (const type of ['chatapp-message', 'sms-message'])
    await expectAuditedRefusal(threadId, '403 forbidden', () =>
      post(threadId, former, { body: uniqueText(), type }),
    )
  expect(await posted(threadId, former, { body: 'Hello' })).not.toHaveProperty('forwarding')
  const staff = await signIn({ role: 'support' })
  const { messageId } = await posted(threadId, staff, { body: 'Hello' })
  await forwardingOf(threadId, messageId, { status: 'forwarded' })
  expect((await forwardsOf(threadId)).map(({ body }) => body.messageId)).toEqual([messageId])
  expect((await storedThread(threadId)).roleJoinedIds).toEqual([former.uid, staff.uid])
})

describe('fields that say where a message came from', () => {
  const trustedOnly = {
    'another source': { source: 'operations' },
    'a source of the guest': { source: 'chatapp', type: 'chatapp-message' },
    externalMessageId: { externalMessageId: 'provider-1' },
    'a payment': { contentType: 'payment', paymentContent: { amount: 1 } },
    'a processed payment': { contentType: 'payment-processed' },
    'payment content alone': { paymentContent: { amount: 1 } },
  }

  it.each(Object.entries(trustedOnly))('%s: not for a participant', async (_what, fields) => {
    const user = await signIn()
    const threadId = await storeThread({ participantIds: [user.uid] })
    await expectAuditedRefusal(threadId, '403 forbidden', () =>
      post(threadId, user, { body: 'x', ...fields }),
    )
    expect(await auditEntries(threadId)).toEqual([
      expect.objectContaining({ outcome: 'failure', actorId: user.uid, action: 'message.create' }),
    ])
  })

  it.each(Object.entries(trustedOnly))('%s: for a service and for staff', async (_what, fields) => {
    const threadId = await storeThread()
    for (const role of ['service', 'support']) {
      const body = await posted(threadId, await signIn({ role }), { body: 'x', ...fields })
      expect(body).toMatchObject(fields)
    }
  })
})
