import * as z from 'zod'

const otaId = z.union([z.int().nonnegative(), z.string().min(1).max(64)])
const ownId = z.string().min(1).max(1500).nullable()

/** What a person chose for a room of the OTA; null leaves it open. */
export const givenRoom = z.strictObject({ otaRoomId: otaId, roomId: ownId })

/** What a person chose for a rate of the OTA and a number of guests; null leaves it open. */
export const givenRate = z.strictObject({
  otaRoomId: otaId,
  otaRateId: otaId,
  ratePlanId: ownId,
  occupancy: z.int().positive().nullable(),
  primary: z.boolean().default(false),
})
