import { afterEach, describe, expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import {
  acceptedOf,
  deliveryOf,
  expectRefused,
  expectUnchanged,
  failNextSend,
  post,
  posted,
  sandbox,
  sendsOf,
  storedMessage,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { newSid, postForm, signatureOf } from '../support/inbound.ts'
import { expectProblem, fromStack, signIn, uniqueId } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })
const webhook = '/webhooks/twilio/status'

afterEach(() => sandbox().clearFaults())

/** Posts a text that is to be sent, and waits until its delivery has that status. */
async function sendText(threadId: string, type = 'chatapp-message', status = 'sent') {
  const text = uniqueText()
  const { messageId } = await posted(threadId, staffMember, { body: text, type })
  await deliveryOf(threadId, messageId, status)
  return { text, messageId }
}

/** A message that the provider has, and the address for its status callbacks. */
async function sentMessage(phone?: string) {
  const { threadId, guestId } = await storeGuestThread({}, phone)
  const { text, messageId } = await sendText(threadId)
  const [{ sid, to, status_callback: callback }] = await acceptedOf(text)
  const { pathname, search } = new URL(callback)
  return { threadId, guestId, messageId, text, sid, to, target: pathname + search }
}
type Sent = Awaited<ReturnType<typeof sentMessage>>

const statusForm = (sid: string, status: string, more: Record<string, string | string[]> = {}) => ({
  MessageSid: sid,
  MessageStatus: status,
  SmsStatus: status,
  AccountSid: 'AC00000000000000000000000000000000',
  ...more,
})
type Form = ReturnType<typeof statusForm>

const tell = (form: Form, target: string, signature = signatureOf(form, undefined, addressOf(target))) =>
  postForm(form, signature, target)
const addressOf = (target: string): string => fromStack('API_URL') + target

const messageOf = ({ threadId, messageId }: Sent) => storedMessage(threadId, messageId)

/** Checks that the report is answered and changes nothing. */
async function expectPassedOver({ threadId }: Sent, ask: () => Promise<{ status: number }>): Promise<void> {
  expect((await expectUnchanged(threadId, ask)).status).toBe(204)
}
/** Checks that the report of a delivery is answered and stored. */
async function expectDelivered(sent: Sent, form: Form, target = sent.target): Promise<void> {
  expect(await tell(form, target)).toMatchObject({ status: 204, text: '' })
  expect((await messageOf(sent)).delivery.status).toBe('delivered')
}

describe('a status report of a send', () => {
  it('is stored before it is answered, and leaves the thread as it was', async () => {
    const sent = await sentMessage()
    const { threadId, sid } = sent
    const thread = await storedThread(threadId)
    for (const status of ['sent', 'delivered', 'read']) {
      expect(await sandbox().tell({ sid, status })).toMatchObject({ status: 204, body: '' })
      expect(await messageOf(sent)).toMatchObject({ externalMessageId: sid, delivery: { status } })
    }
    expect(await storedThread(threadId)).toEqual(thread)
  })

  it('finds the message by the address when the answer to the send was lost', async () => {
    const { threadId } = await storeGuestThread()
    await failNextSend({ mode: 'processed-then-reset' })
    const { text, messageId } = await sendText(threadId, 'sms-message', 'unknown')
    const [{ sid }] = await acceptedOf(text)
    await sandbox().tell({ sid, status: 'delivered' })
    const message = await storedMessage(threadId, messageId)
    expect(message).toMatchObject({ externalMessageId: sid, delivery: { status: 'delivered', attempts: 1 } })
    expect(message.delivery).not.toHaveProperty('failure')
  })

  it('finds the message by its id where the address says nothing', async () => {
    const sent = await sentMessage()
    await expectDelivered(sent, statusForm(sent.sid, 'delivered'), webhook)
  })

  it('with an unknown status changes nothing', async () => {
    const sent = await sentMessage()
    await expectPassedOver(sent, () => tell(statusForm(sent.sid, 'constructor'), sent.target))
  })
})

describe('a status callback that is signed', () => {
  it('for that form and address is taken once, also when it is replayed', async () => {
    const sent = await sentMessage()
    const form = statusForm(sent.sid, 'delivered', { ChannelPrefix: 'whatsapp', New: 'ünïcödé 🔑' })
    await expectDelivered(sent, form)
    await expectPassedOver(sent, () => tell(form, sent.target))
  })

  it.each(['MessageSid', 'MessageStatus'])('with %s twice is refused and changes nothing', async key => {
    const sent = await sentMessage()
    const form = { ...statusForm(sent.sid, 'failed'), [key]: [sent.sid, 'delivered'] }
    const answer = () => postForm(form, signatureOf(form, undefined, addressOf(sent.target)), sent.target)
    await expectRefused(sent.threadId, '400 validation-failed', answer)
  })

  it('with an unread key twice is taken', async () => {
    const sent = await sentMessage()
    await expectDelivered(sent, statusForm(sent.sid, 'delivered', { ChannelStatus: ['a', 'b'] }))
  })

  it.each(['', 'SM1', '../x', '__proto__', `XX${'0'.repeat(32)}`])('about %j is refused', async sid => {
    expectProblem(await tell(statusForm(sid, 'sent'), webhook), '400 validation-failed')
  })
})

describe('a status callback about a message that is not ours', () => {
  it('is answered and forgotten', async () => {
    expect((await tell(statusForm(newSid(), 'delivered'), webhook)).status).toBe(204)
    expect((await sandbox().tell({ sid: newSid(), status: 'failed', errorCode: 30003 })).status).toBe(204)
    const nowhere = { thread: uniqueId('thread'), message: uniqueId('m'), claim: 'c' }
    const target = `${webhook}?${new URLSearchParams(nowhere)}`
    expect((await tell(statusForm(newSid(), 'delivered'), target)).status).toBe(204)
    expect(await storedThread(nowhere.thread)).toBeUndefined()
  })

  it('changes no message that has another id', async () => {
    const sent = await sentMessage()
    await expectPassedOver(sent, () => tell(statusForm(newSid(), 'failed'), sent.target))
  })

  it.each([
    'thread=__x__&message=m&claim=c',
    'thread=a%2Fb&message=..&claim=',
    'thread%5B%5D=a&message=b&claim=c',
    'thread=a&thread=b&message=c&claim=d',
  ])('is answered when the address ends in %s', async query => {
    expect((await tell(statusForm(newSid(), 'delivered'), `${webhook}?${query}`)).status).toBe(204)
  })
})

it('a chatapp message is never sent after its `sendUntil`', async () => {
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
