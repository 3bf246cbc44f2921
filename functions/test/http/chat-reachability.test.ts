import { describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import { deliveryOf, post, uniqueText } from '../support/chat.ts'
import { threadOf } from '../support/reading.ts'
import { type Answer, call, remove, signIn, type User, update } from '../support/stack.ts'
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
  it('holds no address, whoever asks', async () => {
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

  type Stay = Awaited<ReturnType<typeof storeStay>>
  const guestWith =
    (fields: Json) =>
    ({ guestId }: Stay) =>
      update(`guests/${guestId}`, fields)
  const threadWith =
    (reservationId: string | null) =>
    ({ threadId }: Stay) =>
      update(`threads/${threadId}`, { reservationId })

  it.each<[string, (stay: Stay) => Promise<unknown>]>([
    ['whose window has closed', guestWith({ lastChatappInboundAt: hoursAgo(30) })],
    ['who has opted out', guestWith({ optedOut: { chatapp: hoursAgo(1), sms: hoursAgo(1) } })],
    ['without a number', guestWith({ phone: null })],
    ['with an invalid number', guestWith({ phone: '+4915' })],
    ['with everything in order', guestWith({ name: 'Maria' })],
    ['who is gone', ({ guestId }) => remove(`guests/${guestId}`)],
    ['whose reservation is gone', ({ reservationId }) => remove(`reservations/${reservationId}`)],
    ['of no reservation', threadWith(null)],
    ['of a reservation that cannot exist', threadWith('a/b')],
    ['of a reservation with a reserved id', threadWith('__a__')],
  ])('of a guest %s predicts the result of a send', async (_what, prepare) => {
    const stay = await storeStay()
    const { threadId } = stay
    await prepare(stay)
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
    const template = await postTemplate(threadId, staff, {
      template: 'reply-request',
      variables: { guest: 'Maria', property: 'Casa' },
    })
    await failureOf(template, chatapp.templatesAllowed)
  })

  it('in a support thread with a landlord has no channel to a guest, whoever asks', async () => {
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

  it('counts the segments of a text as an SMS', async () => {
    const threadId = await storeThread()
    const { sms } = await reachabilityOf(threadId, staff, `?${new URLSearchParams({ text: 'a+b&c=ж' })}`)
    expect(sms.segments).toEqual({ count: 1, encoding: 'UCS-2', characters: 7 })
  })
})
