import * as z from 'zod'

/** Text if it may have letters or more digits than a number can. */
export const otaId = z.union([z.number(), z.string()])
export type OtaId = z.infer<typeof otaId>
