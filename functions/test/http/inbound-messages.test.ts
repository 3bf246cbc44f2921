import { describe, expect, it } from 'vitest'
import { storeGuestThread, uniquePhone } from '../support/builders.ts'
import { chatapp, inbound, sandbox, stored, storedMessages, storedThread } from '../support/chat.ts'
import { newSid } from '../support/inbound.ts'
import { update } from '../support/stack.ts'

describe('a chatapp message from a guest', () => {
  it('is stored in the thread of the stay, which the guest joins', async () => {
    const { threadId, guestId, phone } = await storeGuestThread({ version: 1 })
    await update(`threads/${threadId}`, { participantIds: ['host'] })
    const { status, body, messageSid } = await sandbox().inbound({ from: chatapp(phone), body: 'Hello' })
    expect(status).toBe(200)
    expect(body).toMatch(/<Response><\/Response>$/)
    const thread = await storedThread(threadId)
    expect(thread).toMatchObject({
      lastMessage: { messageId: messageSid },
      participantIds: ['host', guestId],
      guestName: 'Maria Rossi',
      version: 2,
    })
    expect((await stored(`guests/${guestId}`)).lastChatappInboundAt).toBe(thread.updatedAt)
    expect(await stored(`inboundMessages/${messageSid}`)).toMatchObject({ threadId, messageId: messageSid })
  })

  it.each(['🏖', '漢', '%'])('may be as long as a text of %s can be, and is cut', async character => {
    const { threadId, phone } = await storeGuestThread()
    await inbound({ from: chatapp(phone), body: character.repeat(65_536 / character.length) })
    const [message] = await storedMessages(threadId)
    expect(message?.body).toMatch(new RegExp(`^${character}{4999,}…$`, 'u'))
  })

  it('finds its thread although the thread is full', async () => {
    const participantIds = Array.from({ length: 200 }, (_, index) => `member-${index}`)
    const { threadId, guestId, phone } = await storeGuestThread({ participantIds })
    await inbound({ from: chatapp(phone), body: 'Hello' })
    expect(await storedMessages(threadId)).toEqual([expect.objectContaining({ authorId: guestId })])
  })
})

describe('a message without a thread waits in triage', () => {
  const entryOf = (messageSid: string) => stored(`triage/${messageSid}`)

  it('once, from an unknown number', async () => {
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
