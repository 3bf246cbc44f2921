import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { channelManager } from '../../src/adapters/channel-manager/channel-manager.ts'
import { uniquePhone } from './builders.ts'
import { eventually } from './chat.ts'
import { type ConnectableProperty, reseedHotel, sandbox, storeProperty } from './connection-builders.ts'
import { operations } from './connection-state.ts'
import { mappedChannel } from './mapped-channel.ts'
import { type Answer, call, type Data, db, listed, put, stored, uniqueId } from './stack.ts'
import { sandboxSettings } from './test-context.ts'

/** A property that is live on the OTA, with two rooms; their ids here and there. */
export interface LiveProperty extends ConnectableProperty {
  channelId: string
  channelManagerChannelId: string
  /** The OTA's ids. */
  otaRooms: [number, number]
  /** Our ids. */
  rooms: [string, string]
}

/** A property with an active channel, here and at the channel manager; both rooms of the hotel are mapped. */
export async function storeLiveProperty(): Promise<LiveProperty> {
  const property = await storeProperty()
  const { propertyId, hotelId } = property
  const manager = channelManager(sandboxSettings().channelManagerConfig())
  const { id, mapping } = await mappedChannel(property, manager, db())
  const [first = '', second = ''] = mapping.rooms.map(({ roomId }) => roomId ?? '')
  const channelId = `${propertyId}_booking`
  await put(`propertyChannels/${channelId}`, {
    propertyId,
    ota: 'booking',
    status: 'active',
    hotelId,
    channelManagerChannelId: id,
    mapping: { rooms: [], ratePlans: [] },
    mappingStatus: 'initial',
    createdAt: new Date(),
  })
  return {
    ...property,
    channelId,
    channelManagerChannelId: id,
    otaRooms: [Number(hotelId) * 10, Number(hotelId) * 10 + 1],
    rooms: [first, second],
  }
}

interface Stay {
  code?: string
  /** The position of the room in the hotel. */
  room?: 0 | 1
  arrival?: string
  departure?: string
  guest?: object
  amount?: string
}

/** A reservation as the OTA has it, of a guest of its own. */
export const reservationAt = (property: Pick<LiveProperty, 'otaRooms'>, stay: Stay = {}) => {
  const roomId = property.otaRooms[stay.room ?? 0]
  return {
    code: stay.code ?? uniqueId('code'),
    roomId,
    rateId: roomId * 10,
    arrival: stay.arrival ?? '2031-05-01',
    departure: stay.departure ?? '2031-05-04',
    guest: stay.guest ?? guestData(),
    amount: stay.amount ?? '300.00',
    currency: 'EUR',
  }
}

/** A guest's data at an OTA, unique to the test. */
export const guestData = () => ({
  name: 'Maria',
  surname: `Rossi-${randomUUID().slice(0, 8)}`,
  mail: `${uniqueId('maria')}@example.org`,
  phone: uniquePhone(),
})

/** Gives the hotel these reservations, which come when they are loaded. */
export const reserve = (property: LiveProperty, ...stays: Stay[]): Promise<void> =>
  reseedHotel(property.hotelId, { reservations: stays.map(stay => reservationAt(property, stay)) })

export interface Booking extends Stay {
  status?: 'new' | 'modified' | 'cancelled'
  attributes?: object
  announce?: boolean
}

/** Books at the OTA, without a webhook call unless it is wanted. */
export const book = (
  property: LiveProperty,
  { status, attributes, announce = false, ...stay }: Booking = {},
) =>
  sandbox().book({
    hotelId: property.hotelId,
    reservation: reservationAt(property, stay),
    status,
    attributes,
    announce,
  })

export const loadPath = ({ propertyId, channelId }: Pick<LiveProperty, 'propertyId' | 'channelId'>): string =>
  `/api/properties/${propertyId}/channels/${channelId}/load-future-reservations`

/** Presses the button that loads reservations. */
export async function load(property: Pick<LiveProperty, 'propertyId' | 'channelId'>): Promise<Answer> {
  const { token } = await operations()
  return call('POST', loadPath(property), { token })
}

/** Everything that bookings leave behind. */
export async function bookingsOf({ propertyId, channelManagerId }: LiveProperty) {
  const [reservations, items, pull, vendor] = await Promise.all([
    listed('reservations', 'propertyId', propertyId),
    listed('items', 'propertyId', propertyId),
    db().doc(`reservationPulls/${propertyId}`).get(),
    sandbox().state('channel-manager'),
  ])
  const guestIds = [...new Set(reservations.map(({ guestId }) => guestId))]
  const guests = await Promise.all(guestIds.map(async id => await stored(`guests/${id}`)))
  const waiting = vendor.revisions.filter(
    ({ attributes }: Data) =>
      attributes.property_id === channelManagerId && attributes.acknowledge_status !== 'acknowledged',
  )
  return { reservations, items, guests, pull: pull.data() as Data, waiting }
}

/** Expects so many stored reservations, all acknowledged, and nothing left to do. */
export async function expectSettled(property: LiveProperty, reservations: number) {
  // A pull that a webhook began may still run.
  const state = await eventually(
    () => bookingsOf(property),
    ({ pull }) => expect(pull).toMatchObject({ open: false, error: null }),
  )
  expect(state.reservations).toHaveLength(reservations)
  expect(state.waiting).toEqual([])
  return state
}
