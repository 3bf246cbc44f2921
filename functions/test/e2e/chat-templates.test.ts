import { afterEach, describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import {
  acceptedBy,
  auditEntries,
  deliveryOf,
  expectAttention,
  expectAuditedRefusal,
  expectProblem,
  expectRefused,
  expectUnchanged,
  failNextSend,
  sandbox,
  sendText,
  storedThread,
} from '../support/chat.ts'
import { db, signIn, uniqueId, update } from '../support/stack.ts'
import { postedTemplate, postTemplate, storeStay } from '../support/templates.ts'

const staff = await signIn({ role: 'support' })

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const guestWrote = (guestId: string, hours: number) =>
  update(`guests/${guestId}`, { lastChatappInboundAt: hoursAgo(hours) })

/** A template that asks for a reply, and what became of its delivery. */
async function askForReply(threadId: string, status = 'sent') {
  const posted = await postedTemplate(threadId, staff, { template: 'reply-request' })
  return { posted, message: await deliveryOf(threadId, posted.messageId, status) }
}

afterEach(() => sandbox().clearFaults())

describe('a template message', () => {
  it('takes the values that are given before those on record, as they stand', async () => {
    const { threadId, property } = await storeStay()
    const guest = '{property} $& "M."'
    const sent = { template: 'reply-request', variables: { guest } }
    const { body } = await postedTemplate(threadId, staff, sent)
    expect(body).toBe(
      `Hello ${guest}, we have news about your stay at ${property}. Please reply to this message, and we will tell you more.`,
    )
  })

  it.each([
    ['free text no longer does', undefined],
    ['the provider itself asks for one', '+15005550010'],
  ])('goes where %s', async (_what, magic) => {
    const { threadId, guestId, phone } = await storeStay(magic)
    if (!magic) await guestWrote(guestId, 25)
    const { message: refused } = await sendText(threadId, staff, 'chatapp-message', 'failed')
    expect(refused.delivery.failure.code).toBe('template-required')
    await askForReply(threadId)
    if (!magic) expect(await acceptedBy(phone)).toHaveLength(1)
  })

  it('does not go to a guest who has opted out', async () => {
    const { threadId, guestId, phone } = await storeStay()
    await update(`guests/${guestId}`, { optedOut: { chatapp: hoursAgo(1) } })
    const { message } = await askForReply(threadId, 'failed')
    expect(message.delivery).toMatchObject({ attempts: 0, failure: { code: 'opted-out' } })
    expect(await acceptedBy(phone)).toEqual([])
  })

  it('that the provider refuses has failed, as a matter for engineering', async () => {
    const { threadId, guestId, reservationId } = await storeStay()
    const body = { code: 21656, message: 'refused', status: 400 }
    await failNextSend({ mode: 'status', status: 400, body })
    const { posted, message } = await askForReply(threadId, 'failed')
    expect(message.delivery).toMatchObject({
      reservationId,
      template: posted.delivery.template,
      failure: { code: 'provider-rejected', nextAction: expect.stringContaining('engineering') },
    })
    expectAttention(await storedThread(threadId), [guestId, staff.uid])
  })
})

describe('the same template message again', () => {
  const send = (threadId: string, messageId: string, fields: object = {}) =>
    postTemplate(threadId, staff, { template: 'reply-request', variables: {}, messageId, ...fields })

  it('is answered with the same document and sent once', async () => {
    const { threadId, phone } = await storeStay()
    const messageId = uniqueId('m')
    const first = await send(threadId, messageId)
    expect(first.status).toBe(201)
    await deliveryOf(threadId, messageId, 'sent')
    const again = await expectUnchanged(threadId, () => send(threadId, messageId))
    expect(again.status).toBe(200)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(await acceptedBy(phone)).toHaveLength(1)
  })

  it('is the same although the record of the stay has changed since', async () => {
    const { threadId, guestId, propertyId } = await storeStay()
    const messageId = uniqueId('m')
    const first = await send(threadId, messageId)
    await update(`guests/${guestId}`, { name: 'Maria Bianchi' })
    await db().doc(`properties/${propertyId}`).delete()
    const again = await send(threadId, messageId)
    expect(again.status).toBe(200)
    expect(again.body.body).toBe(first.body.body)
  })
})

describe('a template message that is not taken', () => {
  it('by anybody but staff is forbidden, and that is audited', async () => {
    const { threadId, guestId } = await storeStay()
    const guest = await signIn({ uid: guestId })
    const answer = await expectAuditedRefusal(threadId, '403 forbidden', () =>
      postTemplate(threadId, guest, { template: 'reply-request' }),
    )
    expect(answer.text).not.toContain('Maria')
    expect(await auditEntries(threadId)).toMatchObject([{ actorId: guestId, outcome: 'failure' }])
  })

  it('to a thread that is not there', async () => {
    const answer = await postTemplate(uniqueId('nowhere'), staff, { template: 'reply-request' })
    expectProblem(answer, 404, 'thread-not-found')
    const all = { template: 'reply-request', variables: { guest: 'Maria', property: 'Casa' } }
    expectProblem(await postTemplate(uniqueId('nowhere'), staff, all), 404, 'thread-not-found')
  })

  it('with a value of two lines', async () => {
    const { threadId } = await storeStay()
    const body = { template: 'reply-request', variables: { guest: 'a\nb' } }
    const answer = await expectRefused(threadId, '400 validation-failed', () =>
      postTemplate(threadId, staff, body),
    )
    expect(answer.body.errors).toMatchObject([{ path: 'variables.guest' }])
  })

  it('without what is not known either names each of them', async () => {
    const threadId = await storeThread()
    const send = (variables: object) =>
      postTemplate(threadId, staff, { template: 'check-in-details', variables })
    const namesOf = async (variables: object) => {
      const answer = await expectAuditedRefusal(threadId, '400 validation-failed', () => send(variables))
      return answer.body.errors.map(({ path }: { path: string }) => path)
    }
    const all = ['variables.guest', 'variables.property', 'variables.arrival', 'variables.instructions']
    expect(await namesOf({})).toEqual(all)
    expect(await namesOf({ property: 'Casa', instructions: 'x' })).toEqual([all[0], all[2]])
    const { status } = await send({ guest: 'M', property: 'Casa', arrival: '1 July', instructions: 'x' })
    expect(status).toBe(201)
  })
})
