import * as z from 'zod'
import { otaOffer } from '../../lib/connection/channel-manager.ts'
import { otaId } from '../../lib/connection/ota-id.ts'
import { type MappingView, readMapping } from '../../lib/connection/review/read-mapping.ts'
import { differenceKinds } from '../../lib/connection/watch/differences.ts'
import { plainReason } from '../../lib/shapes.ts'
import { ok } from '../docs.ts'
import { replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { exampleOta, mapping } from './examples.ts'
import { channelPath, channelRefOf, ours, summarizedMapping } from './shapes.ts'

const offerDifference = z
  .object({
    kind: z.enum(differenceKinds),
    otaRoomId: otaId.nullable(),
    otaRateId: otaId.nullable(),
    text: z.string(),
  })
  .meta({ id: 'OfferDifference' })

export const reply = replyOf<MappingView>()(
  z
    .object({
      channelId: z.string(),
      propertyId: z.string(),
      ota: z.string(),
      hotelId: z.string(),
      status: z.string(),
      version: z.number().meta({ description: 'Goes into the request that changes this mapping.' }),
      mappingStatus: z.enum(['initial', 'finalized']),
      mapping: summarizedMapping,
      offer: otaOffer
        .meta({ id: 'OtaOffer' })
        .nullable()
        .meta({ description: 'Null when it can neither be read nor was ever kept.' }),
      offerIsCurrent: z.boolean(),
      offerProblem: plainReason.optional().meta({ description: 'Why the offer is not current.' }),
      ...ours,
      differences: z
        .array(offerDifference)
        .meta({ description: 'What the OTA offers now that it did not offer so when the mapping was made.' }),
      pending: z
        .object({ version: z.number(), finalize: z.boolean(), by: z.string(), at: z.date() })
        .nullable()
        .meta({ description: 'A mapping on its way to the channel manager.' }),
      review: z.object({ by: z.string(), at: z.date() }).nullable().meta({
        description:
          'Who wrote the present one, or chose for it before connecting, and when; null as it was first made.',
      }),
    })
    .meta({ id: 'MappingReview' }),
)

export const readMappingRoute = route({
  method: 'GET',
  path: '/api/properties/:id/channels/:channelId/mapping',
  access: 'operations',
  answer: ({ context, params }) => readMapping(context, channelRefOf(params)),
  docs: () => ({
    id: 'readMapping',
    summary: "Read a channel's mapping",
    description: 'With what the OTA offers now; that it cannot be read is part of the answer.',
    params: channelPath,
    answers: ok('The mapping.', reply, {
      channelId: 'harbour-view-guesthouse_booking',
      propertyId: 'harbour-view-guesthouse',
      ota: exampleOta,
      hotelId: '5868189',
      status: 'active',
      version: 1,
      mappingStatus: 'initial',
      mapping,
      offer: { pricingType: 'OBP', rooms: [] },
      offerIsCurrent: true,
      rooms: [{ id: 'double', name: 'Double Room', capacity: 2 }],
      ratePlans: [
        { id: 'double-standard', name: 'Standard', roomId: 'double', occupancy: 2, canBeMapped: true },
      ],
      differences: [],
      pending: null,
      review: { by: 'sam', at: '2026-11-03T09:00:00.000Z' },
    }),
    codes: ['property-not-found', 'channel-not-found'],
  }),
})
