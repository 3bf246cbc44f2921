import * as z from 'zod'
import { storedMapping } from '../../lib/connection/model.ts'

export const mappingSummary = z
  .object({
    mapped: z
      .number()
      .meta({ description: 'Pairs of room and rate that have a rate plan; several occupancies count once.' }),
    total: z.number().meta({ description: 'Pairs that can be mapped: neither read-only nor derived.' }),
    needsReview: z.number().meta({ description: 'Pairs to look at.' }),
  })
  .meta({ id: 'MappingSummary' })

export const summarizedMapping = storedMapping
  .extend({ summary: mappingSummary })
  .meta({ id: 'Mapping', description: 'What the OTA offers, each row with what of ours sells it, and why.' })
