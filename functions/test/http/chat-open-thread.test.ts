import { describe, expect, it } from 'vitest'
import { uniquePhone } from '../support/builders.ts'
import { acceptedBy, deliveryOf, indexed, storedMessages, storedThread } from '../support/chat.ts'
import { call, expectProblem, put, signIn, uniqueId } from '../support/stack.ts'

const staff = await signIn({ role: 'support' })
const open = (body: unknown) => call('POST', '/chat/threads', { token: staff.token, body })

/** A guest with a stay, who wrote that many hours ago. */
async function guestOf(hours?: number) {
  const [guestId, landlordId, phone] = [uniqueId('guest'), uniqueId('landlord'), uniquePhone()]
  const [propertyId, reservationId] = [uniqueId('property'), uniqueId('stay')]
  await put(`properties/${propertyId}`, { name: 'Casa Alameda', landlordId })
  const wrote = hours !== undefined && { lastChatappInboundAt: new Date(Date.now() - hours * 3_600_000) }
  await put(`guests/${guestId}`, { name: 'Maria Rossi', phone, ...wrote })
  const days = { arrival: '2036-07-03', departure: '2036-07-06' }
  await put(`reservations/${reservationId}`, { guestId, propertyId, ...days })
  return { guestId, landlordId, propertyId, reservationId, phone }
}

describe('opening a thread', () => {
  it('makes the thread once, sends its first message once, and puts it into the index', async () => {
    const { guestId, landlordId, propertyId, reservationId, phone } = await guestOf(1)
    const first = { body: 'Welcome!', type: 'chatapp-message', messageId: uniqueId('message') }
    const made = await open({ reservationId, ...first })
    expect(made).toMatchObject({ status: 201, body: { message: { body: 'Welcome!', reservationId } } })
    const { threadId } = made.body
    expect(await open({ reservationId, ...first })).toMatchObject({
      status: 200,
      body: { threadId, message: { messageId: first.messageId } },
    })
    expect(await open({ guestId })).toMatchObject({ status: 200, body: { threadId, message: null } })
    await deliveryOf(threadId, first.messageId, 'sent')
    expect(await acceptedBy(phone)).toHaveLength(1)
    expect(await storedMessages(threadId)).toHaveLength(1)
    expect(await storedThread(threadId)).toMatchObject({
      source: 'platform',
      guestId,
      propertyId,
      reservationId,
      participantIds: [guestId, landlordId, staff.uid],
    })
    await indexed(threadId, { guestName: 'Maria Rossi' })
  })

  it('without a message puts it into the index, too', async () => {
    const { reservationId } = await guestOf()
    const { status, body } = await open({ reservationId })
    expect(status).toBe(201)
    await indexed(body.threadId, { guestName: 'Maria Rossi', lastMessage: null })
  })

  it.each([{ body: 'Hello' }, { template: 'booking-confirmation' }])(
    'with a message after an answer of somebody else is refused: %j',
    async message => {
      const [{ reservationId }, other] = await Promise.all([guestOf(), signIn({ role: 'support' })])
      const guard = { reservationId, unlessAnsweredSince: new Date(0).toISOString() }
      const { status, body } = await open({ ...guard, body: 'Welcome!' })
      expect(status).toBe(201)
      const second = await call('POST', '/chat/threads', {
        token: other.token,
        body: { ...guard, ...message },
      })
      expectProblem(second, '409 answered-meanwhile')
      expect(await storedMessages(body.threadId)).toMatchObject([{ body: 'Welcome!' }])
    },
  )
})
