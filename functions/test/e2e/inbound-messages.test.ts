import { describe, expect, it } from 'vitest'
import { storeGuestThread, uniquePhone } from '../support/builders.ts'
import {
  auditEntries,
  chatapp,
  eventually,
  expectAttention,
  forwardsOf,
  inbound,
  indexed,
  sandbox,
  sendsOf,
  stored,
  storedMessages,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { newSid } from '../support/inbound.ts'
import { fromStack, sweep, update } from '../support/stack.ts'

describe('a chatapp message from a guest', () => {
  it('is stored in the thread of the stay, written by the guest', async () => {
    const { threadId, guestId, phone } = await storeGuestThread({ version: 1 })
    await update(`threads/${threadId}`, { participantIds: ['host'] })
    const text = uniqueText()
    const { status, body, messageSid } = await sandbox().inbound({ from: chatapp(phone), body: text })
    expect(status).toBe(200)
    expect(body).toMatch(/<Response><\/Response>$/)

    const [message, ...others] = await storedMessages(threadId)
    expect(others).toEqual([])
    expect(message).toEqual({
      ...{ messageId: messageSid, externalMessageId: messageSid, threadId, authorId: guestId, body: text },
      ...{ source: 'chatapp', type: 'chatapp-message', contentType: 'text', createdAt: expect.any(String) },
    })
    const thread = await storedThread(threadId)
    expect(thread).toMatchObject({
      lastMessage: message,
      lastPublicMessage: message,
      updatedAt: message.createdAt,
      participantIds: ['host', guestId],
      guestName: 'Maria Rossi',
      version: 2,
    })
    expect(thread).not.toHaveProperty('lastChatappMessageSentAt')
    expect(thread.selfJoinedIds ?? []).toEqual([])
    expectAttention(thread, ['host'])
    expect((await stored(`guests/${guestId}`)).lastChatappInboundAt).toBe(message.createdAt)
    expect(await stored(`guests/${guestId}`)).toMatchObject({ name: 'Maria Rossi', phone })
    expect(await stored(`inboundMessages/${messageSid}`)).toMatchObject({ threadId, messageId: messageSid })
    await indexed(threadId, { guestName: 'Maria Rossi', lastMessage: { messageId: messageSid } })
  })

  it('is not sent back to the guest, and nobody is audited for it', async () => {
    const { threadId, phone } = await storeGuestThread()
    const text = uniqueText()
    await sandbox().inbound({ from: chatapp(phone), body: text })
    await sweep('workdue')
    expect(await sendsOf(text)).toEqual([])
    expect(await auditEntries(threadId)).toEqual([])
  })

  it('of a mirrored thread is told to the guest platform', async () => {
    const { threadId, phone } = await storeGuestThread({ source: 'platform-guest' })
    const { messageSid } = await sandbox().inbound({ from: chatapp(phone), body: 'Hello' })
    // By its id, so that a sweep that comes between does no harm when it tells it again.
    const forwards = await eventually(
      () => forwardsOf(threadId),
      requests => expect(requests).not.toEqual([]),
    )
    for (const { body } of forwards) expect(body).toMatchObject({ messageId: messageSid, source: 'chatapp' })
    const { messages } = await sandbox().state('guest-platform')
    const told = messages.filter((message: { messageId: string }) => message.messageId === messageSid)
    expect(told).toHaveLength(1)
  })

  it.each(['🏖', '漢', '%'])('may be as long as a text of %s can be, and is cut', async character => {
    const { threadId, phone } = await storeGuestThread()
    await inbound({ from: chatapp(phone), body: character.repeat(65_536 / character.length) })
    const [message] = await storedMessages(threadId)
    expect(message?.body).toMatch(new RegExp(`^${character}{4999,}…$`, 'u'))
  })

  it('may be pictures without a text', async () => {
    const { threadId, phone } = await storeGuestThread()
    const media = { mediaContentType0: 'image/jpeg', mediaContentType1: 'audio/ogg' }
    const messageSid = await inbound({ from: chatapp(phone), body: '', ...media })
    const address = new RegExp(`^${fromStack('SANDBOX_URL')}/twilio/.*/Media/ME[0-9a-f]{32}$`)
    const ours = expect.stringMatching(address)
    expect(await storedMessages(threadId)).toEqual([
      expect.objectContaining({
        messageId: messageSid,
        body: '',
        attachments: [ours, ours],
        metadata: { mediaTypes: ['image/jpeg', 'audio/ogg'] },
      }),
    ])
  })

  it('finds its thread although that is full', async () => {
    const participantIds = Array.from({ length: 200 }, (_, index) => `member-${index}`)
    const { threadId, guestId, phone } = await storeGuestThread({ participantIds })
    await inbound({ from: chatapp(phone), body: 'Hello' })
    expect(await storedMessages(threadId)).toEqual([expect.objectContaining({ authorId: guestId })])
  })
})

describe('an SMS from a guest', () => {
  it('is stored as one, and is no sign that chatapp works', async () => {
    const { threadId, guestId, phone } = await storeGuestThread()
    const messageSid = await inbound({ from: phone, body: 'Hello' })
    expect(await storedMessages(threadId)).toEqual([
      expect.objectContaining({
        messageId: messageSid,
        externalMessageId: messageSid,
        authorId: guestId,
        source: 'sms',
        type: 'sms-message',
      }),
    ])
    expect(await stored(`guests/${guestId}`)).not.toHaveProperty('lastChatappInboundAt')
  })
})

describe('the same provider message', () => {
  it('is stored once when it comes many times at once, and again', async () => {
    const { threadId, phone } = await storeGuestThread()
    const message = { from: chatapp(phone), body: 'Hello', messageSid: newSid() }
    await Promise.all(Array.from({ length: 6 }, () => inbound(message)))
    const before = await storedThread(threadId)
    expect(before).toMatchObject({ version: 1 })
    await inbound(message)
    expect(await storedMessages(threadId)).toHaveLength(1)
    expect(await storedThread(threadId)).toEqual(before)
  })

  it('many different ones at once are all stored, in one order', async () => {
    const { threadId, phone } = await storeGuestThread()
    const bodies = Array.from({ length: 8 }, (_, index) => `m${index}`)
    await Promise.all(bodies.map(body => inbound({ from: chatapp(phone), body })))
    const messages = await storedMessages(threadId)
    expect(new Set(messages.map(({ createdAt }) => createdAt)).size).toBe(8)
    expect(await storedThread(threadId)).toMatchObject({ lastMessage: messages.at(-1), version: 8 })
  })
})

describe('a message without a home is kept for somebody to look at', () => {
  const entryOf = (messageSid: string) => stored(`triage/${messageSid}`)

  it('from a number nobody knows, once', async () => {
    const message = { from: chatapp(uniquePhone()), body: 'Who am I?', messageSid: newSid() }
    for (let time = 0; time < 2; time += 1) await inbound(message)
    expect(await entryOf(message.messageSid)).toEqual({
      channel: 'chatapp',
      from: message.from.replace('whatsapp:', ''),
      profileName: 'Guest',
      body: 'Who am I?',
      attachments: [],
      reason: 'unknown-sender',
      receivedAt: expect.any(String),
      status: 'open',
    })
  })
})
