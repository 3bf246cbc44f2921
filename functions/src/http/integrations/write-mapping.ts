import * as z from 'zod'
import { givenRate, givenRoom } from '../../lib/connection/review/given-rows.ts'
import { writtenDifference } from '../../lib/connection/review/mapping-difference.ts'
import {
  previewMapping,
  type WrittenMapping,
  writeMapping,
} from '../../lib/connection/review/write-mapping.ts'
import { ok } from '../docs.ts'
import { parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { mapping, rate, room } from './examples.ts'
import { channelPath, channelRefOf, summarizedMapping } from './shapes.ts'

/** What we say about a row comes back as it was read, and is not looked at. */
const ignored = {
  score: z.unknown().optional(),
  reasons: z.unknown().optional(),
  needsReview: z.unknown().optional(),
}

const body = z.strictObject({
  version: z.int().nonnegative(),
  rooms: z
    .array(z.strictObject({ ...givenRoom.shape, otaRoomName: z.unknown().optional(), ...ignored }))
    .max(2_000),
  ratePlans: z
    .array(z.strictObject({ ...givenRate.shape, otaRateName: z.unknown().optional(), ...ignored }))
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

const line = {
  otaRoomId: 586818903,
  otaRoomName: 'Double Room',
  otaRateId: 15011,
  otaRateName: 'Standard Rate',
  occupancy: 2,
  ratePlanId: 'double-standard',
  ratePlanName: 'Standard',
  primary: true,
}

/** A mapping of a large hotel has thousands of rows. */
const maxBytes = 1_048_576

export const writeMappingRoute = route({
  method: 'PUT',
  path: '/api/properties/:id/channels/:channelId/mapping',
  access: 'operations',
  maxBytes,
  async handle({ caller, context, params, request }) {
    const ref = channelRefOf(params)
    const { preview, ...mapping } = parse(body, request.body)
    const input = { ...ref, ...mapping }
    return {
      status: 200,
      body: preview ? await previewMapping(context, input) : await writeMapping(context, caller, input),
    }
  },
  docs: () => ({
    id: 'writeMapping',
    summary: 'Write a reviewed mapping',
    description:
      'Replaces the whole mapping. `version` is the one that was read. Rows may carry back what was read beside the choice; that is not looked at. With `preview` it only says what would change. The body may have 1 MiB.',
    params: channelPath,
    body: { schema: body, example: { version: 1, rooms: [room], ratePlans: [rate], finalize: true } },
    answers: ok('It is written; with `preview` only the difference.', reply, {
      version: 2,
      mappingStatus: 'finalized',
      mapping,
      difference: { added: [line], removed: [], changed: [], unchanged: 0 },
      replayed: false,
    }),
    codes: [
      'property-not-found',
      'channel-not-found',
      'channel-manager-connection-missing',
      'connection-in-progress',
      'mapping-changed',
      'property-incomplete',
      'mapping-failed',
      'provider-timeout',
    ],
  }),
})
