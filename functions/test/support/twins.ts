import type { MappingRows } from '../../src/lib/connection/choosing/compose-mapping.ts'
import {
  type ConnectableProperty,
  type HotelSpec,
  type PropertySpec,
  type RoomSpec,
  sandbox,
  storeProperty,
} from './connection-builders.ts'
import { type Data, db } from './stack.ts'

const title = 'Studio Apartment'

/** A hotel of two rooms with one name. */
export const twinHotel: HotelSpec = {
  pricingType: 'OBP',
  rooms: [2, 2].map(guests => ({
    title,
    rates: [{ title: 'Standard Rate', maxPersons: guests, occupancies: [1, guests] }],
  })),
}

export const twinRooms: RoomSpec[] = [1, 2].map(() => ({
  name: title,
  capacity: 2,
  rates: { 'Standard Rate': [1, 2] },
}))

export interface Twins extends ConnectableProperty {
  otaRooms: { id: number; rates: { id: number }[] }[]
  roomIds: string[]
  /** The OTA's first room is our second, and its second our first. */
  crossed: MappingRows
}

/** A property that only a person can connect, who says which room is which. */
export async function storeTwins(spec: PropertySpec = {}): Promise<Twins> {
  const property = await storeProperty({ hotel: twinHotel, rooms: twinRooms, ...spec })
  const { hotels } = await sandbox().state('channel-manager')
  const { rooms: otaRooms } = hotels.find(({ hotelId }: Data) => hotelId === property.hotelId)
  const { docs } = await db().collection(`properties/${property.propertyId}/rooms`).get()
  const roomIds = docs.map(({ id }) => id).toSorted()
  const rooms = otaRooms.map(({ id }: { id: number }, at: number) => ({
    otaRoomId: id,
    roomId: roomIds[1 - at] ?? null,
  }))
  return { ...property, otaRooms, roomIds, crossed: { rooms, ratePlans: [] } }
}
