import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { dayOf, laterDay } from '../../src/lib/days.ts'
import { bookingsOf, storeLiveProperty } from '../support/bookings.ts'
import { eventually } from '../support/chat.ts'
import { sandbox, storeProperty, vendor } from '../support/connection-builders.ts'
import { type Data, stored, sweep } from '../support/stack.ts'

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

describe('events of a channel', () => {
  const off = async ({ managed: id }: ManagedChannel) =>
    void (await vendor('POST', `/channels/${id}/deactivate`))
  const on = async ({ managed: id }: ManagedChannel) =>
    void (await vendor('POST', `/channels/${id}/activate`))
  const synced = (result: string) => (channel: ManagedChannel) =>
    sandbox().control('POST', 'channel-manager/event', {
      channelId: channel.managed,
      result,
      insertedAt: new Date(Date.now() + 1000).toISOString(),
    })
  const nothing = async () => undefined
  interface ManagedChannel {
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
    const channel = { managed: property.channelManagerChannelId }
    const id = `${kind}_${property.channelId}`
    await begin(channel)
    await tell(event, property.channelManagerId, { channel_id: channel.managed })
    await sweep('workdue')
    await expectOpen(id, todo)
    await end(channel)
    await sweep('watchchannels')
    await expectOver(id)
  })
})

it('property_removal_warning opens an item, which is resolved once the property is kept', async () => {
  const { propertyId, channelManagerId } = await storeProperty()
  const id = `property-removal_${propertyId}`
  const leaves = async (removalDate: string | undefined) => {
    const { properties } = await sandbox().state('channel-manager')
    const own = properties.find((one: Data) => one.id === channelManagerId)
    await sandbox().seed({ properties: [{ ...own, removalDate }] })
  }
  await leaves(inDays(7))
  await tell('property_removal_warning', channelManagerId, { days_left: 7 })
  expect((await expectOpen(id, 'Connect the property')).detail).toContain(inDays(7))
  await leaves(undefined)
  await sweep('watchchannels')
  await expectOver(id)
})

it.each([
  ['booking_unmapped_room', 'unmapped-booking'],
  ['booking_unmapped_rate', 'unmapped-booking'],
  ['non_acked_booking', 'booking-not-acknowledged'],
])('%s about a booking that we lack opens %s', async (event, kind) => {
  const property = await storeLiveProperty()
  await tell(event, property.channelManagerId, {
    booking_id: randomUUID(),
    booking_revision_id: randomUUID(),
  })
  await eventually(
    () => bookingsOf(property),
    ({ items }) => expect(items).toMatchObject([{ kind, status: 'open' }]),
  )
})
