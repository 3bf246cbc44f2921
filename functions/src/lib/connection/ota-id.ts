import * as z from 'zod'

/** The OTA's id of a room or rate: text where it may hold a letter or more digits than a number can. */
export const otaId = z.union([z.number(), z.string()])
export type OtaId = z.infer<typeof otaId>
