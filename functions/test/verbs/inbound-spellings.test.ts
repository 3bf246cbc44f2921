import { describe, expect, it } from 'vitest'
import { guestsAt } from '../../src/lib/chat/guest.ts'
import { assignTriage } from '../../src/lib/chat/inbound/assign-triage.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import type { ReceivedMessage } from '../../src/lib/chat/inbound/received-message.ts'
import { optedOutSince } from '../../src/lib/chat/opt-outs.ts'
import { inParallel } from '../../src/lib/in-parallel.ts'
import { uniquePhone } from '../support/builders.ts'
import { postTrace, receivedFrom, seedGuestThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { dueMessage } from '../support/delivery.ts'
import { remove, uniqueId, update } from '../support/stack.ts'
import { plans, subscribersOf } from '../support/subscribers.ts'
import { builtContext } from '../support/test-context.ts'

const { db, read } = startVerbs()
const deps = await builtContext()
const receive = (from: string, more: Partial<ReceivedMessage> = {}) =>
  receiveMessage(deps, receivedFrom(from, more))

/** The end of a number that no other test has: seven digits. */
const line = () => uniquePhone().slice(-7)

/** A mobile number as a booking has it, and as chatapp does. */
const mobiles = [
  ['Brazil', (own: string) => [`+553198${own}`, `+55318${own}`]],
  ['Mexico', (own: string) => [`+52998${own}`, `+521998${own}`]],
  ['Argentina', (own: string) => [`+54351${own}`, `+549351${own}`]],
  ['Benin', (own: string) => [`+229019${own}`, `+2299${own}`]],
  ['Cameroon', (own: string) => [`+23769${own}`, `+2379${own}`]],
  ['Palestine', (own: string) => [`+97059${own}`, `+97259${own}`]],
] as const

async function seeded(numbers: (own: string) => readonly string[]) {
  const [booked = '', chatapp = ''] = numbers(line())
  const home = await seedGuestThread()
  await update(`guests/${home.guestId}`, { phone: booked })
  return { ...home, booked, chatapp }
}

describe.each(mobiles)('a guest with a mobile number of %s', (_country, numbers) => {
  it('reaches their thread, is answered where they write from, and has no second address', async () => {
    const { threadId, guestId, booked, chatapp, ...home } = await seeded(numbers)
    await receive(chatapp)
    expect((await postTrace(threadId)).messages).toMatchObject([{ body: 'Hello', authorId: guestId }])
    const guest = await read(`guests/${guestId}`)
    expect(guest).toMatchObject({ phone: booked, lastChatappAddress: chatapp })
    expect([guest.addresses, guest.chatappIds]).toEqual([undefined, undefined])
    const answer = await dueMessage({ home: { ...home, threadId, guestId } })
    await answer.deliver()
    expect((await answer.message()).delivery).toMatchObject({ status: 'sent', to: chatapp })
  })

  it('goes on with the conversation in which the other spelling was written to', async () => {
    const { threadId, guestId, chatapp, ...home } = await seeded(numbers)
    const due = await dueMessage({ home: { ...home, threadId, guestId } })
    await due.deliver()
    await update(`reservations/${home.reservationId}`, { arrival: null })
    const receivedAt = new Date(Date.now() + 5000)
    const clock = { ...deps.clock, now: () => receivedAt }
    await receiveMessage({ ...deps, clock }, receivedFrom(chatapp, { receivedAt }))
    expect((await postTrace(threadId)).messages).toHaveLength(2)
  })

  it('is left alone under every spelling after a STOP from one', async () => {
    const { booked, chatapp, guestId } = await seeded(numbers)
    await receive(chatapp, { body: 'STOP' })
    await remove(`guests/${guestId}`)
    const since = (address: string) => optedOutSince(deps, 'chatapp', address)
    for (const address of [booked, chatapp]) expect(await since(address)).toBeInstanceOf(Date)
    await receive(booked, { body: 'START' })
    for (const address of [booked, chatapp]) expect(await since(address)).toBeUndefined()
  })

  it('loses the number, in any spelling, to a guest to whom staff assign it', async () => {
    const [first = '', second = ''] = numbers(line())
    const [from, to] = [await seedGuestThread(), await seedGuestThread()]
    await update(`guests/${from.guestId}`, { addresses: [first] })
    await remove(`reservations/${from.reservationId}`)
    const message = receivedFrom(second)
    await receiveMessage(deps, message)
    await assignTriage(deps, staffActor(), { entryId: message.providerMessageId, threadId: to.threadId })
    expect((await read(`guests/${from.guestId}`)).addresses).toEqual([])
    expect((await read(`guests/${to.guestId}`)).addresses).toEqual([second])
    await receive(first)
    expect((await postTrace(to.threadId)).messages).toHaveLength(2)
  })
})

it('a query finds each subscriber of real plans by every spelling, and nobody else', async () => {
  const run = uniqueId('plan')
  const subscribers = plans
    .flatMap(subscribersOf)
    .map(({ spellings }, at) => ({ spellings, guestId: `${run}-${at}` }))
  const placed = (address: string, at: number) =>
    [{ phone: address }, { addresses: [address] }, { chatappIds: [address] }][at % 3] ?? {}
  const batch = db.batch()
  for (const [at, { guestId, spellings }] of subscribers.entries())
    batch.set(db.doc(`guests/${guestId}`), placed(spellings[at % spellings.length] ?? '', at))
  await batch.commit()
  await inParallel(16, subscribers, async ({ guestId, spellings }) => {
    for (const spelling of spellings) {
      const found = (await deps.store.find(guestsAt([spelling], 100))).map(one => one.id)
      expect(found.filter(id => id.startsWith(run))).toEqual([guestId])
    }
  })
})
