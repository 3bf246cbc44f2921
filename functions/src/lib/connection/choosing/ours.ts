import * as z from 'zod'
import type { RatePlan, Room } from '../model.ts'

export const oursShape = {
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
}

export interface Ours {
  rooms: { id: string; name: string; capacity: number | null }[]
  ratePlans: { id: string; name: string; roomId: string; occupancy: number; canBeMapped: boolean }[]
}

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
