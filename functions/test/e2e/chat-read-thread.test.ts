import { describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import { deliveryOf, post, storedThread } from '../support/chat.ts'
import { readThread } from '../support/reading.ts'
import { signIn } from '../support/stack.ts'

describe('a thread', () => {
  it('is shown to staff as it stands', async () => {
    const [staff, member] = [await signIn({ role: 'support' }), await signIn()]
    const threadId = await storeThread({ participantIds: [member.uid], propertyId: 'p', version: 4 })
    const said = (await post(threadId, member, { body: 'Hello' })).body
    const note = (await post(threadId, staff, { body: 'Careful.', type: 'note' })).body
    const { status, headers, body } = await readThread(threadId, staff)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      threadId,
      source: 'guest',
      participantIds: [member.uid, staff.uid],
      lastMessage: note,
      lastPublicMessage: said,
      updatedAt: note.createdAt,
      lastChatappMessageSentAt: null,
      reservationId: null,
      propertyId: 'p',
      needsAttention: [member.uid],
      importantFor: [],
      unread: false,
      important: false,
      lastFailureId: null,
      selfJoinedIds: [],
      version: 6,
      reachability: expect.any(Object),
    })
  })

  it('is shown to a participant as if there were no notes and no others', async () => {
    const [staff, member] = [await signIn({ role: 'operations' }), await signIn()]
    const other = await signIn()
    const threadId = await storeThread({
      participantIds: [member.uid, other.uid, staff.uid],
      importantFor: [other.uid, member.uid],
      reservationId: 'stay',
    })
    const said = (await post(threadId, staff, { body: 'Hello' })).body
    const before = (await readThread(threadId, member)).body
    expect(before).toEqual({
      threadId,
      source: 'guest',
      participantIds: [member.uid, other.uid, staff.uid],
      lastMessage: said,
      lastPublicMessage: said,
      updatedAt: said.createdAt,
      lastChatappMessageSentAt: null,
      reservationId: 'stay',
      propertyId: null,
      needsAttention: [member.uid],
      importantFor: [member.uid],
      unread: true,
      important: true,
      lastFailureId: null,
      reachability: expect.any(Object),
    })
    await post(threadId, staff, { body: 'Careful.', type: 'note' })
    expect((await storedThread(threadId)).lastMessage.body).toBe('Careful.')
    expect((await readThread(threadId, member)).body).toEqual(before)
  })

  it('shows when a chatapp message was sent, and nothing of how', async () => {
    const { threadId, phone } = await storeGuestThread()
    const staff = await signIn({ role: 'support' })
    const { body } = await post(threadId, staff, { body: 'Hello', type: 'chatapp-message' })
    await deliveryOf(threadId, body.messageId, 'sent')
    const answer = await readThread(threadId, staff)
    expect(answer.body.lastChatappMessageSentAt >= body.createdAt).toBe(true)
    expect(answer.body.lastMessage).not.toHaveProperty('delivery')
    expect(answer.text).not.toContain(phone)
  })
})
