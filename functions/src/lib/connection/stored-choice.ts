import * as z from 'zod'
import { otaId } from './ota-id.ts'

/** Of attempts, and of devices until saved. */
export const storedChoice = z.object({
  rooms: z.array(z.object({ otaRoomId: otaId, roomId: z.string().nullable() })),
  ratePlans: z.array(
    z.object({
      otaRoomId: otaId,
      otaRateId: otaId,
      ratePlanId: z.string().nullable(),
      /** Guests; null only if unmapped. */
      occupancy: z.number().nullable(),
      primary: z.boolean(),
    }),
  ),
})
