import { describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import { deliveryOf, post, sendsOf, sendText, storedThread, uniqueText } from '../support/chat.ts'
import { db, signIn, uniqueId } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })

describe('a chatapp message', () => {
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
    const { text, message } = await sendText(threadId, staffMember, 'sms-message', 'failed')
    const { failure } = message.delivery
    expect(failure).toMatchObject({ code: 'not-reachable', nextAction: expect.any(String) })
    expect(await sendsOf(text)).toEqual([])
    expect((await storedThread(threadId)).needsAttention).toContain(staffMember.uid)
  })
})
