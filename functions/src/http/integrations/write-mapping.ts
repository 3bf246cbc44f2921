import * as z from 'zod'
import { writtenDifference } from '../../lib/connection/review/mapping-difference.ts'
import {
  previewMapping,
  type WrittenMapping,
  writeMapping,
} from '../../lib/connection/review/write-mapping.ts'
import { type Handler, parse, replyOf } from '../handler.ts'
import { channelRefOf, summarizedMapping } from './shapes.ts'

/** What we say about a row comes back as it was read, and is not looked at. */
const ignored = {
  score: z.unknown().optional(),
  reasons: z.unknown().optional(),
  needsReview: z.unknown().optional(),
}
const otaId = z.int().nonnegative()
const ownId = z.string().min(1).max(1500).nullable()

export const body = z.strictObject({
  version: z.int().nonnegative(),
  rooms: z
    .array(
      z.strictObject({ otaRoomId: otaId, otaRoomName: z.unknown().optional(), roomId: ownId, ...ignored }),
    )
    .max(2_000),
  ratePlans: z
    .array(
      z.strictObject({
        otaRoomId: otaId,
        otaRateId: otaId,
        otaRateName: z.unknown().optional(),
        ratePlanId: ownId,
        occupancy: z.int().positive().nullable(),
        primary: z.boolean().default(false),
        ...ignored,
      }),
    )
    .max(10_000),
  finalize: z.boolean().default(false),
  preview: z.boolean().default(false),
})

const written = replyOf<WrittenMapping>()(
  z
    .object({
      version: z.number(),
      mappingStatus: z.enum(['initial', 'finalized']),
      mapping: summarizedMapping,
      difference: writtenDifference,
      replayed: z.boolean().meta({ description: 'True when the same had been written already.' }),
    })
    .meta({ id: 'WrittenMapping' }),
)

export const reply = z.union([
  written,
  z
    .object({ difference: writtenDifference })
    .meta({ id: 'MappingPreview', description: 'With `preview` only.' }),
])

/** `PUT /api/properties/:id/channels/:channelId/mapping`: writes a reviewed mapping; with `preview` it only says what that would change. */
export const handle: Handler = async ({ caller, services, params, request }) => {
  const ref = channelRefOf(params)
  const { preview, ...mapping } = parse(body, request.body)
  const deps = await services.channels()
  const input = { ...ref, ...mapping }
  return {
    status: 200,
    body: preview ? await previewMapping(deps, input) : await writeMapping(deps, caller, input),
  }
}
