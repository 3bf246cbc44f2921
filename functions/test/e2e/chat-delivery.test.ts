import { describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import {
  claimed,
  deliveryOf,
  expectAttention,
  onlyAcceptedOf,
  post,
  posted,
  sendsOf,
  storedMessage,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { db, signIn, sweep, uniqueId } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })

describe('a chatapp message', () => {
  it('reaches the guest once, and the provider id comes back to the message', async () => {
    const { threadId, guestId, phone, reservationId } = await storeGuestThread({ version: 1 })
    const text = uniqueText()
    const { body: reply } = await post(threadId, staffMember, { body: text, type: 'chatapp-message' })
    expect(reply.delivery).toEqual({ reservationId, status: 'pending', attempts: 0 })

    const message = await deliveryOf(threadId, reply.messageId, 'sent')
    const sent = await onlyAcceptedOf(text)
    expect(sent).toMatchObject({ to: `whatsapp:${phone}`, direction: 'outbound-api' })
    expect(sent.from).toMatch(/^whatsapp:\+\d+$/)
    expect(message).toEqual({
      ...reply,
      externalMessageId: sent.sid,
      delivery: {
        reservationId,
        status: 'sent',
        attempts: 1,
        ...claimed(phone),
        dueAt: expect.any(String),
        dueShard: expect.any(Number),
      },
    })

    const thread = await storedThread(threadId)
    expect(thread.lastChatappMessageSentAt).toBe(reply.createdAt)
    expectAttention(thread, [guestId])
    expect(thread).toMatchObject({ version: 2, updatedAt: reply.createdAt })
    await sweep('workdue')
    expect(await sendsOf(text)).toHaveLength(1)
  })

  it('is never sent after the time until which it was meant to be', async () => {
    const { threadId } = await storeGuestThread()
    const [text, sendUntil] = [uniqueText(), new Date(Date.now() - 60_000).toISOString()]
    const { body } = await post(threadId, staffMember, { body: text, type: 'chatapp-message', sendUntil })
    const { delivery } = await deliveryOf(threadId, body.messageId, 'failed')
    expect(delivery.failure).toMatchObject({
      code: 'provider-unavailable',
      detail: expect.stringContaining('too late'),
    })
    expect(await sendsOf(text)).toHaveLength(0)
  })
})

describe('an SMS', () => {
  it.each(['platform', 'operations'])('with source %s reaches the guest once', async source => {
    const { threadId, phone, reservationId } = await storeGuestThread()
    const text = uniqueText()
    const { body } = await post(threadId, staffMember, { body: text, type: 'sms-message', source })
    const message = await deliveryOf(threadId, body.messageId, 'sent')
    const sent = await onlyAcceptedOf(text)
    expect(sent.to).toBe(phone)
    expect(sent.from).toMatch(/^\+\d+$/)
    expect(message).toMatchObject({
      externalMessageId: sent.sid,
      delivery: { reservationId, status: 'sent', attempts: 1 },
    })
    expect(await storedThread(threadId)).not.toHaveProperty('lastChatappMessageSentAt')
  })
})

describe('no send is due', () => {
  it.each([
    ['a plain message', { type: 'message' }],
    ['a note', { type: 'note' }],
    ['a chatapp message from elsewhere', { type: 'chatapp-message', source: 'operations' }],
    ['a chatapp message from the guest', { type: 'chatapp-message', source: 'chatapp' }],
    ['an SMS from the guest', { type: 'sms-message', source: 'sms' }],
  ])('for %s', async (_what, fields) => {
    const { threadId } = await storeGuestThread()
    const [quiet, sent] = [uniqueText(), uniqueText()]
    const { body } = await post(threadId, staffMember, { body: quiet, ...fields })
    expect(body).not.toHaveProperty('delivery')
    const { body: loud } = await post(threadId, staffMember, { body: sent, type: 'sms-message' })
    await deliveryOf(threadId, loud.messageId, 'sent')
    expect(await sendsOf(quiet)).toEqual([])
    expect(await storedMessage(threadId, body.messageId)).toEqual(body)
  })
})

describe('a guest who cannot be reached', () => {
  const unreachable: Record<string, () => Promise<string>> = {
    'has no reservation': () => storeThread(),
    'has a reservation that is gone': () => storeThread({ reservationId: uniqueId('reservation') }),
    'has a reservation that cannot exist': () => storeThread({ reservationId: 'a/b' }),
    'is gone': async () => {
      const { threadId, guestId } = await storeGuestThread()
      await db().doc(`guests/${guestId}`).delete()
      return threadId
    },
    'has no phone': async () => {
      const { threadId, guestId } = await storeGuestThread()
      await db().doc(`guests/${guestId}`).set({ name: 'Maria Rossi', phone: null })
      return threadId
    },
  }

  it.each(Object.entries(unreachable))('because the guest %s: the author is told', async (_what, thread) => {
    const threadId = await thread()
    for (const type of ['chatapp-message', 'sms-message']) {
      const text = uniqueText()
      const body = await posted(threadId, staffMember, { body: text, type })
      const message = await deliveryOf(threadId, body.messageId, 'failed')
      expect(message.delivery.failure).toEqual({
        code: 'not-reachable',
        detail: expect.any(String),
        nextAction: expect.any(String),
      })
      expect(message).not.toHaveProperty('externalMessageId')
      expect(await sendsOf(text)).toEqual([])
      expect((await storedThread(threadId)).needsAttention).toContain(staffMember.uid)
    }
  })
})
