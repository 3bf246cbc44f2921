import { describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import { deliveryOf, expectProblem, post, sendText, storedMessage, storedThread } from '../support/chat.ts'
import { readPage, readThread } from '../support/reading.ts'
import { db, signIn, uniqueId } from '../support/stack.ts'

const ids = (body: { messages: { messageId: string }[] }): string[] =>
  body.messages.map(({ messageId }) => messageId)

describe('the messages of a thread', () => {
  it('are shown newest first, with the names of their authors', async () => {
    const [staff, member, guestId] = [await signIn({ role: 'support' }), await signIn(), uniqueId('guest')]
    const staffMember = { displayName: 'Sam Support', name: 'S', email: 'sam@example.com' }
    await db().doc(`users/${staff.uid}`).set(staffMember)
    await db().doc(`guests/${guestId}`).set({ name: 'Maria Rossi', phone: '+393330000000' })
    const threadId = await storeThread({ participantIds: [member.uid] })
    const first = (await post(threadId, member, { body: 'Hello', attachments: ['a'] })).body
    const second = (await post(threadId, staff, { body: 'Good morning' })).body
    const third = {
      ...first,
      messageId: 'from-guest',
      authorId: guestId,
      createdAt: new Date(Date.now() + 9000),
    }
    await db().doc(`threads/${threadId}/messages/from-guest`).set(third)
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

  it('of an empty thread are none', async () => {
    const answer = await readPage(await storeThread(), await signIn({ role: 'support' }))
    expect(answer.body).toEqual({ messages: [], authors: {}, nextCursor: null })
  })

  it.each(['support', undefined])(
    'come page by page to a reader with role %s, each once, whatever is posted meanwhile',
    async role => {
      const [staff, reader] = await Promise.all([signIn({ role: 'support' }), signIn(role ? { role } : {})])
      const threadId = await storeThread({ participantIds: [reader.uid, staff.uid] })
      const expected: string[] = []
      for (const isNote of [true, false, true, true, false, false, true, false, true]) {
        const type = isNote ? 'note' : 'message'
        const { body } = await post(threadId, staff, { body: 'text', type })
        if (role || !isNote) expected.unshift(body.messageId)
      }
      const pages: string[][] = []
      for (let query = '?limit=2'; query; ) {
        const { body, text } = await readPage(threadId, reader, query)
        pages.push(ids(body))
        if (!role) expect(text).not.toContain('note')
        query = body.nextCursor && `?limit=2&before=${body.nextCursor}`
        await post(threadId, staff, { body: 'Meanwhile' })
      }
      expect(pages.flat()).toEqual(expected)
      expect(pages.slice(0, -1).every(page => page.length === 2)).toBe(true)
      expect(pages).toHaveLength(Math.ceil(expected.length / 2))
    },
  )

  it('show how a send went, but not its address', async () => {
    const [{ threadId, phone }, staff] = await Promise.all([storeGuestThread(), signIn({ role: 'support' })])
    const { body } = await post(threadId, staff, { body: 'Hello', type: 'sms-message' })
    await deliveryOf(threadId, body.messageId, 'sent')
    const { externalMessageId } = await storedMessage(threadId, body.messageId)
    const answer = await readPage(threadId, staff)
    expect(answer.body.messages).toEqual([
      { ...body, externalMessageId, delivery: { status: 'sent', attempts: 1 } },
    ])
    expect(answer.text).not.toContain(phone)
  })

  it.each([
    '?limit=0',
    '?limit=101',
    '?limit=-1',
    '?limit=1.5',
    '?limit=ten',
    '?limit=',
    '?limit=1&limit=2',
    '?before=',
    '?before=garbage',
    '?before=MS4wLm0',
    '?before=MS4wLm0&before=MS4wLm0',
  ])('are not given for %s', async query => {
    const staff = await signIn({ role: 'support' })
    const answer = await readPage(await storeThread(), staff, query)
    expectProblem(answer, 400, 'validation-failed')
    expect(answer.body.errors[0].path).toBe(query.slice(1, query.indexOf('=')))
  })

  it.each(['?limit=1', '?limit=100'])('are given for %s', async query => {
    expect((await readPage(await storeThread(), await signIn({ role: 'support' }), query)).status).toBe(200)
  })
})

describe('a thread', () => {
  it('is shown to staff as it stands', async () => {
    const [staff, member] = await Promise.all([signIn({ role: 'support' }), signIn()])
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
      attention: [],
      important: false,
      lastFailureId: null,
      selfJoinedIds: [],
      roleJoinedIds: [staff.uid],
      removedIds: [],
      mergedInto: null,
      merged: [],
      desk: {
        ...{ state: 'open', ownerId: null, teamId: null, snoozedUntil: null },
        ...{ unansweredSince: null, dueBy: null, escalatedAt: null, failedSends: [], scheduledIds: [] },
      },
      version: 6,
      reachability: expect.any(Object),
    })
  })

  it('is shown to a participant as if there were no notes and no others', async () => {
    const [staff, member] = await Promise.all([signIn({ role: 'operations' }), signIn()])
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
    const [{ threadId, phone }, staff] = await Promise.all([storeGuestThread(), signIn({ role: 'support' })])
    const { message } = await sendText(threadId, staff)
    const answer = await readThread(threadId, staff)
    expect(answer.body.lastChatappMessageSentAt >= message.createdAt).toBe(true)
    expect(answer.body.lastMessage).not.toHaveProperty('delivery')
    expect(answer.text).not.toContain(phone)
  })
})
