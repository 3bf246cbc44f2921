import type { OtaOffer, OtaRoom } from '../channel-manager.ts'
import type { Mapping, RateMapping, RoomMapping } from '../model.ts'
import type { OtaId } from '../ota-id.ts'
import { type Ground, mappingErrors } from '../review/check-mapping.ts'
import { mappableRates, roomNotMapped } from './rate-lines.ts'

const opinion = { reasons: ['as before'], needsReview: true }

/**
 * What of an earlier mapping of the same hotel still fits: the OTA's rooms that are called as they were, each with
 * every rate as it was mapped then, and those that were left open. Anything else is left to the matching. Pure.
 */
export function asBefore(before: Mapping, ground: Ground): Mapping {
  const kept = ground.offer.rooms.flatMap(room => keptRoom(room, before, ground) ?? [])
  return { rooms: kept.map(({ room }) => room), ratePlans: kept.flatMap(({ rates }) => rates) }
}

function keptRoom(
  otaRoom: OtaRoom,
  before: Mapping,
  ground: Ground,
): { room: RoomMapping; rates: RateMapping[] } | undefined {
  const room = before.rooms.find(row => row.otaRoomId === otaRoom.id && row.otaRoomName === otaRoom.title)
  if (!room) return undefined
  const isOpen = room.roomId === null
  const rates = before.ratePlans.filter(
    row => !isOpen && row.otaRoomId === otaRoom.id && row.ratePlanId !== null,
  )
  if (!isOpen && mappingErrors({ rooms: [room], ratePlans: rates }, ground).length > 0) return undefined
  return {
    room: { ...room, ...(isOpen ? { ...opinion, reasons: ['left open before'] } : opinion) },
    rates: mappableRates(otaRoom).flatMap(rate => {
      const rows = rates.filter(row => row.otaRateId === rate.id)
      const pair = { otaRoomId: otaRoom.id, otaRateId: rate.id, otaRateName: rate.title }
      if (rows.length > 0) return rows.map(row => ({ ...row, ...pair, ...opinion }))
      const open = { ratePlanId: null, occupancy: rate.maxPersons, primary: false, score: 0 }
      return [
        { ...pair, ...open, reasons: [isOpen ? roomNotMapped : 'not mapped before'], needsReview: true },
      ]
    }),
  }
}

/** Only the rooms that are to be sold, with their rates. */
export function withoutOpen<
  RoomRow extends { otaRoomId: OtaId; roomId: string | null },
  RateRow extends { otaRoomId: OtaId },
>({
  rooms,
  ratePlans,
}: {
  rooms: readonly RoomRow[]
  ratePlans: readonly RateRow[]
}): {
  rooms: RoomRow[]
  ratePlans: RateRow[]
} {
  const sold = rooms.filter(({ roomId }) => roomId !== null)
  const ids = new Set(sold.map(({ otaRoomId }) => otaRoomId))
  return { rooms: sold, ratePlans: ratePlans.filter(({ otaRoomId }) => ids.has(otaRoomId)) }
}

/** The offer without the rooms that are mapped so. */
export const withoutRooms = (offer: OtaOffer, { rooms }: Pick<Mapping, 'rooms'>): OtaOffer => {
  const gone = new Set(rooms.map(({ otaRoomId }) => otaRoomId))
  return { ...offer, rooms: offer.rooms.filter(({ id }) => !gone.has(id)) }
}
