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
  post,
  sandbox,
  sendText,
  storedMessage,
  storedMessages,
  storedThread,
} from '../support/chat.ts'
import { db, signIn, uniqueId, update } from '../support/stack.ts'
import { localContentIds, postedTemplate, postTemplate, storeStay } from '../support/templates.ts'

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
  it('is stored with its text and values, and sent by its id at the provider', async () => {
    const { threadId, guestId, reservationId, phone, property } = await storeStay()
    const instructions = 'the key is in the blue box; code 1234.'
    const sent = { template: 'check-in-details', variables: { instructions } }
    const posted = await postedTemplate(threadId, staff, sent)
    const body = `Hello Maria Rossi, your stay at ${property} begins on 2026-07-03. How to get in: ${instructions} Reply to this message if anything is unclear.`
    const variables = { 1: 'Maria Rossi', 2: property, 3: '2026-07-03', 4: instructions }
    const filled = ['guest', 'property', 'arrival']
    const template = { name: 'check-in-details', variables, filled }
    expect(posted).toEqual({
      ...{ messageId: expect.any(String), threadId, authorId: staff.uid, createdAt: expect.any(String) },
      ...{ body, source: 'platform', type: 'chatapp-message', contentType: 'text' },
      delivery: { reservationId, status: 'pending', attempts: 0, template },
    })

    const message = await deliveryOf(threadId, posted.messageId, 'sent')
    const [accepted, ...others] = await acceptedBy(phone)
    expect(others).toEqual([])
    const content_sid = localContentIds['check-in-details']
    expect(accepted).toMatchObject({ sid: message.externalMessageId, content_sid })
    expect(JSON.parse(accepted.content_variables)).toEqual(variables)
    const thread = await storedThread(threadId)
    expect(thread.lastMessage).toMatchObject({ messageId: message.messageId, body })
    expect(thread.lastChatappMessageSentAt).toBeTruthy()
    expectAttention(thread, [guestId])
    const entries = await auditEntries(threadId)
    expect(entries.map(({ outcome, action }) => `${outcome} ${action}`)).toEqual(['success message.create'])
  })

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
    ['never wrote', undefined],
    ['wrote an hour ago', 1],
    ['wrote two days ago', 48],
  ])('goes out to a guest who %s', async (_what, hours) => {
    const { threadId, guestId, phone } = await storeStay()
    if (hours !== undefined) await guestWrote(guestId, hours)
    await askForReply(threadId)
    expect(await acceptedBy(phone)).toHaveLength(1)
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

  it.each([
    ['its variables', 21656],
    ['its id', 21655],
    ['the wanted language', 63027],
  ])('that the provider refuses for %s has failed, as a matter for engineering', async (_what, code) => {
    const { threadId, guestId, reservationId } = await storeStay()
    const body = { code, message: 'refused', status: 400 }
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

  it('many times at once is stored once', async () => {
    const { threadId, phone } = await storeStay()
    const messageId = uniqueId('m')
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(threadId, messageId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), 201])
    expect(await storedMessages(threadId)).toHaveLength(1)
    await deliveryOf(threadId, messageId, 'sent')
    expect(await acceptedBy(phone)).toHaveLength(1)
  })

  it('with other values, another template, or as typed text is a conflict', async () => {
    const { threadId } = await storeStay()
    const messageId = uniqueId('m')
    const first = await send(threadId, messageId, { variables: { guest: 'Tom' } })
    expect(first.status).toBe(201)
    const typed = { body: first.body.body, type: 'chatapp-message', messageId }
    for (const again of [
      await send(threadId, messageId, { variables: { guest: 'Maria' } }),
      await send(threadId, messageId),
      await send(threadId, messageId, { template: 'booking-confirmation', variables: { guest: 'Tom' } }),
      await post(threadId, staff, typed),
    ])
      expectProblem(again, 409, 'message-conflict')
    expect(await storedMessage(threadId, messageId)).toMatchObject({ body: first.body.body })
  })
})

describe('a template message that is not taken', () => {
  it('by anybody but staff is forbidden, and that is audited', async () => {
    const { threadId, guestId } = await storeStay()
    const users = await Promise.all(
      [{}, { role: 'service' }, { role: 'landlord' }, { uid: guestId }].map(signIn),
    )
    for (const user of users) {
      const answer = await expectAuditedRefusal(threadId, '403 forbidden', () =>
        postTemplate(threadId, user, { template: 'reply-request' }),
      )
      expect(answer.text).not.toContain('Maria')
    }
    const entries = await auditEntries(threadId)
    expect(entries.map(({ actorId, outcome }) => [actorId, outcome]).sort()).toEqual(
      users.map(({ uid }) => [uid, 'failure']).sort(),
    )
    const answer = await postTemplate(threadId, undefined, { template: 'reply-request' })
    expectProblem(answer, 401, 'unauthenticated')
  })

  it('to a thread that is not there', async () => {
    const answer = await postTemplate(uniqueId('nowhere'), staff, { template: 'reply-request' })
    expectProblem(answer, 404, 'thread-not-found')
    const all = { template: 'reply-request', variables: { guest: 'Maria', property: 'Casa' } }
    expectProblem(await postTemplate(uniqueId('nowhere'), staff, all), 404, 'thread-not-found')
  })

  it.each<[string, unknown, string[]]>([
    ['another template', { template: 'greeting', variables: {} }, ['template']],
    ['another variable', { template: 'reply-request', variables: { link: 'x' } }, ['variables']],
    ['a line break', { template: 'reply-request', variables: { guest: 'a\nb' } }, ['variables.guest']],
    ['a text beside it', { template: 'reply-request', variables: {}, body: 'x' }, ['']],
    ['nothing', {}, ['template']],
  ])('with %s', async (_what, body, places) => {
    const { threadId } = await storeStay()
    const answer = await expectRefused(threadId, '400 validation-failed', () =>
      postTemplate(threadId, staff, body),
    )
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(places)
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
