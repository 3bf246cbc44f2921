import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { dayOf, laterDay } from '../../src/lib/days.ts'
import { book, bookingsOf, type LiveProperty, storeLiveProperty } from '../support/bookings.ts'
import { eventually } from '../support/chat.ts'
import { sandbox, storeProperty, vendor } from '../support/connection-builders.ts'
import { stored } from '../support/connection-state.ts'
import { type Data, sweep, update } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

/** The channel manager calls our route. */
async function tell(event: string, propertyId: string, payload: object = {}): Promise<void> {
  expect((await sandbox().announce({ event, propertyId, payload })).status).toBe(204)
}

const item = (id: string): Promise<Data> => stored(`items/${id}`)
const expectOpen = (id: string, todo: string) =>
  eventually(
    () => item(id),
    found => expect(found).toMatchObject({ status: 'open', nextAction: expect.stringContaining(todo) }),
  )
const expectOver = (id: string) =>
  eventually(
    () => item(id),
    found => expect(found).toMatchObject({ status: 'resolved', resolvedBy: 'system' }),
  )
const inDays = (days: number): string => laterDay(dayOf(new Date()), days)
const byPerson = { status: 'resolved', resolvedBy: 'sam', resolvedAt: new Date() }

describe('events of a channel', () => {
  const off = async ({ managed: id }: Told) => void (await vendor('POST', `/channels/${id}/deactivate`))
  const on = async ({ managed: id }: Told) => void (await vendor('POST', `/channels/${id}/activate`))
  const synced = (result: string) => (told: Told) =>
    sandbox().control('POST', 'channel-manager/event', {
      ...{ channelId: told.managed, result, insertedAt: new Date(Date.now() + 1000).toISOString() },
    })
  const nothing = async () => undefined
  interface Told {
    managed: string
  }

  it.each<[event: string, kind: string, todo: string, begin: typeof on, end: typeof on]>([
    ['sync_error', 'ota-sync-failed', 'Do what', synced('failure'), synced('success')],
    ['sync_warning', 'ota-sync-warned', 'extranet', nothing, synced('success')],
    ['rate_error', 'ota-rate-refused', 'Compare the prices', nothing, synced('success')],
    ['disconnect_channel', 'channel-off', 'activate it there', off, on],
    ['deactivate_channel', 'channel-off', 'activate it there', off, on],
    ['channel_removal_warning', 'channel-removal', 'before that day', off, on],
  ])('%s opens %s, which says what to do and closes by itself', async (event, kind, todo, begin, end) => {
    const property = await storeLiveProperty()
    const told = { managed: property.channelManagerChannelId }
    const id = `${kind}_${property.channelId}`
    await begin(told)
    await tell(event, property.channelManagerId, { channel_id: told.managed })
    await sweep('workdue')
    await expectOpen(id, todo)
    await end(told)
    await sweep('watchchannels')
    await expectOver(id)
  })

  it('channel_removal_warning of the last day opens again what somebody resolved a week before', async () => {
    const property = await storeLiveProperty()
    const { channelManagerChannelId: managed, channelManagerId } = property
    const id = `channel-removal_${property.channelId}`
    await off({ managed })
    const warn = async (days: number) => {
      await sandbox().control('POST', 'channel-manager/removal', { channelId: managed, day: inDays(days) })
      await tell('channel_removal_warning', channelManagerId, { channel_id: managed, days_left: days })
      await sweep('workdue')
    }
    await warn(7)
    expect((await expectOpen(id, 'before that day')).detail).toContain(inDays(7))
    await update(`items/${id}`, byPerson)
    await warn(1)
    expect((await expectOpen(id, 'before that day')).detail).toContain(inDays(1))
  })
})

describe('property_removal_warning', () => {
  it('of 30, 7 and 1 days opens an item again, which is over once the property is kept', async () => {
    const { propertyId, channelManagerId } = await storeProperty()
    const id = `property-removal_${propertyId}`
    const leaves = async (removalDate: string | undefined) => {
      const { properties } = await sandbox().state('channel-manager')
      const own = properties.find((one: Data) => one.id === channelManagerId)
      await sandbox().seed({ properties: [{ ...own, removalDate }] })
    }
    for (const days of [30, 7, 1]) {
      await leaves(inDays(days))
      await tell('property_removal_warning', channelManagerId, { days_left: days })
      expect((await expectOpen(id, 'Connect the property')).detail).toContain(inDays(days))
      await update(`items/${id}`, { ...byPerson, resolvedAt: new Date(Date.now() - 2 * 86_400_000) })
    }
    await sweep('watchchannels')
    await expectOpen(id, 'Connect the property')
    await leaves(undefined)
    await sweep('watchchannels')
    await expectOver(id)
  })
})

describe('events of a conversation', () => {
  it('with odd ids leave an item each, and what can be read is stored', async () => {
    const property = await storeLiveProperty()
    const { channelManagerId: propertyId } = property
    const kinds = async () => (await bookingsOf(property)).items.map(({ kind }) => kind)
    await tell('message', propertyId, { message_thread_id: 'a/b' })
    expect(await kinds()).toEqual(['inbound-unreadable'])
    await sandbox().seed({ applications: [{ propertyId, code: 'channex_messages' }] })
    const { threadId } = await sandbox().control('POST', 'channel-manager/message', {
      propertyId,
      event: false,
    })
    const row = (id: string) => ({
      ...{ id, attributes: { message: id, sender: 'guest', inserted_at: new Date().toISOString() } },
    })
    const fine = randomUUID()
    const data = ['..', 'x'.repeat(2000), fine].map(row)
    const path = `/message_threads/${threadId}/messages`
    await sandbox().fault({ vendor: 'channel-manager', mode: 'malformed', path, body: { data } })
    await tell('message', propertyId, { message_thread_id: threadId })
    const { threadId: home } = await stored(`otaConversations/${threadId}`)
    expect(await stored(`threads/${home}/messages/${fine}`)).toMatchObject({ body: fine, source: 'ota' })
    expect(await kinds()).toHaveLength(3)
  })
})

describe('events of a booking', () => {
  const itemsOf = async (property: LiveProperty) =>
    (await bookingsOf(property)).items.map(({ kind, status }) => `${kind} ${status}`)
  const expectItems = (property: LiveProperty, ...items: string[]) =>
    eventually(
      () => itemsOf(property),
      found => expect(found).toEqual(items),
    )
  const ids = ({ id, attributes }: Awaited<ReturnType<typeof book>>['revision']) => ({
    ...{ booking_id: attributes.booking_id, booking_revision_id: id },
  })

  it.each([
    ['booking_unmapped_room', { rooms: [] }],
    ['booking_unmapped_rate', undefined],
  ])(
    '%s opens an item that is over once the booking has both; a round finds it too',
    async (event, rooms) => {
      for (const isTold of [true, false]) {
        const property = await storeLiveProperty()
        const code = randomUUID()
        const mapped = await book(property, { code })
        const [room] = mapped.revision.attributes.rooms
        const attributes = rooms ?? { rooms: [{ ...room, rate_plan_id: randomUUID() }] }
        const { revision } = await book(property, { code, status: 'modified', attributes })
        if (isTold) await tell(event, property.channelManagerId, ids(revision))
        else await sweep('sweepbookingfeed')
        await expectItems(property, 'unmapped-booking open')
        await book(property, { code, status: 'modified' })
        await sweep('sweepbookingfeed')
        await expectItems(property, 'unmapped-booking resolved')
      }
    },
  )

  it.each([
    ['booking_unmapped_room', 'unmapped-booking'],
    ['booking_unmapped_rate', 'unmapped-booking'],
    ['non_acked_booking', 'booking-not-acknowledged'],
  ])('%s of a booking that the feed does not hand over: it comes from the list', async (event, kind) => {
    const property = await storeLiveProperty()
    const { revision } = await book(property)
    await sandbox().forgetFeed(property.channelManagerId)
    await tell(event, property.channelManagerId, ids(revision))
    expect(await itemsOf(property)).toEqual([`${kind} open`])
    await sweep('workdue')
    await expectItems(property, `${kind} resolved`)
    expect((await bookingsOf(property)).reservations).toHaveLength(1)
  })

  it('non_acked_booking of one that cannot be acknowledged opens an item; a round finds it too', async () => {
    for (const isTold of [true, false]) {
      const property = await storeLiveProperty()
      const inserted_at = new Date(Date.now() - 40 * 60_000).toISOString()
      const { revision } = await book(property, isTold ? {} : { attributes: { inserted_at } })
      const path = `/booking_revisions/${revision.id}/ack`
      await sandbox().fault({ vendor: 'channel-manager', mode: 'status', status: 403, path })
      if (isTold) await tell('non_acked_booking', property.channelManagerId, ids(revision))
      else await sweep('sweepbookingfeed')
      await expectItems(property, 'booking-not-acknowledged open')
      expect((await bookingsOf(property)).reservations).toHaveLength(1)
      await sandbox().clearFaults()
      await update(`reservationPulls/${property.propertyId}`, { dueAt: new Date(0) })
      await sweep('workdue')
      await expectItems(property, 'booking-not-acknowledged resolved')
      expect((await bookingsOf(property)).waiting).toEqual([])
    }
  })
})
