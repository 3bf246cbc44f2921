import * as z from 'zod'
import type { ConnectionResult } from '../../lib/connection/connection-result.ts'
import { storedMapping } from '../../lib/connection/model.ts'
import { otaNames } from '../../lib/connection/otas.ts'
import type { TestResult } from '../../lib/connection/test-property.ts'
import { replyOf } from '../reply.ts'

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

export const connectionReply = replyOf<ConnectionResult>()(
  z
    .object({
      status: z.literal('completed'),
      propertyId: z.string(),
      ota: z.enum(otaNames),
      hotelId: z.string(),
      channelId: z.string(),
      channelManagerChannelId: z.string(),
      requestIds: z.array(z.string()).meta({ description: 'The connection requests that this completed.' }),
      subscriptionId: z.string().nullable().meta({ description: 'Null when nothing was due.' }),
      mapping: summarizedMapping,
      redirectTo: z.string().meta({ description: 'Path in the dashboard where the mapping is reviewed.' }),
      replayed: z.boolean().meta({ description: 'True when the property was connected so already.' }),
    })
    .meta({ id: 'Connection' }),
)

export const testReply = replyOf<TestResult>()(
  z
    .object({
      ok: z.boolean(),
      code: z.string().optional().meta({ description: 'The code that connect would answer with.' }),
      detail: z.string().optional().meta({ description: 'Of a good one: what only connecting shows.' }),
      nextAction: z.string().optional(),
    })
    .meta({ id: 'TestResult' }),
)
