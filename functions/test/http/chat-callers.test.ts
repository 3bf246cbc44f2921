import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import {
  auditEntries,
  claimed,
  deliveryOf,
  expectAttention,
  expectUnchanged,
  forwardsOf,
  inbound,
  indexed,
  post,
  posted,
  sandbox,
  storedMessage,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { expectProblem, signIn, sweep, type User, uniqueId, update } from '../support/stack.ts'
import { localContentIds, postedTemplate, storeStay } from '../support/templates.ts'

// Every caller of "create message" that the specification names leaves the same traces.
const [staff, landlord, otaService] = await Promise.all([
  signIn({ role: 'operations' }),
  signIn({ role: 'landlord' }),
  signIn({ role: 'service' }),
])

/** The thread of a guest's stay, with the landlord in it. */
async function home() {
  const stay = await storeStay()
  const participantIds = [stay.guestId, landlord.uid]
  await update(`threads/${stay.threadId}`, { participantIds })
  return { ...stay, participantIds }
}

/** Runs every job that could still bring a message to somebody. */
const sweepAll = () => sweep('workdue', 'sweepinbound')

/** The sends that the provider was asked for, to that number. */
const sendsTo = async (phone: string) =>
  (await sandbox().requests('twilio'))
    .filter(({ method, body }) => method === 'POST' && body?.To?.endsWith(phone))
    .map(({ body }) => body)

interface PostTraces {
  /** The stored message but for id, thread and time. */
  message: { authorId: string; body: string; source: string; type: string; [field: string]: unknown }
  participantIds: string[]
  attention: string[]
  isOurChatapp?: boolean
  /** The user whom the audit log names; nobody for a message of a guest. */
  audited?: User
}

/** Checks message, thread, attention, audit and search record, and that no other vendor was called. */
async function expectLeft(threadId: string, messageId: string, left: PostTraces): Promise<void> {
  const { message, participantIds, attention, audited } = left
  const { authorId, body, source, type } = message
  const common = { messageId, contentType: 'text', createdAt: expect.any(String) }
  const stored = await storedMessage(threadId, messageId)
  expect(stored).toEqual({ ...common, threadId, ...message })

  const thread = await storedThread(threadId)
  const summary = { messageId, authorId, body, source, type, createdAt: stored.createdAt }
  expect(thread).toMatchObject({ lastMessage: summary, lastPublicMessage: summary, participantIds })
  expect(thread.updatedAt).toBe(stored.createdAt)
  expect(thread.selfJoinedIds ?? []).toEqual([])
  expectAttention(thread, attention)
  const sentAt = thread.lastChatappMessageSentAt
  expect(left.isOurChatapp ? sentAt >= stored.createdAt : sentAt === undefined).toBe(true)

  const entries = await auditEntries(threadId)
  const metadata = { threadId, type, source, attachmentCount: 0 }
  const action = { action: 'message.create', outcome: 'success', targetType: 'message', targetId: messageId }
  const entry = { ...action, actorId: audited?.uid, userAgent: 'node', metadata }
  expect(entries).toEqual(audited ? [expect.objectContaining(entry)] : [])
  const record = await indexed(threadId, { version: thread.version + 1, lastMessage: summary })
  expect(record).toMatchObject({ participantIds, updatedAt: Date.parse(thread.updatedAt) })
  expect(record.needsAttention.sort()).toEqual(attention.toSorted())
  expect(await forwardsOf(threadId)).toEqual([])
  expect(JSON.stringify(await sandbox().requests('sendgrid'))).not.toContain(threadId)
}

const sent = (reservationId: string, phone: string) => ({
  reservationId,
  status: 'sent',
  attempts: 1,
  ...claimed(phone),
  dueAt: expect.any(String),
  dueShard: expect.any(Number),
})

describe('the dashboard', () => {
  it('posts a message that only the people of the thread see', async () => {
    const { threadId, guestId, participantIds, phone } = await home()
    const text = uniqueText()
    const body = await posted(threadId, staff, { body: text })
    await sweepAll()
    await expectLeft(threadId, body.messageId, {
      message: { authorId: staff.uid, body: text, source: 'platform', type: 'message' },
      participantIds: [...participantIds, staff.uid],
      attention: [guestId, landlord.uid],
      audited: staff,
    })
    expect(await sendsTo(phone)).toEqual([])
  })

  it.each([
    ['staff', 'chatapp-message', 'whatsapp:'],
    ['staff', 'sms-message', ''],
    ['landlord', 'chatapp-message', 'whatsapp:'],
    ['landlord', 'sms-message', ''],
  ])('writes to the guest as %s by %s', async (who, type, prefix) => {
    const author = who === 'staff' ? staff : landlord
    const { threadId, guestId, reservationId, participantIds, phone } = await home()
    const text = uniqueText()
    const body = await posted(threadId, author, { body: text, type })
    const { externalMessageId } = await deliveryOf(threadId, body.messageId, 'sent')
    await sweepAll()
    const standing = who === 'landlord' ? { byMember: true } : {}
    const delivery = { ...sent(reservationId, phone), ...standing }
    await expectLeft(threadId, body.messageId, {
      message: {
        authorId: author.uid,
        body: text,
        source: 'platform',
        type,
        externalMessageId: expect.stringMatching(/^SM[0-9a-f]{32}$/),
        delivery,
      },
      participantIds: [...new Set([...participantIds, author.uid])],
      attention: [guestId, landlord.uid].filter(id => id !== author.uid),
      isOurChatapp: type === 'chatapp-message',
      audited: author,
    })
    expect(await sendsTo(phone)).toEqual([expect.objectContaining({ To: prefix + phone, Body: text })])
    const { messages } = await sandbox().state('twilio')
    expect(messages.find(({ sid }: { sid: string }) => sid === externalMessageId).body).toBe(text)
  })

  it('sends a template', async () => {
    const { threadId, guestId, reservationId, participantIds, phone, property } = await home()
    const body = await postedTemplate(threadId, staff, { template: 'reply-request', variables: {} })
    await deliveryOf(threadId, body.messageId, 'sent')
    await sweepAll()
    const variables = { 1: 'Maria Rossi', 2: property }
    await expectLeft(threadId, body.messageId, {
      message: {
        authorId: staff.uid,
        body: `Hello Maria Rossi, we have news about your stay at ${property}. Please reply to this message, and we will tell you more.`,
        source: 'platform',
        type: 'chatapp-message',
        externalMessageId: expect.stringMatching(/^SM[0-9a-f]{32}$/),
        delivery: {
          ...sent(reservationId, phone),
          template: { name: 'reply-request', variables, filled: ['guest', 'property'] },
        },
      },
      participantIds: [...participantIds, staff.uid],
      attention: [guestId, landlord.uid],
      isOurChatapp: true,
      audited: staff,
    })
    const [send, ...others] = await sendsTo(phone)
    expect(others).toEqual([])
    expect(send).toMatchObject({
      To: `whatsapp:${phone}`,
      ContentSid: localContentIds['reply-request'],
      ContentVariables: JSON.stringify(variables),
    })
    expect(send).not.toHaveProperty('Body')
  })
})

describe('the inbound webhook', () => {
  it.each([
    ['whatsapp:', 'chatapp', 'chatapp-message'],
    ['', 'sms', 'sms-message'],
  ])('stores what a guest wrote from "%s…"', async (prefix, source, type) => {
    const { threadId, guestId, participantIds, phone } = await home()
    const text = uniqueText()
    const messageSid = await inbound({ from: prefix + phone, body: text })
    await sweepAll()
    await expectLeft(threadId, messageSid, {
      message: { authorId: guestId, body: text, source, type, externalMessageId: messageSid },
      participantIds,
      attention: [landlord.uid],
    })
    expect(await sendsTo(phone)).toEqual([])
  })
})

describe('an OTA automation', () => {
  it.each(['message', 'chatapp-message', 'sms-message'])(
    'stores as %s what the OTA has sent, under the OTA’s id, once and without sending it',
    async type => {
      const { threadId, guestId, participantIds, phone } = await home()
      const [text, externalMessageId] = [uniqueText(), uniqueId('ota')]
      const reply = { body: text, source: 'booking', type, externalMessageId, messageId: uniqueId('booking') }
      const first = await post(threadId, otaService, reply)
      expect(first.status).toBe(201)
      const again = await expectUnchanged(threadId, () => post(threadId, otaService, reply))
      expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body })
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      await sweepAll()
      await expectLeft(threadId, reply.messageId, {
        message: { authorId: otaService.uid, body: text, source: 'booking', type, externalMessageId },
        participantIds: [...participantIds, otaService.uid],
        attention: [guestId, landlord.uid],
        isOurChatapp: type === 'chatapp-message',
        audited: otaService,
      })
      expect(await sendsTo(phone)).toEqual([])
      const other = await post(threadId, otaService, { ...reply, externalMessageId: uniqueId('ota') })
      expectProblem(other, '409 message-conflict')
    },
  )
})

describe('the support chat', () => {
  const supportThread = () =>
    storeThread({ source: 'support', participantIds: [landlord.uid, 'colleague'], version: 0 })

  it.each([
    ['staff', true],
    ['the landlord', false],
  ])('takes a message of %s; an e-mail falls due: %s', async (who, isDue) => {
    const [author, threadId, text] = [who === 'staff' ? staff : landlord, await supportThread(), uniqueText()]
    const body = await posted(threadId, author, { body: text })
    await sweepAll()
    await expectLeft(threadId, body.messageId, {
      message: { authorId: author.uid, body: text, source: 'platform', type: 'message' },
      participantIds: [...new Set([landlord.uid, 'colleague', author.uid])],
      attention: [landlord.uid, 'colleague'].filter(id => id !== author.uid),
      audited: author,
    })
    const { supportNotificationDueAt: dueAt } = await storedThread(threadId)
    expect(dueAt && Date.parse(dueAt) - Date.parse(body.createdAt)).toBe(isDue ? 600_000 : undefined)
    expect(JSON.stringify(await sandbox().requests('twilio'))).not.toContain(text)
  })
})
