import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { noteBookingAlarm } from '../../src/lib/reservations/booking-alarm.ts'
import { receiveBookings } from '../../src/lib/reservations/receive-bookings.ts'
import { book, bookingsOf, type LiveProperty, storeLiveProperty } from '../support/bookings.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { channelManagerFails, sandbox } from '../support/connection-builders.ts'
import { dieAt, intercepted } from '../support/intercept.ts'
import { memoryLog } from '../support/memory-log.ts'
import { update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db } = startVerbs()
afterEach(() => sandbox().clearFaults())

const deps = await builtContext({ firestore: db, log: memoryLog([]) })

const alarming = (
  { channelManagerId }: LiveProperty,
  revision?: Awaited<ReturnType<typeof book>>['revision'],
) => ({
  channelManagerPropertyId: channelManagerId,
  bookingId: revision?.attributes.booking_id ?? randomUUID(),
  revisionId: revision?.id ?? randomUUID(),
})
const itemsOf = async (property: LiveProperty) =>
  (await bookingsOf(property)).items.map(({ kind, status }) => `${kind} ${status}`)

const refuseAcknowledgement = ({ id }: { id: string }) =>
  channelManagerFails({ status: 403, path: `/${id}/ack` })

/** A stored booking, forty minutes old, whose acknowledgement fails. */
async function overdue() {
  const property = await storeLiveProperty()
  const inserted_at = new Date(Date.now() - 40 * 60_000).toISOString()
  const { revision } = await book(property, { attributes: { inserted_at } })
  await refuseAcknowledgement(revision)
  await receiveBookings(deps, property.channelManagerId)
  return { property, revision }
}

const alarms = [
  ['unmapped', 'unmapped-booking'],
  ['notAcknowledged', 'booking-not-acknowledged'],
] as const

it.each(alarms)('%s: repeated alarms about a booking that we lack open one item', async (alarm, kind) => {
  const property = await storeLiveProperty()
  const booking = alarming(property)
  await Promise.all([1, 2].map(() => noteBookingAlarm(deps, alarm, booking)))
  await noteBookingAlarm(deps, alarm, booking)
  expect(await itemsOf(property)).toEqual([`${kind} open`])
})

it('a booking without rooms that arrives after its alarm keeps the one item', async () => {
  const property = await storeLiveProperty()
  const { revision } = await book(property, { attributes: { rooms: [] } })
  await noteBookingAlarm(deps, 'unmapped', alarming(property, revision))
  await receiveBookings(deps, property.channelManagerId)
  expect(await itemsOf(property)).toEqual(['unmapped-booking open'])
})

it('an alarm about a stored booking acknowledges it again, and opens nothing', async () => {
  const property = await storeLiveProperty()
  const { revision } = await book(property)
  await channelManagerFails({ status: 403, path: '/ack' })
  await receiveBookings(deps, property.channelManagerId)
  await sandbox().clearFaults()
  for (const [alarm] of alarms) await noteBookingAlarm(deps, alarm, alarming(property, revision))
  expect(await itemsOf(property)).toEqual([])
  expect(await acknowledgementOf(revision.id)).toBe('acknowledged')
})

async function acknowledgementOf(revisionId: string): Promise<unknown> {
  const { revisions } = await sandbox().state('channel-manager')
  const found = revisions.find(({ id }: { id: string }) => id === revisionId)
  return found?.attributes.acknowledge_status
}

/** Pulls a property's bookings now, whenever they are due. */
const goOn = async (property: LiveProperty, context = deps) => {
  await update(`reservationPulls/${property.propertyId}`, { dueAt: new Date(0), leaseUntil: new Date(0) })
  await receiveBookings(context, property.channelManagerId)
}

it.each(alarms)(
  '%s: the next pull resolves an item that was opened just after its booking was stored',
  async (alarm, kind) => {
    const property = await storeLiveProperty()
    const { revision } = await book(property)
    const booking = alarming(property, revision)
    const early = intercepted(deps, 'store.read', (original, call) => async place => {
      const stored = await original(place)
      if (call === 1) await receiveBookings(deps, property.channelManagerId)
      return stored
    })
    await noteBookingAlarm(early, alarm, booking)
    expect(await itemsOf(property)).toEqual([`${kind} open`])
    await goOn(property)
    expect(await itemsOf(property)).toEqual([`${kind} resolved`])
  },
)

it('a booking that cannot be acknowledged has an item until it is, with or without an alarm, also after a death', async () => {
  const { property, revision } = await overdue()
  expect(await itemsOf(property)).toEqual(['booking-not-acknowledged open'])
  const alarm = alarming(property, revision)
  await noteBookingAlarm(deps, 'notAcknowledged', alarm)
  expect(await itemsOf(property)).toEqual(['booking-not-acknowledged open'])
  await sandbox().clearFaults()
  await dieAt(deps, { effect: 'feed.acknowledge', when: 'after' }, dying => goOn(property, dying))
  expect(await itemsOf(property)).toEqual(['booking-not-acknowledged open'])
  await goOn(property)
  expect(await itemsOf(property)).toEqual(['booking-not-acknowledged resolved'])
})

it('a booking that the feed forgot unacknowledged is acknowledged from the list, and its item closes', async () => {
  const { property, revision } = await overdue()
  await goOn(property)
  await sandbox().forgetFeed(property.channelManagerId)
  await sandbox().clearFaults()
  await goOn(property)
  expect(await itemsOf(property)).toEqual(['booking-not-acknowledged resolved'])
  expect(await acknowledgementOf(revision.id)).toBe('acknowledged')
  const pull = await db.doc(`reservationPulls/${property.propertyId}`).get()
  expect(pull.data()).toMatchObject({ open: false, listFrom: null })
})

it.each(alarms)(
  '%s: a booking that only the list has keeps an item while it cannot be acknowledged',
  async alarm => {
    const property = await storeLiveProperty()
    const { revision } = await book(property)
    await sandbox().forgetFeed(property.channelManagerId)
    await noteBookingAlarm(deps, alarm, alarming(property, revision))
    await refuseAcknowledgement(revision)
    await goOn(property)
    expect(await itemsOf(property)).toContain('booking-not-acknowledged open')
    await sandbox().clearFaults()
    await goOn(property)
    expect(await itemsOf(property)).toContain('booking-not-acknowledged resolved')
    expect(await acknowledgementOf(revision.id)).toBe('acknowledged')
  },
)

it('an alarm that gets a booking acknowledged closes the item that an earlier pull opened', async () => {
  const { property, revision } = await overdue()
  await sandbox().clearFaults()
  const alarm = alarming(property, revision)
  await noteBookingAlarm(deps, 'notAcknowledged', alarm)
  expect(await itemsOf(property)).toEqual(['booking-not-acknowledged resolved'])
})

it('an alarm about a property that is not ours opens nothing', async () => {
  const property = await storeLiveProperty()
  await noteBookingAlarm(deps, 'unmapped', { ...alarming(property), channelManagerPropertyId: randomUUID() })
  expect(await itemsOf(property)).toEqual([])
})
