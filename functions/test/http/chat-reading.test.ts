import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { post } from '../support/chat.ts'
import { readPage, readThread } from '../support/reading.ts'
import { put, signIn, uniqueId } from '../support/stack.ts'

describe('the messages of a thread', () => {
  it('are shown newest first, with the names of their authors', async () => {
    const [staff, member, guestId] = [await signIn({ role: 'support' }), await signIn(), uniqueId('guest')]
    const staffMember = { displayName: 'Sam Support', name: 'S', email: 'sam@example.com' }
    await put(`users/${staff.uid}`, staffMember)
    await put(`guests/${guestId}`, { name: 'Maria Rossi', phone: '+393330000000' })
    const threadId = await storeThread({ participantIds: [member.uid] })
    const first = (await post(threadId, member, { body: 'Hello', attachments: ['a'] })).body
    const second = (await post(threadId, staff, { body: 'Good morning' })).body
    const third = {
      ...first,
      messageId: 'from-guest',
      authorId: guestId,
      createdAt: new Date(Date.now() + 9000),
    }
    await put(`threads/${threadId}/messages/from-guest`, third)
    const { status, body, text } = await readPage(threadId, member)
    expect(status).toBe(200)
    expect(body).toEqual({
      messages: [{ ...third, createdAt: third.createdAt.toISOString() }, second, first],
      authors: {
        [guestId]: { name: 'Maria Rossi' },
        [staff.uid]: { name: 'Sam Support' },
        [member.uid]: { name: null },
      },
      nextCursor: null,
    })
    expect(text).not.toMatch(/@example\.com|\+39/)
  })
})

describe('a thread', () => {
  it('is shown to staff as it stands', async () => {
    const [staff, member] = await Promise.all([signIn({ role: 'support' }), signIn()])
    const threadId = await storeThread({ participantIds: [member.uid], propertyId: 'p', version: 4 })
    const message = (await post(threadId, member, { body: 'Hello' })).body
    const note = (await post(threadId, staff, { body: 'Careful.', type: 'note' })).body
    const { status, headers, body } = await readThread(threadId, staff)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      threadId,
      source: 'guest',
      participantIds: [member.uid, staff.uid],
      lastMessage: note,
      lastPublicMessage: message,
      updatedAt: note.createdAt,
      lastChatappMessageSentAt: null,
      reservationId: null,
      propertyId: 'p',
      needsAttention: [member.uid],
      importantFor: [],
      unread: false,
      attention: [],
      important: false,
      lastFailureId: null,
      selfJoinedIds: [],
      roleJoinedIds: [staff.uid],
      removedIds: [],
      mergedInto: null,
      merged: [],
      desk: {
        state: 'open',
        ownerId: null,
        teamId: null,
        snoozedUntil: null,
        unansweredSince: null,
        dueBy: null,
        escalatedAt: null,
        failedSends: [],
        scheduledIds: [],
      },
      version: 6,
      reachability: expect.any(Object),
    })
  })
})
