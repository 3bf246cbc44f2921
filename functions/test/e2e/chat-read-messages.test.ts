import { describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import { deliveryOf, expectProblem, post, storedMessage } from '../support/chat.ts'
import { readPage } from '../support/reading.ts'
import { db, signIn, uniqueId } from '../support/stack.ts'

const ids = (body: { messages: { messageId: string }[] }): string[] =>
  body.messages.map(({ messageId }) => messageId)

describe('the messages of a thread', () => {
  it('are shown newest first, with the names of their authors', async () => {
    const [staff, member, guestId] = [await signIn({ role: 'support' }), await signIn(), uniqueId('guest')]
    await db()
      .doc(`users/${staff.uid}`)
      .set({ displayName: 'Sam Support', name: 'S', email: 'sam@example.com' })
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
      const [staff, reader] = [await signIn({ role: 'support' }), await signIn(role ? { role } : {})]
      const threadId = await storeThread({ participantIds: [reader.uid, staff.uid] })
      const expected: string[] = []
      for (const type of [
        'note',
        'message',
        'note',
        'note',
        'message',
        'message',
        'note',
        'message',
        'note',
      ]) {
        const { body } = await post(threadId, staff, { body: 'text', type })
        if (role || type !== 'note') expected.unshift(body.messageId)
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
    const { threadId, phone } = await storeGuestThread()
    const staff = await signIn({ role: 'support' })
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
    `?before=${Buffer.from('1.0.a/b').toString('base64url')}`,
    '?before=MS4wLm0&before=MS4wLm0',
  ])('are not given for %s', async query => {
    const staff = await signIn({ role: 'support' })
    const answer = await readPage(await storeThread(), staff, query)
    expectProblem(answer, 400, 'validation-failed')
    expect(answer.body.errors[0].path).toBe(query.slice(1, query.indexOf('=')))
  })

  it.each(['?limit=1', '?limit=100', '?before=MS4wLm0'])('are given for %s', async query => {
    expect((await readPage(await storeThread(), await signIn({ role: 'support' }), query)).status).toBe(200)
  })
})
