import { describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread, uniquePhone } from '../support/builders.ts'
import {
  acceptedOf,
  auditEntries,
  chatapp,
  deliveryOf,
  inbound,
  posted,
  stored,
  storedMessages,
  uniqueText,
} from '../support/chat.ts'
import { newSid } from '../support/inbound.ts'
import { call, expectProblem, remove, signIn, type User } from '../support/stack.ts'

const staff = await signIn({ role: 'support' })

const assign = (entryId: string, body: unknown, user: User = staff) =>
  call('POST', `/chat/triage/${entryId}/assign`, { token: user.token, body })

const list = (query = '', { token }: User = staff) => call('GET', `/chat/triage${query}`, { token })

const fromStranger = (from: string, body = 'Hello', more: Record<string, string> = {}) =>
  inbound({ from, body, ...more })

describe('the list of triage', () => {
  it('shows staff a message that came in', async () => {
    const phone = uniquePhone()
    const id = await fromStranger(chatapp(phone), 'm0')
    const { status, body } = await list('?order=newest')
    expect(status).toBe(200)
    expect(body.entries).toContainEqual({
      id,
      channel: 'chatapp',
      from: phone,
      profileName: 'Guest',
      body: 'm0',
      attachments: [],
      reason: 'unknown-sender',
      receivedAt: expect.any(String),
    })
  })
})

it('a stranger is answered from triage, as the message came', async () => {
  const [phone, text] = [uniquePhone(), uniqueText()]
  const entryId = await fromStranger(chatapp(phone))
  const reply = { token: staff.token, body: { body: text } }
  const { status, body } = await call('POST', `/chat/triage/${entryId}/reply`, reply)
  expect(status).toBe(201)
  await deliveryOf(body.threadId, body.message.messageId, 'sent')
  expect(await acceptedOf(text)).toMatchObject([{ to: chatapp(phone) }])
})

describe('assigning a message to a thread', () => {
  it('lets staff write back, also where the thread has no reservation', async () => {
    const threadId = await storeThread()
    const phone = uniquePhone()
    const entryId = await fromStranger(chatapp(phone))
    expect((await assign(entryId, { threadId })).status).toBe(204)
    const text = uniqueText()
    const { messageId } = await posted(threadId, staff, { body: text, type: 'chatapp-message' })
    await deliveryOf(threadId, messageId, 'sent')
    expect(await acceptedOf(text)).toMatchObject([{ to: chatapp(phone) }])
    const thread = await call('GET', `/chat/threads/${threadId}`, { token: staff.token })
    expect(thread.body.reachability).toMatchObject({ chatapp: { reachable: true, windowOpen: true } })
  })

  it('stores every message of the sender, in order, and remembers the sender', async () => {
    const { threadId, guestId } = await storeGuestThread()
    const phone = uniquePhone()
    const first = await fromStranger(chatapp(phone), 'one')
    const second = await fromStranger(chatapp(phone), '', { mediaContentType0: 'image/png' })
    const otherChannel = await fromStranger(phone, 'by SMS')
    const before = await stored(`triage/${second}`)

    expect((await assign(second, { threadId })).status).toBe(204)

    const messages = await storedMessages(threadId)
    expect(messages).toEqual([
      expect.objectContaining({ messageId: first, externalMessageId: first, body: 'one', authorId: guestId }),
      expect.objectContaining({
        messageId: second,
        source: 'chatapp',
        type: 'chatapp-message',
        attachments: before.attachments,
        metadata: { mediaTypes: ['image/png'] },
      }),
    ])
    const assigned = { status: 'assigned', threadId, assignedBy: staff.uid, assignedAt: expect.any(String) }
    expect(await stored(`triage/${second}`)).toMatchObject(assigned)
    expect(await stored(`triage/${first}`)).toMatchObject({ status: 'assigned', threadId })
    expect(await stored(`triage/${otherChannel}`)).toMatchObject({ status: 'open' })
    const times = { receivedAt: expect.any(String), expireAt: expect.any(String) }
    const claim = { threadId, messageId: second, ...times }
    expect(await stored(`inboundMessages/${second}`)).toEqual(claim)
    expect(await stored(`guests/${guestId}`)).toMatchObject({
      addresses: [phone],
      lastChatappAddress: phone,
      lastChatappInboundAt: before.receivedAt,
    })

    const next = await fromStranger(chatapp(phone), 'three')
    expect((await storedMessages(threadId)).at(-1)).toMatchObject({ messageId: next, authorId: guestId })
    const sms = await fromStranger(phone, 'by SMS again')
    expect((await storedMessages(threadId)).at(-1)).toMatchObject({ messageId: sms, source: 'sms' })
  })

  it('is not undone by assigning it to another thread', async () => {
    const [one, other] = [await storeGuestThread(), await storeGuestThread()]
    const sid = await fromStranger(chatapp(uniquePhone()))
    await assign(sid, { threadId: one.threadId })
    expectProblem(await assign(sid, { threadId: other.threadId }), '409 message-conflict')
    expect(await storedMessages(other.threadId)).toEqual([])
    const [entry, ...others] = await auditEntries(other.threadId)
    expect([entry.outcome, others]).toEqual(['failure', []])
    expect(entry.metadata).toEqual({ threadId: other.threadId, error: 'message-conflict', count: 1 })
  })

  it('stores it once when two threads are named at once', async () => {
    const threads = [(await storeGuestThread()).threadId, (await storeGuestThread()).threadId]
    const sid = await fromStranger(chatapp(uniquePhone()))
    const answers = await Promise.all(threads.map(threadId => assign(sid, { threadId })))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    const stored = await Promise.all(threads.map(storedMessages))
    expect(stored.map(messages => messages.length).sort()).toEqual([0, 1])
    expect(stored[answers.findIndex(({ status }) => status === 204)]).toHaveLength(1)
  })

  it('makes a guest for a thread that has none', async () => {
    const threadId = await storeThread()
    const phone = uniquePhone()
    const sid = await fromStranger(chatapp(phone), 'Hello', { profileName: 'Ünal' })
    expect((await assign(sid, { threadId })).status).toBe(204)
    const [message] = await storedMessages(threadId)
    const guest = `guests/${message.authorId}`
    expect(await stored(guest)).toMatchObject({ name: 'Ünal', addresses: [phone], threadId })
    const sms = uniquePhone()
    await assign(await fromStranger(sms), { threadId })
    expect(await stored(guest)).toMatchObject({ name: 'Ünal', addresses: [phone, sms] })
    await fromStranger(chatapp(phone), 'Again')
    expect(await storedMessages(threadId)).toHaveLength(3)
  })

  it('gives a guest without a thread that thread', async () => {
    const { guestId, phone, reservationId } = await storeGuestThread()
    await remove(`reservations/${reservationId}`)
    const threadId = await storeThread()
    const sid = await fromStranger(chatapp(phone))
    expect(await stored(`triage/${sid}`)).toMatchObject({ reason: 'no-thread' })
    await assign(sid, { threadId })
    expect(await storedMessages(threadId)).toEqual([expect.objectContaining({ authorId: guestId })])
    expect(await stored(`guests/${guestId}`)).toMatchObject({ name: 'Maria Rossi', phone, threadId })
    await fromStranger(chatapp(phone), 'Again')
    expect(await storedMessages(threadId)).toHaveLength(2)
  })

  it('is refused for an unknown message or thread', async () => {
    const { threadId } = await storeGuestThread()
    expectProblem(await assign(newSid(), { threadId }), '404 not-found')
    const sid = await fromStranger(chatapp(uniquePhone()))
    expectProblem(await assign(sid, { threadId: 'nowhere' }), '404 thread-not-found')
    expect(await stored(`triage/${sid}`)).toMatchObject({ status: 'open' })
  })
})

describe('putting a message aside', () => {
  const sort = (entryId: string, act: string, { token }: User = staff) =>
    act === 'spam'
      ? call('PUT', `/chat/triage/${entryId}/spam`, { token, body: { spam: true } })
      : call('POST', `/chat/triage/${entryId}/${act}`, { token })
  const newest = async (status: string) =>
    (await list(`?status=${status}&order=newest`)).body.entries.map(({ id }: { id: string }) => id)

  it('lists it apart, and brings it back', async () => {
    const phone = uniquePhone()
    const [one, other] = [await fromStranger(phone), await fromStranger(uniquePhone())]
    expect((await sort(one, 'dismiss')).status).toBe(204)
    expect(await newest('dismissed')).toContain(one)
    expect(await newest('open')).not.toContain(one)
    expect((await sort(one, 'restore')).status).toBe(204)
    expect((await sort(one, 'spam')).status).toBe(204)
    const later = await fromStranger(phone)
    expect(await newest('spam')).toEqual(expect.arrayContaining([one, later]))
    const open = await newest('open')
    expect([one, later, other].map(id => open.includes(id))).toEqual([false, false, true])
  })
})

it('a message in triage is not stored by a repeated webhook, even when the sender has become known', async () => {
  const phone = uniquePhone()
  const messageSid = newSid()
  await fromStranger(chatapp(phone), 'Hello', { messageSid })
  const { threadId } = await storeGuestThread({}, phone)
  await fromStranger(chatapp(phone), 'Hello', { messageSid })
  expect(await storedMessages(threadId)).toEqual([])
  await assign(messageSid, { threadId })
  expect(await storedMessages(threadId)).toHaveLength(1)
  await fromStranger(chatapp(phone), 'Hello', { messageSid })
  expect(await storedMessages(threadId)).toHaveLength(1)
})
