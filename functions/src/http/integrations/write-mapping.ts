import * as z from 'zod'
import type { MappingDifference } from '../../lib/connection/review/mapping-difference.ts'
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

const line = z
  .object({
    otaRoomId: z.number(),
    otaRoomName: z.string().nullable(),
    otaRateId: z.number(),
    otaRateName: z.string().nullable(),
    occupancy: z.number(),
    ratePlanId: z.string().nullable(),
    ratePlanName: z.string().nullable(),
    primary: z.boolean(),
  })
  .meta({ id: 'MappingLine' })

const difference = replyOf<MappingDifference>()(
  z
    .object({
      added: z.array(line),
      removed: z.array(line),
      changed: z.array(
        z.object({
          ...line.shape,
          before: line.pick({ ratePlanId: true, ratePlanName: true, primary: true }),
        }),
      ),
      unchanged: z.number().meta({ description: 'Lines that stay as they are.' }),
    })
    .meta({ id: 'MappingDifference' }),
)

const written = replyOf<WrittenMapping>()(
  z
    .object({
      version: z.number(),
      mappingStatus: z.enum(['initial', 'finalized']),
      mapping: summarizedMapping,
      difference,
      replayed: z.boolean().meta({ description: 'True when the same had been written already.' }),
    })
    .meta({ id: 'WrittenMapping' }),
)

export const reply = z.union([
  written,
  z.object({ difference }).meta({ id: 'MappingPreview', description: 'With `preview` only.' }),
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
