/** What a person sends for a mapping: the choice alone, without what we say about it. */
export interface RoomRow {
  otaRoomId: number
  roomId: string | null
}

export interface RateRow {
  otaRoomId: number
  otaRateId: number
  ratePlanId: string | null
  /** Guests; null only where nothing is mapped. */
  occupancy: number | null
  primary: boolean
}

export interface MappingRows {
  rooms: RoomRow[]
  ratePlans: RateRow[]
}

export const pairOf = ({ otaRoomId, otaRateId }: Pick<RateRow, 'otaRoomId' | 'otaRateId'>): string =>
  `${otaRoomId}/${otaRateId}`

/** The choices in an order and form of their own, so that two that mean the same read the same. Pure. */
export function choicesOf({ rooms, ratePlans }: MappingRows): string {
  const mappedRooms = rooms.filter(({ roomId }) => roomId !== null)
  const mappedRates = ratePlans.filter(({ ratePlanId }) => ratePlanId !== null)
  return JSON.stringify([
    mappedRooms.map(({ otaRoomId, roomId }) => `${otaRoomId} ${roomId}`).toSorted(),
    mappedRates.map(row => `${pairOf(row)} ${row.occupancy} ${row.ratePlanId} ${row.primary}`).toSorted(),
  ])
}
