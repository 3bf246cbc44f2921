import { expect, it } from 'vitest'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { readReachability } from '../../src/lib/chat/reachability/reachability.ts'
import { aboutThread } from '../../src/lib/chat/reading/about-thread.ts'
import { sendTemplate } from '../../src/lib/chat/templates/send-template.ts'
import { threads } from '../../src/lib/chat/thread-writes.ts'
import { receiveBookings } from '../../src/lib/reservations/receive-bookings.ts'
import { type Booking, guestData, reservationAt } from '../support/bookings.ts'
import { uniquePhone } from '../support/builders.ts'
import { input, staffActor } from '../support/chat-deps.ts'
import { forEachTest } from '../support/for-each-test.ts'
import { reviewWorld } from '../support/review-world.ts'
import { worldsOf } from '../support/world.ts'

const { sandbox, world } = await worldsOf(reviewWorld)
const channel = forEachTest(() => world.connected())

const staff = staffActor()
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Books a room of the channel, as many days ahead as the code is long, and pulls the booking. */
async function booked(code: string, { status, attributes, ...stay }: Booking) {
  const { hotelId, channelManagerId, propertyId } = channel.property
  const first = Number(hotelId) * 10
  const days = { arrival: day(code.length), departure: day(code.length + 1) }
  world.clock.forward(1000)
  await sandbox.book({
    hotelId,
    status,
    announce: false,
    reservation: reservationAt({ otaRooms: [first, first + 1] }, { code, ...days, ...stay }),
    attributes: { inserted_at: world.clock.now().toISOString().slice(0, -1), ...attributes },
  })
  await receiveBookings(world.deps, channelManagerId)
  const { docs } = await world.db
    .collection('reservations')
    .where('propertyId', '==', propertyId)
    .where('code', '==', code)
    .get()
  const [document] = docs
  if (!document) throw new Error(`${code} was not stored`)
  return { reservationId: document.id, ...document.data() } as {
    reservationId: string
    guestId: string
    leadGuest: object
  }
}

const guestOf = async ({ guestId }: { guestId: string }) =>
  (await world.db.doc(`guests/${guestId}`).get()).data() ?? {}

async function threadOf({ guestId }: { guestId: string }) {
  const { docs } = await world.db.collection('threads').where('guestId', '==', guestId).get()
  expect(docs).toHaveLength(1)
  const threadId = docs[0]?.id ?? ''
  const stored = await world.deps.store.read(threads.at(threadId))
  if (!stored) throw new Error('it is gone')
  return { threadId, thread: stored.value }
}

/** The number that an SMS in the guest's thread goes to, about the given stay or none. */
async function sentTo(guest: { guestId: string }, reservationId?: string): Promise<unknown> {
  const { threadId } = await threadOf(guest)
  const post = { ...input(threadId, { type: 'sms-message' }), ...(reservationId && { reservationId }) }
  const { message } = await createMessage(world.deps, staff, post)
  const ref = { threadId, messageId: message.messageId }
  await deliverMessage(world.deps, ref)
  return (await world.db.doc(`threads/${threadId}/messages/${message.messageId}`).get()).get('delivery.to')
}

it('bookings under one number are one guest, and a message about each greets the name of its booking', async () => {
  const phone = uniquePhone()
  const [maria, paolo] = [
    { ...guestData(), phone },
    { ...guestData(), name: 'Paolo', surname: 'Neri', phone },
  ]
  const first = await booked('A', { guest: maria })
  const attributes = {
    notes: 'Cot, please',
    arrival_hour: '15:00',
    occupancy: { adults: 2, children: 1, infants: 0 },
  }
  const second = await booked('AB', { guest: paolo, attributes })
  expect(second).toMatchObject({
    guestId: first.guestId,
    otaBookingNumber: 'AB',
    notes: 'Cot, please',
    arrivalTime: '15:00',
    leadGuest: { name: 'Paolo Neri', phone, email: paolo.mail },
  })
  const { threadId, thread } = await threadOf(first)
  const { reservationId } = second
  const about = { threadId, template: 'reply-request', variables: {} } as const
  for (const [of, name] of [
    [{}, `Maria ${maria.surname}`],
    [{ reservationId }, 'Paolo Neri'],
  ] as const) {
    const { message } = await sendTemplate(world.deps, staff, { ...about, ...of })
    expect(message.body).toContain(`Hello ${name},`)
  }
  const { guest, stay, otherStays } = await aboutThread(world.deps, threadId)
  expect([guest, stay?.leadGuest, otherStays[0]?.leadGuest].map(one => one?.name)).toEqual([
    ...[`Maria ${maria.surname}`, `Maria ${maria.surname}`, 'Paolo Neri'],
  ])
  // Once the thread is about the second stay, templates name its guest, too.
  await booked('A', { guest: maria, status: 'cancelled' })
  const { thread: later } = await threadOf(first)
  expect([thread, later].map(one => one.reservationId)).toEqual([first.reservationId, reservationId])
  const { templates = [] } = await readReachability(world.deps, staff, { threadId, thread: later })
  expect(templates[0]?.variables).toContainEqual({ name: 'guest', value: 'Paolo Neri' })
})

it.each([
  ['the first', [30, 20], { mail: '' }],
  ['the second', [20, 30], {}],
] as const)(
  'a guest of two stays that arrive together expires after the later one, here %s',
  async (_, ends, firstSaid) => {
    const [both, { hotelId, channelManagerId, propertyId }] = [guestData(), channel.property]
    for (const [at, end] of ends.entries()) {
      const days = { arrival: day(end - 1), departure: day(end) }
      const guest = at === 0 ? { ...both, ...firstSaid } : both
      const room = Number(hotelId) * 10 + at
      await sandbox.book({
        hotelId,
        announce: false,
        reservation: reservationAt({ otaRooms: [room, room] }, { ...days, guest }),
      })
    }
    await receiveBookings(world.deps, channelManagerId)
    const { docs } = await world.db.collection('reservations').where('propertyId', '==', propertyId).get()
    const [first, second] = docs.map(one => String(one.get('guestId')))
    expect(second).toBe(first)
    const { expireAt } = await guestOf({ guestId: String(first) })
    expect(expireAt.toDate()).toEqual(new Date(Date.parse(day(30)) + 1095 * 86_400_000))
  },
)

it('corrections of a booking reach its guest, and messages go to the new number', async () => {
  const [guest, phone] = [guestData(), uniquePhone()]
  const before = await booked('A', { guest })
  await world.db.doc(`guests/${before.guestId}`).update({
    lastChatappAddress: guest.phone,
    lastChatappInboundAt: new Date(),
    optedIn: { chatapp: new Date() },
  })
  expect(await sentTo(before)).toBe(guest.phone)
  const corrected = { name: 'Anna', surname: 'Verdi', mail: 'relay@example.org', phone }
  const after = await booked('A', { guest: corrected, status: 'modified' })
  expect(after.guestId).toBe(before.guestId)
  const { lastChatappInboundAt, lastChatappAddress, optedIn, ...stored } = await guestOf(after)
  expect(stored).toMatchObject({ name: 'Anna Verdi', phone, email: 'relay@example.org' })
  expect([lastChatappInboundAt, lastChatappAddress, optedIn]).toEqual([undefined, undefined, undefined])
  expect((await threadOf(after)).thread.guestName).toBe('Anna Verdi')
  expect(await sentTo(after)).toBe(phone)
})

it.each([['nobody has'], ['another guest has']])(
  'a booking that gets a number of its own, which %s, leaves the shared guest for a thread of its own',
  async whose => {
    const [agency, own] = [uniquePhone(), uniquePhone()]
    if (whose === 'another guest has') await booked('ABC', { guest: { ...guestData(), phone: own } })
    const maria = { ...guestData(), phone: agency }
    const first = await booked('A', { guest: maria })
    const paolo = { ...guestData(), name: 'Paolo', phone: agency }
    expect(await booked('AB', { guest: paolo })).toMatchObject({ guestId: first.guestId })
    // The thread is about the stay that is going to leave it.
    await booked('A', { guest: maria, arrival: day(9), departure: day(10), status: 'modified' })
    const left = await booked('AB', { guest: { ...paolo, phone: own }, status: 'modified' })
    expect(left.guestId).not.toBe(first.guestId)
    expect(await guestOf(first)).toMatchObject({ phone: agency })
    expect(await guestOf(left)).toMatchObject({ phone: own })
    expect(await sentTo(left, left.reservationId)).toBe(own)
    expect((await threadOf(first)).thread.reservationId).toBe(first.reservationId)
    expect(await sentTo(first)).toBe(agency)
  },
)
