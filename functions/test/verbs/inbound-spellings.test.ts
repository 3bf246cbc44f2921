import { describe, expect, it } from 'vitest'
import { assignTriage } from '../../src/lib/chat/inbound/assign-triage.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import type { ReceivedMessage } from '../../src/lib/chat/inbound/received-message.ts'
import { inParallel } from '../../src/lib/in-parallel.ts'
import { uniquePhone } from '../support/builders.ts'
import {
  leftBy,
  postDeps,
  receivedFrom,
  seedGuestThread,
  staffActor,
  startVerbs,
} from '../support/chat-deps.ts'
import { dueMessage } from '../support/delivery.ts'
import { uniqueId } from '../support/stack.ts'
import { plans, subscribersOf } from '../support/subscribers.ts'

const { db, read } = await startVerbs()
const deps = await postDeps(db)
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
  const home = await seedGuestThread(db)
  await db.doc(`guests/${home.guestId}`).update({ phone: booked })
  return { ...home, booked, chatapp }
}

describe.each(mobiles)('a guest with a mobile number of %s', (_country, numbers) => {
  it('reaches their thread, is answered where they write from, and has no second address', async () => {
    const { threadId, guestId, booked, chatapp, ...home } = await seeded(numbers)
    await receive(chatapp)
    expect((await leftBy(db, threadId)).messages).toMatchObject([{ body: 'Hello', authorId: guestId }])
    const guest = await read(`guests/${guestId}`)
    expect(guest).toMatchObject({ phone: booked, lastChatappAddress: chatapp })
    expect([guest.addresses, guest.chatappIds]).toEqual([undefined, undefined])
    const answer = await dueMessage(db, { home: { ...home, threadId, guestId } })
    await answer.deliver()
    expect((await answer.message()).delivery).toMatchObject({ status: 'sent', to: chatapp })
  })

  it('goes on with the conversation in which the other spelling was written to', async () => {
    const { threadId, guestId, chatapp, ...home } = await seeded(numbers)
    const asked = await dueMessage(db, { home: { ...home, threadId, guestId } })
    await asked.deliver()
    await db.doc(`reservations/${home.reservationId}`).update({ arrival: null })
    await receive(chatapp, { receivedAt: new Date(Date.now() + 5000) })
    expect((await leftBy(db, threadId)).messages).toHaveLength(2)
  })

  it('is left alone under every spelling after a STOP from one', async () => {
    const { booked, chatapp, guestId } = await seeded(numbers)
    await receive(chatapp, { body: 'STOP' })
    await db.doc(`guests/${guestId}`).delete()
    const since = (address: string) => deps.guests.optedOutSince('chatapp', address)
    for (const address of [booked, chatapp]) expect(await since(address)).toBeInstanceOf(Date)
    await receive(booked, { body: 'START' })
    for (const address of [booked, chatapp]) expect(await since(address)).toBeUndefined()
  })

  it('loses the number, however it is stored, to whom staff give it', async () => {
    const [first = '', second = ''] = numbers(line())
    const [from, to] = [await seedGuestThread(db), await seedGuestThread(db)]
    await db.doc(`guests/${from.guestId}`).update({ addresses: [first] })
    await db.doc(`reservations/${from.reservationId}`).delete()
    const message = receivedFrom(second)
    await receiveMessage(deps, message)
    await assignTriage(deps, staffActor(), { entryId: message.providerMessageId, threadId: to.threadId })
    expect((await read(`guests/${from.guestId}`)).addresses).toEqual([])
    expect((await read(`guests/${to.guestId}`)).addresses).toEqual([second])
    await receive(first)
    expect((await leftBy(db, to.threadId)).messages).toHaveLength(2)
  })
})

it('finds each subscriber of real plans by every spelling, and nobody else', async () => {
  const run = uniqueId('plan')
  const known = plans
    .flatMap(subscribersOf)
    .map(({ spellings }, at) => ({ spellings, guestId: `${run}-${at}` }))
  const placed = (address: string, at: number) =>
    [{ phone: address }, { addresses: [address] }, { chatappIds: [address] }][at % 3] ?? {}
  const batch = db.batch()
  for (const [at, { guestId, spellings }] of known.entries())
    batch.set(db.doc(`guests/${guestId}`), placed(spellings[at % spellings.length] ?? '', at))
  await batch.commit()
  await inParallel(16, known, async ({ guestId, spellings }) => {
    for (const spelling of spellings) {
      const found = (await deps.guests.byAddress([spelling])).map(one => one.guestId)
      expect(found.filter(id => id.startsWith(run))).toEqual([guestId])
    }
  })
})
