import * as z from 'zod'
import type { OtaOffer } from '../channel-manager.ts'

/** What the OTA offered, as a property channel or an attempt keeps it. */
export const storedOffer: z.ZodType<OtaOffer> = z.object({
  pricingType: z.enum(['Standard', 'OBP']),
  rooms: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      rates: z.array(
        z.object({
          id: z.number(),
          title: z.string(),
          maxPersons: z.number().nullable(),
          occupancies: z.array(z.number()),
          readonly: z.boolean(),
          derived: z.boolean(),
          pricing: z.string(),
        }),
      ),
    }),
  ),
})
