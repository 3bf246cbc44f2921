import { describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import { deliveryOf, expectProblem, post, uniqueText } from '../support/chat.ts'
import { threadOf } from '../support/reading.ts'
import { type Answer, call, signIn, type User, update } from '../support/stack.ts'
import { postTemplate, storeStay } from '../support/templates.ts'

const staff = await signIn({ role: 'support' })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

const ask = (threadId: string, { token }: User, query = '') =>
  call('GET', `${threadOf(threadId)}${query}`, { token })
const reachabilityOf = async (threadId: string, user = staff, query = '') => {
  const answer = await ask(threadId, user, query)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.reachability
}

type Json = Record<string, unknown>

describe('reachability', () => {
  it('of a guest who has not written yet is told to staff with the templates', async () => {
    const { threadId, property } = await storeStay()
    const { templates, ...reachability } = await reachabilityOf(threadId)
    expect(reachability).toEqual({
      chatapp: {
        reachable: true,
        reason: null,
        optedOut: false,
        numberValid: true,
        windowClosesAt: null,
        windowOpen: null,
        templatesAllowed: true,
      },
      sms: { reachable: true, reason: null, optedOut: false, numberValid: true, segments: null },
      ota: {
        reachable: false,
        reason: {
          code: 'not-reachable',
          detail: expect.stringContaining('no booking of an OTA'),
          nextAction: expect.any(String),
        },
        optedOut: false,
        numberValid: null,
        provider: null,
        windowClosesAt: null,
        conversation: false,
      },
      lastUsed: null,
      guest: { name: 'Maria Rossi' },
    })
    const template = templates.find(({ name }: Json) => name === 'review-request')
    expect(template).toEqual({
      name: 'review-request',
      text: expect.stringContaining('{link}'),
      variables: [
        { name: 'guest', value: 'Maria Rossi' },
        { name: 'property', value: property },
        { name: 'link', value: null },
      ],
    })
  })

  it('is told to a participant without the templates', async () => {
    const member = await signIn()
    const { threadId } = await storeGuestThread({ participantIds: [member.uid] })
    const reachability = await reachabilityOf(threadId, member)
    expect(Object.keys(reachability).sort()).toEqual(['chatapp', 'guest', 'lastUsed', 'ota', 'sms'])
  })

  it('holds no address, for whomever', async () => {
    const member = await signIn()
    const stay = await storeGuestThread({ participantIds: [member.uid] })
    const { threadId, guestId, phone } = stay
    const id = 'US.13491208655302741918'
    const addresses = { addresses: [id, '+4915199999999'], lastChatappAddress: id }
    await update(`guests/${guestId}`, { ...addresses, lastChatappInboundAt: hoursAgo(1) })
    for (const user of [staff, member]) {
      const { text } = await ask(threadId, user, '?text=Hello')
      for (const address of [phone, ...addresses.addresses]) expect(text).not.toContain(address.slice(3))
    }
  })

  it.each<[string, Json]>([
    ['whose window has closed', { lastChatappInboundAt: hoursAgo(30) }],
    ['who has opted out', { optedOut: { chatapp: hoursAgo(1), sms: hoursAgo(1) } }],
    ['without a number', { phone: null }],
    ['with a number that is none', { phone: '+4915' }],
    ['with everything in order', { name: 'Maria' }],
  ])('of a guest %s says what a send then comes to', async (_what, fields) => {
    const { threadId, guestId } = await storeStay()
    await update(`guests/${guestId}`, fields)
    const { chatapp, sms } = await reachabilityOf(threadId)
    const failureOf = async (answer: Answer, reachable: boolean) => {
      expect(answer.status).toBe(201)
      const status = reachable ? 'sent' : 'failed'
      const { delivery } = await deliveryOf(threadId, answer.body.messageId, status)
      return delivery.failure ?? null
    }
    const send = (type: string) => post(threadId, staff, { body: uniqueText(), type })
    expect(await failureOf(await send('chatapp-message'), chatapp.reachable)).toEqual(chatapp.reason)
    expect(await failureOf(await send('sms-message'), sms.reachable)).toEqual(sms.reason)
    const template = await postTemplate(threadId, staff, { template: 'reply-request' })
    await failureOf(template, chatapp.templatesAllowed)
  })

  it('in a thread of support with a landlord is by no way to a guest, for whomever', async () => {
    const landlord = await signIn({ role: 'landlord' })
    const threadId = await storeThread({ source: 'support', participantIds: [landlord.uid] })
    for (const user of [staff, landlord]) {
      const { chatapp, sms, ota, guest, templates } = await reachabilityOf(threadId, user)
      expect({ guest, templates }).toEqual({ guest: null, templates: user === staff ? [] : undefined })
      expect(chatapp.templatesAllowed).toBe(false)
      for (const way of [chatapp, sms, ota])
        expect(way).toMatchObject({
          reachable: false,
          reason: { code: 'not-reachable', nextAction: 'Write a plain message instead.' },
        })
    }
  })

  it('tells what a text takes as an SMS', async () => {
    const threadId = await storeThread()
    const { sms } = await reachabilityOf(threadId, staff, `?${new URLSearchParams({ text: 'a+b&c=ж' })}`)
    expect(sms.segments).toEqual({ count: 1, encoding: 'UCS-2', characters: 7 })
  })

  it.each([
    ['too long a text', `?text=${'x'.repeat(1601)}`],
    ['two texts', '?text=a&text=b'],
    ['a text of another shape', '?text[a]=b'],
  ])('with %s is not valid', async (_what, query) => {
    const threadId = await storeThread()
    const answer = await ask(threadId, staff, query)
    expectProblem(answer, 400, 'validation-failed')
  })
})
