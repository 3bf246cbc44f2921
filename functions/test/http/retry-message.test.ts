import { afterEach, describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import {
  acceptedOf,
  auditEntries,
  deliveryOf,
  eventually,
  expectUnchanged,
  failNextSend,
  posted,
  sandbox,
  sendsOf,
  storedMessage,
  uniqueText,
} from '../support/chat.ts'
import { type Answer, call, expectProblem, signIn, uniqueId } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })

afterEach(() => sandbox().clearFaults())

interface Ref {
  threadId: string
  messageId: string
}

const retry = ({ threadId, messageId }: Ref) =>
  call('POST', `/chat/threads/${threadId}/messages/${messageId}/retry`, { token: staffMember.token })

const retriesIn = async (threadId: string) =>
  (await auditEntries(threadId)).filter(
    ({ action, outcome }) => action === 'message.retry' && outcome === 'success',
  )

async function postedText(type = 'chatapp-message') {
  const [{ threadId }, text] = [await storeGuestThread(), uniqueText()]
  const { messageId }: Ref = await posted(threadId, staffMember, { body: text, type })
  return { threadId, messageId, text }
}

/** A message that the provider took and then could not deliver. */
async function failedMessage() {
  const message = await postedText()
  const { externalMessageId: sid } = await deliveryOf(message.threadId, message.messageId, 'sent')
  await sandbox().tell({ sid, status: 'undelivered', errorCode: 30008 })
  await deliveryOf(message.threadId, message.messageId, 'failed')
  return { ...message, sid }
}

/** A message of which nobody knows whether the provider has it. */
async function unknownMessage(mode: 'reset' | 'processed-then-reset') {
  await failNextSend({ mode })
  const message = await postedText()
  await deliveryOf(message.threadId, message.messageId, 'unknown')
  return message
}

/** Checks that a retry is refused, and changes nothing but the audit log. */
async function refusedRetry(message: Ref): Promise<void> {
  expectNotRetryable(await expectUnchanged(message.threadId, () => retry(message), { audited: true }))
}

function expectNotRetryable(answer: Answer): void {
  expectProblem(answer, '409 not-retryable')
  expect(answer.body.nextAction).toMatch(/^[A-Z].+\.$/)
}

describe('a message that failed', () => {
  it('is really sent again', async () => {
    const failed = await failedMessage()
    const { threadId, messageId, text, sid } = failed
    const answer = await retry(failed)
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 202, text: '' })
    const message = await deliveryOf(threadId, messageId, 'sent')
    const sids = (await acceptedOf(text)).map(accepted => accepted.sid)
    expect(sids).toEqual([sid, message.externalMessageId])
    expect(message.delivery).toMatchObject({ attempts: 1, replacedIds: [sid] })
    expect(message.delivery).not.toHaveProperty('failure')

    const entry = { outcome: 'success', actorId: staffMember.uid, targetType: 'message', targetId: messageId }
    expect(await retriesIn(threadId)).toMatchObject([{ ...entry, metadata: { threadId } }])
  })

  it('can fail and be sent again more than once', async () => {
    const failed = await failedMessage()
    await retry(failed)
    const { externalMessageId } = await deliveryOf(failed.threadId, failed.messageId, 'sent')
    await sandbox().tell({ sid: externalMessageId, status: 'failed', errorCode: 30003 })
    expect((await retry(failed)).status).toBe(202)
    const message = await deliveryOf(failed.threadId, failed.messageId, 'sent')
    expect(message.delivery.replacedIds).toEqual([failed.sid, externalMessageId])
    expect(await acceptedOf(failed.text)).toHaveLength(3)
    expect(await retriesIn(failed.threadId)).toHaveLength(2)
  })
})

describe('a message of unknown outcome', () => {
  it('is not sent again if the provider has it after all', async () => {
    const unknown = await unknownMessage('processed-then-reset')
    expectNotRetryable(await retry(unknown))
    const [accepted] = await acceptedOf(unknown.text)
    expect(await storedMessage(unknown.threadId, unknown.messageId)).toMatchObject({
      externalMessageId: accepted.sid,
      delivery: { status: 'sent' },
    })
    expect(await sendsOf(unknown.text)).toHaveLength(1)
    expect(await retriesIn(unknown.threadId)).toEqual([])
  })

  it('is sent if the provider does not have it', async () => {
    const unknown = await unknownMessage('reset')
    expect((await retry(unknown)).status).toBe(202)
    await deliveryOf(unknown.threadId, unknown.messageId, 'sent')
    expect(await acceptedOf(unknown.text)).toHaveLength(1)
    expect(await retriesIn(unknown.threadId)).toHaveLength(1)
  })
})

describe('a message that needs no retry', () => {
  it.each(['sent', 'delivered', 'read'])('because it was %s is left as it is', async status => {
    const message = await postedText()
    const { externalMessageId: sid } = await deliveryOf(message.threadId, message.messageId, 'sent')
    await sandbox().tell({ sid, status })
    await refusedRetry(message)
    expect(await sendsOf(message.text)).toHaveLength(1)
  })

  it('because it waits for its turn is left as it is', async () => {
    await failNextSend({ mode: 'status', status: 429 })
    const message = await postedText()
    await eventually(
      () => storedMessage(message.threadId, message.messageId),
      ({ delivery }) => expect(delivery).toMatchObject({ status: 'pending', attempts: 1 }),
    )
    expectNotRetryable(await retry(message))
    expect(await retriesIn(message.threadId)).toEqual([])
  })

  it('because it goes to no provider is left as it is', async () => {
    await refusedRetry(await postedText('message'))
  })
})

describe('a retry', () => {
  it('of an unknown message is not found', async () => {
    for (const threadId of [await storeThread(), uniqueId('thread')])
      expectProblem(await retry({ threadId, messageId: uniqueId('m') }), '404 not-found')
  })
})
