import { describe, expect, it } from 'vitest'
import { replyTriage } from '../../src/lib/chat/inbound/reply-triage.ts'
import { mergeThread } from '../../src/lib/chat/merging/merge-thread.ts'
import { startOf, startThread, threadStart } from '../../src/lib/chat/opening/start-thread.ts'
import { readReachability } from '../../src/lib/chat/reachability/reachability.ts'
import { changeGuest } from '../../src/lib/chat/reading/change-guest.ts'
import { threads } from '../../src/lib/chat/thread-writes.ts'
import { uniquePhone } from '../support/builders.ts'
import { postTrace, receivedFrom, seedGuestThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { dieAt } from '../support/intercept.ts'
import { listed, put, remove, uniqueId, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { read, receive } = startVerbs()
const deps = await builtContext()
const staff = staffActor()

const start = (fields: object, by = deps) =>
  startThread(by, staff, startOf(by.rules, threadStart.parse(fields)))
const guestsWith = (phone: string) => listed('guests', 'phone', phone)

async function storedHouse() {
  const [propertyId, landlordId] = [uniqueId('property'), uniqueId('landlord')]
  await put(`properties/${propertyId}`, { name: 'Casa Alameda', landlordId })
  return { propertyId, landlordId }
}

describe('a thread with a number', () => {
  it('is opened for a new guest, about a house, with a first SMS, once', async () => {
    const [phone, house] = [uniquePhone(), await storedHouse()]
    const first = { body: 'It is free.', type: 'sms-message', messageId: uniqueId('message') }
    const fields = { to: { phone: `(${phone.slice(0, 3)}) ${phone.slice(3)}` }, name: 'Ida', ...first }
    const tries = await Promise.all([1, 2, 3].map(() => start({ ...fields, propertyId: house.propertyId })))
    const [{ threadId } = { threadId: '' }] = tries
    expect(tries.map(one => one.threadId)).toEqual([threadId, threadId, threadId])
    expect(tries.filter(({ isNew }) => isNew)).toHaveLength(1)
    const [guest, ...others] = await guestsWith(phone)
    expect([guest, others]).toMatchObject([{ name: 'Ida', threadId }, []])
    const { thread, messages } = await postTrace(threadId)
    expect(thread).toMatchObject({
      guestId: guest?.id,
      guestName: 'Ida',
      propertyName: 'Casa Alameda',
      ...house,
    })
    expect(messages).toMatchObject([first])
    expect(await start({ to: { phone } })).toEqual({ threadId, isNew: false, message: null })
  })

  it('is that of a guest who has one', async () => {
    const { threadId, phone } = await seedGuestThread()
    expect(await start({ to: { phone } })).toMatchObject({ threadId, isNew: false })
    expect(await guestsWith(phone)).toHaveLength(1)
  })

  it('gets what the guest writes next', async () => {
    const phone = uniquePhone()
    const { threadId } = await start({ to: { phone } })
    await receive(receivedFrom(phone))
    expect((await postTrace(threadId)).messages).toHaveLength(1)
  })

  it('is there again for a guest whose record is gone', async () => {
    const phone = uniquePhone()
    const { threadId } = await start({ to: { phone } })
    const { guestId } = await read(`threads/${threadId}`)
    await remove(`guests/${guestId}`)
    expect(await start({ to: { phone } })).toMatchObject({ threadId, isNew: false })
    expect(await guestsWith(phone)).toMatchObject([{ id: guestId, threadId }])
    await put(`reservations/${uniqueId('stay')}`, { guestId, propertyId: (await storedHouse()).propertyId })
    for (const gone of [`guests/${guestId}`, `threads/${threadId}`]) await remove(gone)
    expect(await start({ to: { phone } })).toMatchObject({ isNew: true })
    expect(await guestsWith(phone)).toMatchObject([{ id: guestId }])
  })

  it('becomes that of the booking, which its landlord joins', async () => {
    const [phone, house] = [uniquePhone(), await storedHouse()]
    const { threadId } = await start({ to: { phone }, name: 'Ida' })
    const { guestId } = await read(`threads/${threadId}`)
    const reservationId = uniqueId('stay')
    const days = { arrival: '2036-01-01', departure: '2036-01-03' }
    await put(`reservations/${reservationId}`, { guestId, propertyId: house.propertyId, ...days })
    await update(`guests/${guestId}`, { name: 'Ida Holm' })
    expect(await start({ reservationId })).toMatchObject({ threadId, isNew: false })
    const participantIds = [guestId, house.landlordId]
    expect(await read(`threads/${threadId}`)).toMatchObject({
      ...house,
      guestName: 'Ida Holm',
      participantIds,
    })
  })

  it('is opened by a retry after a death', async () => {
    const phone = uniquePhone()
    await dieAt(deps, { effect: 'store.commit', when: 'after' }, dying => start({ to: { phone } }, dying))
    expect(await start({ to: { phone } })).toMatchObject({ isNew: false })
    expect(await guestsWith(phone)).toHaveLength(1)
  })

  it.each([
    ['a first chatapp text without consent', { body: 'Hi', type: 'chatapp-message' }, 'validation-failed'],
    ['an unknown house', { propertyId: 'none' }, 'property-not-found'],
    ['a number too short for its country', { to: { phone: '+3933312' } }, 'validation-failed'],
  ])('is not opened for %s', async (_, fields, code) => {
    const phone = uniquePhone()
    await expect(start({ to: { phone }, ...fields })).rejects.toMatchObject({ code })
    expect(await guestsWith(phone)).toEqual([])
  })

  it('is not opened where several guests have the number', async () => {
    const { phone } = await seedGuestThread()
    await put(`guests/${uniqueId('guest')}`, { phone })
    await expect(start({ to: { phone } })).rejects.toMatchObject({ code: 'message-conflict' })
  })
})

describe('a reply in triage', () => {
  const waiting = async (from = uniquePhone()) => ({
    from,
    entryId: await receive(receivedFrom(from, { profileName: 'Ida', body: 'Is it free in May?' })),
  })
  const reply = (entryId: string, body = 'Yes.', by = deps) => replyTriage(by, staff, { entryId, body })

  it('answers a stranger in a thread with all that they wrote, once', async () => {
    const { from, entryId } = await waiting()
    await waiting(from)
    const answers = await Promise.all([1, 2].map(() => reply(entryId)))
    const { threadId, message } = answers[0] ?? { threadId: '' }
    expect(answers).toEqual([answers[0], answers[0]])
    expect(message).toMatchObject({ body: 'Yes.', type: 'chatapp-message' })
    const { thread, messages } = await postTrace(threadId)
    expect(messages.map(({ body }) => body)).toEqual(['Is it free in May?', 'Is it free in May?', 'Yes.'])
    expect(thread).toMatchObject({ guestName: 'Ida' })
    expect(await guestsWith(from)).toMatchObject([{ id: thread.guestId, lastChatappAddress: from }])
    const next = await waiting(from)
    expect((await postTrace(threadId)).messages.at(-1)).toMatchObject({ messageId: next.entryId })
    await expect(reply(entryId, 'No.')).rejects.toMatchObject({ code: 'message-conflict' })
  })

  it.each([1, 2, 3])('is resumed after a death at commit %i', async call => {
    const { entryId } = await waiting()
    await dieAt(deps, { effect: 'store.commit', when: 'after', call }, dying => reply(entryId, 'Yes.', dying))
    const { threadId } = await reply(entryId)
    expect((await postTrace(threadId)).messages).toHaveLength(2)
  })

  it("goes to the sender, whose thread has been merged into another guest's", async () => {
    const { from, entryId } = await waiting()
    const { propertyId, landlordId } = await storedHouse()
    const [home, other] = [await seedGuestThread({ landlordId }), await seedGuestThread({ landlordId })]
    await update(`guests/${home.guestId}`, { phone: from })
    await update(`reservations/${home.reservationId}`, { propertyId })
    await mergeThread(deps, staff, { threadId: home.threadId, into: other.threadId })
    expect(await reply(entryId)).toMatchObject({ threadId: other.threadId })
    const { messages } = await postTrace(other.threadId)
    expect(messages).toMatchObject([{ authorId: home.guestId }, { reservationId: home.reservationId }])
    expect(await read(`guests/${other.guestId}`)).not.toHaveProperty('addresses')
  })

  it('goes to the only guest with the number, and is refused for several', async () => {
    const [phone, guestId] = [uniquePhone(), uniqueId('guest')]
    await put(`guests/${guestId}`, { name: 'Maria', phone })
    const { threadId } = await reply((await waiting(phone)).entryId)
    expect(await read(`threads/${threadId}`)).toMatchObject({ guestId, guestName: 'Maria' })
    const shared = uniquePhone()
    for (const id of [uniqueId('guest'), uniqueId('guest')]) await put(`guests/${id}`, { phone: shared })
    await expect(reply((await waiting(shared)).entryId)).rejects.toMatchObject({ code: 'message-conflict' })
  })
})

describe('a guest who is corrected', () => {
  const change = (guestId: string, fields: Omit<Parameters<typeof changeGuest>[2], 'guestId'>) =>
    changeGuest(deps, staff, { guestId, ...fields })
  const optedOut = async (home: { threadId: string }) => {
    const { value: thread } = (await deps.store.read(threads.at(home.threadId))) ?? {}
    return thread && (await readReachability(deps, staff, { ...home, thread })).sms?.optedOut
  }

  it('has the new fields, audited without their values; null removes', async () => {
    const { guestId } = await seedGuestThread()
    const fields = { name: 'Maria Bianchi', email: 'maria@example.com', language: 'it', note: 'With a dog.' }
    expect(await change(guestId, fields)).toMatchObject({ guestId, ...fields, optedOut: {} })
    expect(await change(guestId, { note: null, language: null })).toMatchObject({
      note: null,
      language: null,
    })
    expect((await listed('auditLog', 'targetId', guestId)).map(({ metadata }) => metadata)).toEqual(
      expect.arrayContaining([{ fields: 'email,language,name,note' }, { fields: 'language,note' }]),
    )
  })

  it('is called by the new name in the own thread', async () => {
    const { threadId } = await start({ to: { phone: uniquePhone() }, name: 'Ida' })
    const { guestId } = await read(`threads/${threadId}`)
    await change(guestId, { name: 'Ida Holm' })
    expect(await read(`threads/${threadId}`)).toMatchObject({ guestName: 'Ida Holm' })
  })

  it('has no consent under another phone, whose own opt-out holds, as that of the former phone does', async () => {
    const [one, other] = [await seedGuestThread(), await seedGuestThread()]
    for (const { phone } of [one, other]) await receive(receivedFrom(phone, { channel: 'sms', body: 'STOP' }))
    await put(`guests/${one.guestId}`, { phone: one.phone, optedIn: { chatapp: new Date() } })
    const free = uniquePhone()
    await change(one.guestId, { phone: free })
    expect(await read(`guests/${one.guestId}`)).toMatchObject({ phone: free, formerPhones: [one.phone] })
    expect(await read(`guests/${one.guestId}`)).not.toHaveProperty('optedIn')
    expect(await optedOut(one)).toBe(false)
    await change(one.guestId, { phone: other.phone })
    expect(await optedOut(one)).toBe(true)
    await change(one.guestId, { phone: one.phone })
    expect(await optedOut(one)).toBe(true)
  })

  it('begins without consent under another phone in the thread that is there, too', async () => {
    const phone = uniquePhone()
    const { threadId } = await start({ to: { phone: uniquePhone() } })
    await update(`threads/${threadId}`, { lastChatappMessageSentAt: new Date(Date.now() - 60_000) })
    await change((await read(`threads/${threadId}`)).guestId, { phone })
    const first = { to: { phone }, body: 'Hi', type: 'chatapp-message' }
    await expect(start(first)).rejects.toMatchObject({ code: 'validation-failed' })
  })

  it('is refused where there is none, or the phone is none', async () => {
    await expect(change(uniqueId('none'), { name: 'Ida' })).rejects.toMatchObject({ code: 'not-found' })
    const { guestId } = await seedGuestThread()
    await expect(change(guestId, { phone: '+3933312' })).rejects.toMatchObject({ code: 'validation-failed' })
  })
})
