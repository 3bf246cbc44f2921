import { describe, expect, it } from 'vitest'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { readReachability } from '../../src/lib/chat/reachability/reachability.ts'
import { sendTemplate, type TemplatePost } from '../../src/lib/chat/templates/send-template.ts'
import { storedThread } from '../../src/lib/chat/thread.ts'
import { uniquePhone } from '../support/builders.ts'
import { postTrace, seedGuestThread, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { put, stored, uniqueId, update } from '../support/stack.ts'
import { builtContext, limits } from '../support/test-context.ts'

const { counter, callsOf } = startVerbs()

const deps = () => builtContext()
const reply = (threadId: string, fields: Partial<TemplatePost> = {}): TemplatePost => ({
  threadId,
  template: 'reply-request',
  variables: {},
  ...fields,
})

/** A guest's thread whose reservation is of a named property. */
async function seedStay(fields: object = {}) {
  const stay = await seedGuestThread()
  const propertyId = uniqueId('property')
  await put(`properties/${propertyId}`, { name: 'Casa Alameda' })
  await update(`reservations/${stay.reservationId}`, { propertyId, ...fields })
  return stay
}

const reads = (count: number) => Array<string>(count).fill('BatchGetDocuments')

describe('a template message', () => {
  it('sent again takes two reads, and stays the same although its guest has another name since', async () => {
    const { threadId, guestId } = await seedStay()
    const actor = staffActor()
    const send = async () => sendTemplate(await deps(), actor, reply(threadId, { messageId: 'm' }))
    const { message } = await send()
    await update(`guests/${guestId}`, { name: 'Maria Bianchi' })
    const again = async () => expect(await send()).toMatchObject({ replayed: true, message })
    expect(await callsOf(again)).toEqual(reads(2))
  })

  it('is refused if its text would be too long', async () => {
    const { threadId } = await seedStay()
    const all = await deps()
    const rules = { ...all.rules, chatLimits: () => ({ ...limits, outboundBody: 100 }) }
    await expect(sendTemplate({ ...all, rules }, staffActor(), reply(threadId))).rejects.toMatchObject({
      code: 'validation-failed',
      errors: [{ path: 'variables', message: expect.stringContaining('100') }],
    })
    expect((await postTrace(threadId)).messages).toEqual([])
  })

  it('without an id at the provider fails, with engineering as its next action', async () => {
    const { threadId, reservationId } = await seedStay()
    const { message } = await sendTemplate(await deps(), staffActor(), reply(threadId))
    await deliverMessage(await builtContext(), { threadId, messageId: message.messageId }, { reservationId })
    const [stored] = (await postTrace(threadId)).messages
    expect(stored.delivery).toMatchObject({
      status: 'failed',
      failure: { code: 'provider-rejected', nextAction: expect.stringContaining('engineering') },
    })
  })

  it.each<[string, object]>([
    ['no property', { propertyId: 'nowhere' }],
    ['a property id that names nothing', { propertyId: 'a/b' }],
    ['an invalid guest id', { guestId: 7 }],
  ])('of a stay with %s is refused, and the missing variable named', async (_what, fields) => {
    const { threadId } = await seedStay(fields)
    await expect(sendTemplate(await deps(), staffActor(), reply(threadId))).rejects.toMatchObject({
      code: 'validation-failed',
      errors: [expect.objectContaining({ path: expect.stringMatching(/^variables\.(guest|property)$/) })],
    })
  })
})

describe('reachability', () => {
  const ask = async (threadId: string, actor = staffActor()) => {
    const thread = storedThread.parse(await stored(`threads/${threadId}`))
    counter.reset()
    return readReachability(await deps(), actor, {
      threadId,
      thread,
    })
  }

  it('takes four reads, and knows the stay', async () => {
    const { threadId } = await seedStay()
    const reachability = await ask(threadId)
    expect(counter.calls()).toEqual(reads(4))
    expect(reachability).toMatchObject({
      chatapp: { reachable: true, windowOpen: null, templatesAllowed: true },
      sms: { reachable: true },
      guest: { name: 'Maria Rossi' },
    })
    const request = reachability.templates?.find(({ name }) => name === 'reply-request')
    expect(request?.variables.map(({ value }) => value)).toEqual(['Maria Rossi', 'Casa Alameda'])
  })

  it('of a thread without a reservation takes one read', async () => {
    const threadId = await seedThread()
    expect(await ask(threadId)).toMatchObject({ chatapp: { reachable: false }, guest: null })
    expect(counter.calls()).toEqual(['RunQuery'])
  })

  it('of a thread without a reservation knows the guest whose messages were sent there', async () => {
    const threadId = await seedThread()
    const guest = { name: 'Ada', addresses: [uniquePhone()], threadId }
    await put(`guests/${uniqueId('guest')}`, guest)
    expect(await ask(threadId)).toMatchObject({ chatapp: { reachable: true }, guest: { name: 'Ada' } })
  })
})
