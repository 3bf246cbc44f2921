import { describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import {
  acceptedOf,
  auditEntries,
  deliveryOf,
  expectAttention,
  expectAuditedRefusal,
  expectProblem,
  expectUnchanged,
  forwardingOf,
  forwardsOf,
  post,
  posted,
  sendsOf,
  sendText,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { signIn, sweep, uniqueId } from '../support/stack.ts'

describe('a stranger who posts', () => {
  it('joins the thread and is remembered as having come in by posting', async () => {
    const [stranger, threadId] = await Promise.all([signIn(), storeThread({ participantIds: ['member'] })])
    await posted(threadId, stranger, { body: 'Hello' })
    await posted(threadId, stranger, { body: 'Me again' })
    const thread = await storedThread(threadId)
    expect(thread.participantIds).toEqual(['member', stranger.uid])
    expect(thread.selfJoinedIds).toEqual([stranger.uid])
    expectAttention(thread, ['member'])
  })

  it('causes no send, before or after joining', async () => {
    const [stranger, { threadId }] = await Promise.all([signIn(), storeGuestThread()])
    const texts = ['chatapp-message', 'sms-message'].map(type => ({ type, body: uniqueText() }))
    const refuse = async () => {
      for (const text of texts) expectProblem(await post(threadId, stranger, text), 403, 'forbidden')
    }
    await expectUnchanged(threadId, refuse, { audited: true })
    await post(threadId, stranger, { body: 'Hello' })
    await expectUnchanged(threadId, refuse, { audited: true })
    for (const { body } of texts) expect(await sendsOf(body)).toEqual([])
  })

  it('with a landlord role is a stranger all the same', async () => {
    const [landlord, threadId] = await Promise.all([signIn({ role: 'landlord' }), storeThread()])
    await post(threadId, landlord, { body: 'Hello' })
    expect((await storedThread(threadId)).selfJoinedIds).toEqual([landlord.uid])
    const answer = await post(threadId, landlord, { body: 'Hello', type: 'chatapp-message' })
    expectProblem(answer, 403, 'forbidden')
  })
})

describe('staff and services who post', () => {
  it.each(['operations', 'support', 'service'])('join as %s, which is remembered', async role => {
    const user = await signIn({ role })
    const threadId = await storeThread({ participantIds: ['member'] })
    await post(threadId, user, { body: 'Hello' })
    const thread = await storedThread(threadId)
    expect(thread.participantIds).toEqual(['member', user.uid])
    expect(thread.roleJoinedIds).toEqual([user.uid])
    expect(thread.selfJoinedIds ?? []).toEqual([])
  })

  it('cause nothing outside once their role has ended, however they came in', async () => {
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

  it('cause sends without being participants, and so does an invited participant', async () => {
    const invited = await signIn()
    const { threadId } = await storeGuestThread({ participantIds: [invited.uid] })
    for (const user of [invited, await signIn({ role: 'support' }), await signIn({ role: 'service' })]) {
      const { text } = await sendText(threadId, user, 'sms-message')
      expect(await acceptedOf(text)).toHaveLength(1)
    }
  })
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

describe('a note', () => {
  it.each([undefined, 'service', 'landlord'])('is not written by a user with role %s', async role => {
    const user = await signIn(role ? { role } : {})
    const threadId = await storeThread({ participantIds: [user.uid] })
    await expectAuditedRefusal(threadId, '403 forbidden', () =>
      post(threadId, user, { body: 'x', type: 'note' }),
    )
  })

  it.each(['operations', 'support'])(
    'written by %s calls for attention but never becomes public',
    async role => {
      const staff = await signIn({ role })
      const threadId = await storeThread({ participantIds: ['member'], version: 3 })
      const { body: message } = await post(threadId, staff, { body: 'Good morning' })
      const note = await posted(threadId, staff, { body: 'Careful.', type: 'note' })
      expect(note).not.toHaveProperty('delivery')
      const thread = await storedThread(threadId)
      expect(thread).toMatchObject({
        lastMessage: note,
        lastPublicMessage: message,
        updatedAt: note.createdAt,
        version: 5,
      })
      expectAttention(thread, ['member'])
    },
  )
})

describe('a message that already has a provider id', () => {
  it.each(['chatapp-message', 'sms-message'])('is stored as %s and never sent again', async type => {
    const [staff, { threadId }] = await Promise.all([signIn({ role: 'operations' }), storeGuestThread()])
    const [known, fresh] = [uniqueText(), uniqueText()]
    const sent = { body: known, type, externalMessageId: uniqueId('SM'), messageId: uniqueId('m') }
    const body = await posted(threadId, staff, sent)
    expect(body).not.toHaveProperty('delivery')
    const later = await post(threadId, staff, { body: fresh, type })
    await deliveryOf(threadId, later.body.messageId, 'sent')
    await sweep('workdue')
    expect(await sendsOf(known)).toEqual([])
  })
})
