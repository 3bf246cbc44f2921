import * as z from 'zod'

const otaId = z.union([z.int().nonnegative(), z.string().min(1).max(64)])
const ownId = z.string().min(1).max(1500).nullable()

/** Null leaves the room open. */
export const roomChoice = z.strictObject({ otaRoomId: otaId, roomId: ownId })

/** Null leaves the rate open. */
export const rateChoice = z.strictObject({
  otaRoomId: otaId,
  otaRateId: otaId,
  ratePlanId: ownId,
  occupancy: z.int().positive().nullable(),
  primary: z.boolean().default(false),
})
