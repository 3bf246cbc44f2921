import type { OtaOffer, OtaRoom } from '../channel-manager.ts'
import { mappableRates, pairOf, roomNotMapped } from '../mapping/rate-lines.ts'
import type { Mapping, RateMapping, RoomMapping } from '../model.ts'
import type { OtaId } from '../ota-id.ts'
import { type Ground, mappingErrors } from './check-mapping.ts'

const opinion = { reasons: ['as before'], needsReview: true }

/** Rooms under their former names; a room without a fitting rate goes to the matching. */
export function asBefore(before: Mapping, ground: Ground): Mapping {
  const matches = ground.offer.rooms.flatMap(room => roomAsBefore(room, before, ground) ?? [])
  return { rooms: matches.map(({ room }) => room), ratePlans: matches.flatMap(({ rates }) => rates) }
}

function roomAsBefore(
  otaRoom: OtaRoom,
  before: Mapping,
  ground: Ground,
): { room: RoomMapping; rates: RateMapping[] } | undefined {
  const room = before.rooms.find(row => row.otaRoomId === otaRoom.id && row.otaRoomName === otaRoom.title)
  if (!room) return undefined
  const isOpen = room.roomId === null
  const rates = mappableRates(otaRoom).flatMap(rate => {
    const pair = { otaRoomId: otaRoom.id, otaRateId: rate.id, otaRateName: rate.title }
    const rows = before.ratePlans.filter(row => row.ratePlanId !== null && pairOf(row) === pairOf(pair))
    const isMapped = !isOpen && rows.length > 0
    if (isMapped && mappingErrors({ rooms: [room], ratePlans: rows }, ground).length === 0)
      return rows.map(row => ({ ...row, ...pair, ...opinion }))
    const open = { ratePlanId: null, occupancy: rate.maxPersons, primary: false, score: 0 }
    const why = isMapped ? 'does not fit as before' : 'not mapped before'
    return [{ ...pair, ...open, reasons: [isOpen ? roomNotMapped : why], needsReview: true }]
  })
  if (isOpen) return { room: { ...room, ...opinion, reasons: ['left open before'] }, rates }
  return rates.some(({ ratePlanId }) => ratePlanId !== null)
    ? { room: { ...room, ...opinion }, rates }
    : undefined
}

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

export const withoutRooms = (offer: OtaOffer, { rooms }: Pick<Mapping, 'rooms'>): OtaOffer => {
  const roomIds = new Set(rooms.map(({ otaRoomId }) => otaRoomId))
  return { ...offer, rooms: offer.rooms.filter(({ id }) => !roomIds.has(id)) }
}
