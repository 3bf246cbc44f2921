import { describe, expect, it } from 'vitest'
import { assignTriage } from '../../src/lib/chat/inbound/assign-triage.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import { uniquePhone } from '../support/builders.ts'
import { postTrace, receivedFrom, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { dueMessage } from '../support/delivery.ts'
import { newSid } from '../support/inbound.ts'
import { put, remove, uniqueId, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, read, receive } = startVerbs()

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

interface StayOptions {
  phone: string
  guestId?: string
  landlordId?: string
  from?: number
}

/** A stay at a property of a landlord's own, and its thread. */
async function stayAt({
  phone,
  guestId = uniqueId('guest'),
  landlordId = uniqueId('landlord'),
  from = -1,
}: StayOptions) {
  const [propertyId, reservationId] = [uniqueId('property'), uniqueId('reservation')]
  await put(`properties/${propertyId}`, { name: `House of ${landlordId}`, landlordId })
  await db.doc(`guests/${guestId}`).set({ name: 'Maria Rossi', phone }, { merge: true })
  const days = { arrival: day(from), departure: day(from + 4) }
  await put(`reservations/${reservationId}`, { guestId, propertyId, ...days })
  const threadId = await seedThread({ reservationId, propertyId })
  return { threadId, guestId, reservationId, propertyId, landlordId, phone }
}
type Stay = Awaited<ReturnType<typeof stayAt>>

/** One guest with stays at two landlords, or two guests who share a number. */
async function twoStays(shape: 'one guest' | 'a shared number' = 'one guest') {
  const phone = uniquePhone()
  const a = await stayAt({ phone })
  const b = await stayAt({ phone, ...(shape === 'one guest' && { guestId: a.guestId }) })
  return { phone, a, b }
}

/** A message that was sent to the stay's guest; returns the provider's id. */
async function sent(
  { threadId, reservationId, phone }: Stay,
  minutes: number,
  fields: { type?: string; status?: string } = {},
) {
  const { type = 'chatapp-message', status = 'delivered' } = fields
  const [messageId, externalMessageId] = [uniqueId('message'), newSid()]
  const claimedAt = minutesAgo(minutes)
  await put(`threads/${threadId}/messages/${messageId}`, {
    messageId,
    threadId,
    body: 'Hello',
    authorId: 'staff',
    type,
    source: 'platform',
    createdAt: claimedAt,
    externalMessageId,
    delivery: { status, attempts: 1, reservationId, to: phone, claimedAt },
  })
  return externalMessageId
}

const reply = (phone: string, replyToProviderId: string) =>
  receive(receivedFrom(phone, { metadata: { replyToProviderId } }))
const homeOf = async (sid: string) => {
  const { threadId } = await read(`inboundMessages/${sid}`)
  return threadId ?? (await read(`triage/${sid}`)).reason
}

describe.each(['one guest', 'a shared number'] as const)('%s, two landlords', shape => {
  it.each(['a', 'b'] as const)('a message goes to the thread of %s, which wrote last', async last => {
    const stays = await twoStays(shape)
    const first = last === 'a' ? stays.b : stays.a
    await sent(first, 9)
    await sent(stays[last], 4)
    const sid = await receive(receivedFrom(stays.phone))
    expect(await homeOf(sid)).toBe(stays[last].threadId)
    expect((await postTrace(stays[last].threadId)).messages.at(-1)).toMatchObject({
      authorId: stays[last].guestId,
    })
    expect((await postTrace(first.threadId)).messages).toHaveLength(1)
  })

  it('a message goes to neither while nobody has written, and its candidates are named', async () => {
    const { phone, a, b } = await twoStays(shape)
    const sid = await receive(receivedFrom(phone))
    expect(await homeOf(sid)).toBe(shape === 'one guest' ? 'several-landlords' : 'ambiguous-sender')
    const { candidates } = await read(`triage/${sid}`)
    expect(candidates).toHaveLength(2)
    for (const { threadId, landlordId } of [a, b])
      expect(candidates).toContainEqual({
        threadId,
        guestName: 'Maria Rossi',
        propertyName: `House of ${landlordId}`,
        arrival: day(-1),
        departure: day(3),
      })
  })
})

it('a send begins no conversation if it failed, is pending, went by another channel or is a month old', async () => {
  const { phone, a, b } = await twoStays()
  await sent(a, 9)
  await sent(b, 4, { status: 'failed' })
  await sent(b, 3, { status: 'pending' })
  await sent(b, 2, { type: 'sms-message' })
  expect(await homeOf(await receive(receivedFrom(phone)))).toBe(a.threadId)
  expect(await homeOf(await receive(receivedFrom(phone, { channel: 'sms' })))).toBe(b.threadId)

  const other = await twoStays()
  await sent(other.a, 60 * 24 * 31)
  expect(await homeOf(await receive(receivedFrom(other.phone)))).toBe('several-landlords')
})

it('a message that is received late answers what had been written by then', async () => {
  const { phone, a, b } = await twoStays()
  await sent(a, 60)
  await sent(b, 10)
  const late = receivedFrom(phone, { receivedAt: minutesAgo(30) })
  expect(await homeOf(await receive(late))).toBe(a.threadId)
})

it('a real delivery makes its thread the one that wrote last', async () => {
  const { phone, a, b } = await twoStays()
  await sent(a, 1)
  const { deliver, clock } = await dueMessage({ home: b })
  await deliver()
  clock.forward(1000)
  await receiveMessage({ ...(await builtContext()), clock }, receivedFrom(phone))
  expect((await postTrace(b.threadId)).messages).toHaveLength(2)
  expect((await postTrace(a.threadId)).messages).toHaveLength(1)
})

describe('a booking with somebody else’s number', () => {
  it.each([
    [true, 9, -1],
    [false, 9, -1],
    [true, -5, -1],
    [true, -34, 5],
  ])(
    'gets no message by itself, of the same guest: %s, days %i and %i',
    async (isSameGuest, from, hostileFrom) => {
      const phone = uniquePhone()
      const victim = await stayAt({ phone, from })
      const hostile = await stayAt({
        phone,
        from: hostileFrom,
        ...(isSameGuest && { guestId: victim.guestId }),
      })
      const sid = await receive(receivedFrom(phone))
      expect(await read(`triage/${sid}`)).toMatchObject({ status: 'open' })
      expect((await postTrace(hostile.threadId)).messages).toEqual([])
    },
  )

  it('gets no message meant for a stay whose thread has yet to be opened', async () => {
    const phone = uniquePhone()
    const victim = await stayAt({ phone })
    await remove(`threads/${victim.threadId}`)
    const hostile = await stayAt({ phone, guestId: victim.guestId })
    expect(await homeOf(await receive(receivedFrom(phone)))).toBe('several-landlords')
    expect((await postTrace(hostile.threadId)).messages).toEqual([])
  })
})

it('stays at one landlord are told apart by their days, and those long past do not count', async () => {
  const phone = uniquePhone()
  const now = await stayAt({ phone })
  const { guestId, landlordId } = now
  await stayAt({ phone, guestId, landlordId, from: 9 })
  await stayAt({ phone, guestId, from: -35 })
  expect(await homeOf(await receive(receivedFrom(phone)))).toBe(now.threadId)
})

it('a reply to a message that a service sent without a delivery finds its thread', async () => {
  const { phone, a, b } = await twoStays()
  await sent(a, 2)
  const externalMessageId = newSid()
  await put(`threads/${b.threadId}/messages/automatic`, {
    messageId: 'automatic',
    threadId: b.threadId,
    body: 'Your code',
    authorId: 'service',
    createdAt: new Date(),
    type: 'chatapp-message',
    externalMessageId,
  })
  expect(await homeOf(await reply(phone, externalMessageId))).toBe(b.threadId)
})

it('a reply from a number that is no longer the guest’s is left to staff, who see where it belongs', async () => {
  const { phone, a } = await twoStays()
  const id = await sent(a, 5)
  await update(`guests/${a.guestId}`, { phone: uniquePhone() })
  const sid = await reply(phone, id)
  expect(await read(`triage/${sid}`)).toMatchObject({
    reason: 'unknown-sender',
    candidates: [expect.objectContaining({ threadId: a.threadId })],
  })
})

it('staff give each message of a guest with several landlords its own thread', async () => {
  const { phone, a, b } = await twoStays()
  const [first, second] = [await receive(receivedFrom(phone)), await receive(receivedFrom(phone))]
  const deps = await builtContext()
  await assignTriage(deps, staffActor(), { entryId: first, threadId: a.threadId })
  expect(await read(`triage/${second}`)).toMatchObject({ status: 'open' })
  await assignTriage(deps, staffActor(), { entryId: second, threadId: b.threadId })
  expect([await homeOf(first), await homeOf(second)]).toEqual([a.threadId, b.threadId])
})

it('a reply to one landlord is not assigned to another with the other messages of its sender', async () => {
  const [{ a, b }, from] = [await twoStays(), uniquePhone()]
  const plain = await receive(receivedFrom(from))
  const replies = { a: await reply(from, await sent(a, 9)), b: await reply(from, await sent(b, 4)) }
  const deps = await builtContext()
  await assignTriage(deps, staffActor(), { entryId: plain, threadId: a.threadId })
  expect([await homeOf(plain), await homeOf(replies.a)]).toEqual([a.threadId, a.threadId])
  expect(await read(`triage/${replies.b}`)).toMatchObject({ status: 'open' })
  await assignTriage(deps, staffActor(), { entryId: replies.b, threadId: a.threadId })
  expect(await homeOf(replies.b)).toBe(a.threadId)
})
