import * as z from 'zod'
import type { RatePlan, Room } from '../model.ts'

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
