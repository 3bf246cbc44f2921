import * as z from 'zod'
import { readMapping } from '../../lib/connection/review/read-mapping.ts'
import { previewMapping, writeMapping } from '../../lib/connection/review/write-mapping.ts'
import { operationsOnly } from '../operations-only.ts'
import { parse } from '../parse.ts'
import { channelRefOf } from './channel-ref.ts'

/** What we say about a row comes back as it was read, and is not looked at. */
const ignored = {
  score: z.unknown().optional(),
  reasons: z.unknown().optional(),
  needsReview: z.unknown().optional(),
}
const otaId = z.int().nonnegative()
const ownId = z.string().min(1).max(1500).nullable()

export const mappingBody = z.strictObject({
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

/** `GET /api/properties/:id/channels/:channelId/mapping`: the mapping, and what the OTA offers now. */
export const handleReadMapping = operationsOnly(async ({ services, params }) => ({
  status: 200,
  body: await readMapping(await services.channels(), channelRefOf(params)),
}))

/** `PUT …/mapping`: writes a reviewed mapping; with `preview` it only says what that would change. */
export const handleWriteMapping = operationsOnly(async ({ caller, services, params, body }) => {
  const ref = channelRefOf(params)
  const { preview, ...mapping } = parse(mappingBody, body)
  const deps = await services.channels()
  const input = { ...ref, ...mapping }
  return {
    status: 200,
    body: preview ? await previewMapping(deps, input) : await writeMapping(deps, caller, input),
  }
})
