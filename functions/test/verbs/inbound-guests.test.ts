import { describe, expect, it } from 'vitest'
import { channels } from '../../src/lib/chat/channels/registry.ts'
import { obstacle } from '../../src/lib/chat/delivery/obstacle.ts'
import { storedGuest } from '../../src/lib/chat/guest.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import { noteOptOut, optedOutSince } from '../../src/lib/chat/opt-outs.ts'
import { readReachability } from '../../src/lib/chat/reachability/reachability.ts'
import { stayOfThread } from '../../src/lib/chat/stays.ts'
import { threads } from '../../src/lib/chat/thread-writes.ts'
import { uniquePhone } from '../support/builders.ts'
import {
  postTrace,
  receivedFrom,
  seedGuestThread,
  seedThread,
  staffActor,
  startVerbs,
} from '../support/chat-deps.ts'
import { dueMessage } from '../support/delivery.ts'
import { beforePosts, intercepted } from '../support/intercept.ts'
import { type Data, put, remove, stored, uniqueId, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, read, assign, receive } = startVerbs()

const guestAt = async (guestId: string) =>
  storedGuest.parse(
    Object.fromEntries(
      Object.entries<Data>(await stored(`guests/${guestId}`)).map(([key, value]) => [
        key,
        value?.toDate?.() ?? value,
      ]),
    ),
  )
const isLeftAlone = async (guestId: string, channel: 'chatapp' | 'sms' = 'chatapp') =>
  (await read(`guests/${guestId}`)).optedOut?.[channel] !== undefined
const countOf = async (threadId: string) => (await postTrace(threadId)).messages.length
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const reasonOf = async (sid: string) => (await read(`triage/${sid}`))?.reason
const uniqueChatappId = () => `US.${Date.now()}${uniquePhone().slice(5)}`

it.each(['chatapp', 'sms'] as const)(
  "an opt-out by %s outlives the guest's document, until a START",
  async channel => {
    const { guestId, phone } = await seedGuestThread()
    const word = (body: string) => receive({ ...receivedFrom(phone, { body }), channel })
    await word('Stopp')
    await remove(`guests/${guestId}`)
    const home = await seedGuestThread()
    await update(`guests/${home.guestId}`, { phone })
    const send = async () => {
      const message = await dueMessage({ home, post: { type: `${channel}-message` } })
      await message.deliver()
      return (await message.message()).delivery
    }
    expect(await send()).toMatchObject({ status: 'failed', failure: { code: 'opted-out' } })
    const { value: thread } = (await (await builtContext()).store.read(threads.at(home.threadId))) ?? {}
    const reach = thread && (await readReachability(await builtContext(), staffActor(), { ...home, thread }))
    expect(reach?.[channel]).toMatchObject({ reachable: false, optedOut: true })
    await word('START')
    expect(await send()).toMatchObject({ status: 'sent' })
    const hashes = await db.collection('optOuts').get()
    expect(JSON.stringify(hashes.docs.map(one => [one.id, one.data()]))).not.toContain(phone.slice(1))
  },
)

describe('an opt-out word that is handled late', () => {
  it('does not undo a newer one when staff assign its message', async () => {
    const { guestId, threadId } = await seedGuestThread()
    const from = uniquePhone()
    const entryId = await receive(receivedFrom(from, { body: 'START', receivedAt: ago(30) }))
    await update(`guests/${guestId}`, { optedOut: { chatapp: ago(10) } })
    await assign({ entryId, threadId })
    expect(await isLeftAlone(guestId)).toBe(true)
  })

  it.each(['first', 'second'])(
    'does not undo the newer one when both are handled at once and the %s is slow',
    async slow => {
      const { guestId, phone } = await seedGuestThread()
      const [first, second] = [
        receivedFrom(phone, { body: 'START', receivedAt: ago(2) }),
        receivedFrom(phone, { body: 'STOP', receivedAt: ago(1) }),
      ]
      const [late, passing] = slow === 'first' ? [first, second] : [second, first]
      let isFirst = true
      const deps = intercepted(await builtContext(), 'store.get', original => async places => {
        const found = await original(places)
        if (isFirst && 'counter' in Object(places)) {
          isFirst = false
          await receive(passing)
        }
        return found
      })
      await receiveMessage(deps, late)
      expect(await isLeftAlone(guestId)).toBe(true)
    },
  )

  it('leaves the newest one in force for its address, in whatever order they are handled', async () => {
    const deps = await builtContext()
    const phone = uniquePhone()
    const say = (change: 'in' | 'out', seconds: number) =>
      noteOptOut(deps, 'sms', phone, { change, at: ago(seconds) })
    await Promise.all([say('in', 3), say('out', 1), say('in', 2), say('out', 4)])
    expect(await optedOutSince(deps, 'sms', phone)).toBeDefined()
    await Promise.all([say('in', 0), say('out', 0.5)])
    expect(await optedOutSince(deps, 'sms', phone)).toBeUndefined()
  })

  it('is not lost when other fields of the guest change meanwhile', async () => {
    const { guestId, phone, threadId } = await seedGuestThread()
    const deps = beforePosts(await builtContext(), call =>
      call === 1 ? update(`guests/${guestId}`, { name: 'Ada' }) : undefined,
    )
    await receiveMessage(deps, receivedFrom(phone, { body: 'STOP' }))
    expect(await countOf(threadId)).toBe(1)
    expect(await read(`guests/${guestId}`)).toMatchObject({
      name: 'Ada',
      optedOut: { chatapp: expect.any(String) },
    })
  })
})

describe('a chatapp id that came with a message', () => {
  it('finds its guest again, but outranks neither a number nor an address given by staff', async () => {
    const id = uniqueChatappId()
    const [one, other] = [await seedGuestThread(), await seedGuestThread()]
    await receive(receivedFrom(one.phone, { senderId: id }))
    expect(await read(`guests/${one.guestId}`)).toMatchObject({ chatappIds: [id] })
    expect(await read(`guests/${one.guestId}`)).not.toHaveProperty('addresses')
    await receive(receivedFrom(id, { senderId: id }))
    expect(await countOf(one.threadId)).toBe(2)

    await receive(receivedFrom(other.phone, { senderId: id }))
    expect([await countOf(one.threadId), await countOf(other.threadId)]).toEqual([2, 1])

    const third = await seedGuestThread()
    await update(`guests/${third.guestId}`, { addresses: [id] })
    await receive(receivedFrom(id, { senderId: id }))
    expect(await countOf(third.threadId)).toBe(1)
  })

  it('lets us answer the number that its guest last wrote from', async () => {
    const [id, newNumber] = [uniqueChatappId(), uniquePhone()]
    const { guestId, threadId, phone } = await seedGuestThread()
    await receive(receivedFrom(phone, { senderId: id }))
    await receive(receivedFrom(newNumber, { senderId: id }))
    expect(await countOf(threadId)).toBe(2)
    expect(channels.chatapp.addressOf(await guestAt(guestId))).toBe(newNumber)
    await receive(receivedFrom(newNumber))
    expect(await countOf(threadId)).toBe(3)
    await receive(receivedFrom(phone))
    expect(channels.chatapp.addressOf(await guestAt(guestId))).toBe(phone)
  })

  it('is taken from its other guests when staff assign its message', async () => {
    const [id, from] = [uniqueChatappId(), uniquePhone()]
    const [one, other] = [await seedGuestThread(), await seedGuestThread()]
    for (const { guestId } of [one, other])
      await update(`guests/${guestId}`, { chatappIds: [id, from], lastChatappAddress: from })
    const entryId = await receive(receivedFrom(from, { senderId: id }))
    expect(await reasonOf(entryId)).toBe('ambiguous-sender')
    await assign({ entryId, threadId: other.threadId })
    expect(await read(`guests/${one.guestId}`)).toMatchObject({ chatappIds: [] })
    expect(channels.chatapp.addressOf(await guestAt(one.guestId))).toBe(one.phone)
    expect(channels.chatapp.addressOf(await guestAt(other.guestId))).toBe(from)
  })
})

describe('the opt-outs and messages of a number', () => {
  /** Two guests with one number; staff gave it to the first. */
  async function shared() {
    const [one, other] = [await seedGuestThread(), await seedGuestThread()]
    await update(`guests/${one.guestId}`, { addresses: [other.phone] })
    return { one, other, phone: other.phone }
  }

  it('are noted on every guest who has it', async () => {
    const { one, other, phone } = await shared()
    await receive(receivedFrom(phone, { body: 'STOP' }))
    expect([await countOf(one.threadId), await countOf(other.threadId)]).toEqual([1, 0])
    for (const { guestId } of [one, other]) {
      expect(await isLeftAlone(guestId)).toBe(true)
      expect(await read(`guests/${guestId}`)).toMatchObject({
        lastChatappAddress: phone,
        lastChatappInboundAt: expect.any(String),
      })
    }
    await receive(receivedFrom(phone, { body: 'START' }))
    for (const { guestId } of [one, other]) expect(await isLeftAlone(guestId)).toBe(false)
    expect((await postTrace(other.threadId)).thread.version).toBeUndefined()
  })

  it('are noted also while the sender or the thread is unclear', async () => {
    const phone = uniquePhone()
    const guests = [uniqueId('guest'), uniqueId('guest')]
    for (const guestId of guests) await put(`guests/${guestId}`, { phone })
    expect(await reasonOf(await receive(receivedFrom(phone, { body: 'STOP' })))).toBe('ambiguous-sender')
    for (const guestId of guests)
      expect(await read(`guests/${guestId}`)).toMatchObject({
        optedOut: { chatapp: expect.any(String) },
        lastChatappAddress: phone,
      })
    await remove(`guests/${guests[1]}`)
    expect(await reasonOf(await receive(receivedFrom(phone)))).toBe('no-thread')
    const guest = await guestAt(String(guests[0]))
    const now = new Date(Date.now() + 23 * 3_600_000)
    expect(obstacle('sms', guest, { isTemplate: false }, now)).toBeUndefined()
    expect(guest.lastChatappInboundAt).toBeInstanceOf(Date)
  })

  it('are kept although another message changes the guests at the same time', async () => {
    const phone = uniquePhone()
    const guests = [uniqueId('guest'), uniqueId('guest')]
    for (const guestId of guests) await put(`guests/${guestId}`, { phone })
    const sids = await Promise.all(
      ['STOP', 'Hello', 'Hello'].map(body => receive(receivedFrom(phone, { body }))),
    )
    expect(await Promise.all(sids.map(reasonOf))).toEqual(Array(3).fill('ambiguous-sender'))
    for (const guestId of guests) expect(await isLeftAlone(guestId)).toBe(true)
  })
})

it.each([
  ['of today is found among any number of later stays', '2050-01-01', '2050-01-08'],
  ['with a thread is found behind any number of stays without one', '2026-02-01', '2036-01-01'],
])('the stay %s', async (_, arrival, departure) => {
  const { guestId, threadId, phone } = await seedGuestThread()
  const batch = db.batch()
  for (let count = 0; count < 40; count += 1)
    batch.set(db.doc(`reservations/${uniqueId('reservation')}`), { guestId, arrival, departure })
  await batch.commit()
  await receive(receivedFrom(phone))
  expect(await countOf(threadId)).toBe(1)
})

describe('documents that are odd', () => {
  const odd = [
    { addresses: null },
    { optedOut: null },
    { chatappIds: null, optedIn: null },
    { addresses: 'x', chatappIds: {}, optedIn: 'x', optedOut: { chatapp: null }, lastChatappInboundAt: 1 },
    { name: 3, threadId: 4, lastChatappAddress: [] },
  ]

  it.each(odd)('keep no message of a guest from being stored: %j', async fields => {
    const { guestId, threadId, phone } = await seedGuestThread()
    await update(`guests/${guestId}`, fields)
    await receive(receivedFrom(phone, { body: 'STOP', senderId: uniqueChatappId() }))
    expect(await countOf(threadId)).toBe(1)
    expect(await read(`guests/${guestId}`)).toMatchObject({
      optedOut: { chatapp: expect.any(String) },
      chatappIds: [expect.any(String)],
      lastChatappAddress: phone,
    })
  })

  it.each(odd)('keep no message from being assigned by staff: %j', async fields => {
    const { guestId, threadId } = await seedGuestThread()
    await update(`guests/${guestId}`, { ...fields, phone: 4915112345678 })
    const from = uniquePhone()
    const entryId = await receive(receivedFrom(from))
    await assign({ entryId, threadId })
    expect(await read(`guests/${guestId}`)).toMatchObject({ addresses: [from] })
    await receive(receivedFrom(from))
    expect(await countOf(threadId)).toBe(2)
  })

  it.each([{}, { guestId: null }, { guestId: 7 }])(
    'get a guest made where a reservation has none: %j',
    async reservation => {
      const reservationId = uniqueId('reservation')
      await put(`reservations/${reservationId}`, { arrival: null, ...reservation })
      const threadId = await seedThread({ reservationId })
      const from = uniquePhone()
      const entryId = await receive(receivedFrom(from))
      await assign({ entryId, threadId })
      await receive(receivedFrom(from))
      expect(await countOf(threadId)).toBe(2)
      const stay = await stayOfThread((await builtContext()).store, { threadId, reservationId })
      expect(stay.guest).toMatchObject({ addresses: [from] })
    },
  )
})

it('an opt-out dated in the future can be undone, and the window of such a message ends', async () => {
  const { guestId, phone } = await seedGuestThread()
  const receivedAt = new Date('9999-01-01')
  await receive(receivedFrom(phone, { channel: 'chatapp', body: 'STOP', receivedAt }))
  expect((await guestAt(guestId)).optedOut.chatapp).toBeDefined()
  await receive(receivedFrom(phone, { channel: 'chatapp', body: 'START' }))
  const guest = await guestAt(guestId)
  expect(guest.optedOut.chatapp).toBeUndefined()
  expect(guest.lastChatappInboundAt?.getTime()).toBeLessThanOrEqual(Date.now())
})
