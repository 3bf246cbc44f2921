import * as z from 'zod'
import { otaOffer } from '../channel-manager.ts'
import { rankRooms } from '../mapping/map-offer.ts'
import { mappableRates } from '../mapping/rate-lines.ts'
import { type Mapping, type RatePlan, type Room, storedMapping } from '../model.ts'
import { type OtaId, otaId } from '../ota-id.ts'
import type { Ground } from './check-mapping.ts'
import { free } from './first-mapping.ts'

export const oursShape = z.object({
  rooms: z.array(z.object({ id: z.string(), name: z.string(), capacity: z.number().nullable() })),
  ratePlans: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      roomId: z.string(),
      occupancy: z.number(),
      canBeMapped: z.boolean(),
    }),
  ),
})
export type Ours = z.infer<typeof oursShape>

export const oursOf = ({
  rooms,
  ratePlans,
}: {
  rooms: readonly Room[]
  ratePlans: readonly RatePlan[]
}): Ours => ({
  rooms: rooms.map(({ id, name, capacity = null }) => ({ id, name, capacity })),
  ratePlans: ratePlans.map(({ id, name, roomId, occupancy, channelManagerRatePlanId }) => ({
    id,
    name,
    roomId,
    occupancy,
    canBeMapped: Boolean(channelManagerRatePlanId),
  })),
})

export const choiceOfRooms = z
  .object({
    offer: otaOffer,
    ...oursShape.shape,
    mapping: storedMapping,
    likely: z.array(z.object({ otaRoomId: otaId, roomIds: z.array(z.string()) })).meta({
      description: 'Our rooms that each of these rooms is likeliest to be, the best first.',
    }),
  })
  .meta({
    id: 'ToChoose',
    description:
      "The OTA's rooms of which nothing would be mapped, and ours that are free: `chosen` of connect says which is which.",
  })
export type ToChoose = z.infer<typeof choiceOfRooms>

const mostLikely = 3
const leastLikely = 0.01

export function toChoose(mapping: Mapping, { offer, rooms, ratePlans }: Ground): ToChoose | undefined {
  const sold = new Set(mapping.ratePlans.flatMap(row => (row.ratePlanId === null ? [] : [row.otaRoomId])))
  const open = offer.rooms.filter(room => !sold.has(room.id) && mappableRates(room).length > 0)
  const isOpen = ({ otaRoomId }: { otaRoomId: OtaId }) => open.some(({ id }) => id === otaRoomId)
  const ours = free(rooms, { rooms: mapping.rooms.filter(row => !isOpen(row)) })
  if (open.length === 0 || ours.length === 0) return undefined
  const isOurs = new Set(ours.map(({ id }) => id))
  return {
    ...oursOf({ rooms: ours, ratePlans: ratePlans.filter(({ roomId }) => isOurs.has(roomId)) }),
    offer: { ...offer, rooms: open },
    mapping: { rooms: mapping.rooms.filter(isOpen), ratePlans: mapping.ratePlans.filter(isOpen) },
    likely: open.map(({ id, title }) => ({
      otaRoomId: id,
      roomIds: rankRooms(title, ours)
        .filter(({ score }) => score >= leastLikely)
        .slice(0, mostLikely)
        .map(({ roomId }) => roomId),
    })),
  }
}
