import * as z from 'zod'
import { otaOffer } from '../lib/connection/channel-manager.ts'
import { disconnectChannel, previewDisconnect } from '../lib/connection/channels/disconnect-channel.ts'
import { listChannels } from '../lib/connection/channels/list-channels.ts'
import { haltReasons } from '../lib/connection/channels/property-channel.ts'
import { writtenDifference } from '../lib/connection/mapping/mapping-difference.ts'
import { otaId } from '../lib/connection/ota-id.ts'
import { rateChoice, roomChoice } from '../lib/connection/review/given-rows.ts'
import { readMapping } from '../lib/connection/review/read-mapping.ts'
import { previewMapping, writeMapping } from '../lib/connection/review/write-mapping.ts'
import { differenceKinds } from '../lib/connection/watch/differences.ts'
import { loadReservations } from '../lib/reservations/load-reservations.ts'
import { plainReason } from '../lib/shapes.ts'
import {
  effects,
  exampleOta,
  loaded as loadedExample,
  mapping,
  rate,
  room,
  summary,
} from './connection-examples.ts'
import {
  channelPath,
  channelRefOf,
  disconnectEffects,
  loaded,
  loadProgress,
  mappingSummary,
  ours,
  summarizedMapping,
} from './connection-shapes.ts'
import { Reply } from './reply.ts'
import { done, ok, route } from './route.ts'

const verdictShape = z.looseObject({
  result: z.string(),
  detail: z.string().optional(),
  at: z.date().optional(),
})

const channelShape = z
  .object({
    channelId: z.string(),
    ota: z.string(),
    status: z.string().meta({ description: '`active`, `disconnecting` or `disconnected`.' }),
    hotelId: z.string(),
    channelManagerChannelId: z.string(),
    mappingStatus: z.enum(['initial', 'finalized']),
    version: z.number().meta({ description: 'Of the mapping.' }),
    summary: mappingSummary,
    currency: z.string().nullable(),
    pricingType: z.string().nullable(),
    listingUrl: z.string().nullable(),
    verdict: verdictShape
      .nullable()
      .meta({ description: 'How the OTA took what it was sent; null while it has not said.' }),
    notSelling: z.enum(haltReasons).nullable().meta({
      description: 'Why it sells nothing, though it is active: at the channel manager it is off or gone.',
    }),
    createdAt: z.date().nullable(),
    disconnectedAt: z.date().optional(),
    reservations: loadProgress.nullable(),
    disconnect: z.object({ effects: disconnectEffects }),
  })
  .meta({ id: 'Channel' })

export const channelList = z
  .object({
    propertyName: z.string(),
    channels: z.array(channelShape),
  })
  .meta({ id: 'Channels' })

const disconnectQuery = z.looseObject({ preview: z.enum(['true', 'false']).optional() })

export const disconnectPreview = z.object({ effects: disconnectEffects }).meta({ id: 'DisconnectPreview' })

const offerDifference = z
  .object({
    kind: z.enum(differenceKinds),
    otaRoomId: otaId.nullable(),
    otaRateId: otaId.nullable(),
    text: z.string(),
  })
  .meta({ id: 'OfferDifference' })

export const mappingReview = z
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
  .meta({ id: 'MappingReview' })

/** The client returns our own words; nothing reads them. */
const ignored = {
  score: z.unknown().optional(),
  reasons: z.unknown().optional(),
  needsReview: z.unknown().optional(),
}

const mappingBody = z.strictObject({
  version: z.int().nonnegative(),
  rooms: z
    .array(z.strictObject({ ...roomChoice.shape, otaRoomName: z.unknown().optional(), ...ignored }))
    .max(2_000),
  ratePlans: z
    .array(z.strictObject({ ...rateChoice.shape, otaRateName: z.unknown().optional(), ...ignored }))
    .max(10_000),
  finalize: z.boolean().default(false),
  preview: z.boolean().default(false),
})

const writtenMapping = z
  .object({
    version: z.number(),
    mappingStatus: z.enum(['initial', 'finalized']),
    mapping: summarizedMapping,
    difference: writtenDifference,
    replayed: z.boolean().meta({ description: 'True when the same had been written already.' }),
  })
  .meta({ id: 'WrittenMapping' })

export const mappingAnswer = z.union([
  writtenMapping,
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

export const loadedReservations = z.object(loaded).meta({ id: 'LoadedReservations' })

export const channelRoutes = [
  route({
    method: 'GET',
    path: '/api/properties/:id/channels',
    access: 'operations',
    id: 'listChannels',
    summary: "List a property's channels",
    description: 'Also those that are disconnected.',
    answers: ok('The channels.', channelList, {
      propertyName: 'Harbour View Guesthouse',
      channels: [
        {
          channelId: 'harbour-view-guesthouse_booking',
          ota: exampleOta,
          status: 'active',
          hotelId: '5868189',
          channelManagerChannelId: 'e3d898d6-9ac0-42c0-86dd-952213e630c5',
          mappingStatus: 'initial',
          version: 1,
          summary,
          currency: 'EUR',
          pricingType: 'OBP',
          listingUrl: null,
          verdict: { result: 'success', at: '2026-11-21T09:05:00.000Z' },
          notSelling: null,
          createdAt: '2026-11-21T09:00:00.000Z',
          reservations: { status: 'idle', ...loadedExample, startedAt: null, endedAt: null },
          disconnect: { effects },
        },
      ],
    }),
    codes: ['property-not-found'],
    handle: ({ context, params }) => listChannels(context, params.id),
  }),
  route({
    method: 'DELETE',
    path: '/api/properties/:id/channels/:channelId',
    access: 'operations',
    id: 'disconnectChannel',
    summary: 'Disconnect a channel',
    description: 'With `preview=true` it only says what it would do. Doing it again changes nothing.',
    params: channelPath,
    query: disconnectQuery,
    answers: [
      ...done('It is disconnected.'),
      ...ok('With `preview=true`: what it would do.', disconnectPreview, { effects }),
    ],
    codes: [
      'property-not-found',
      'channel-not-found',
      'connection-in-progress',
      'mapping-changed',
      'provider-timeout',
    ],
    async handle({ caller, context, params, query }) {
      const ref = channelRefOf(params)
      if (query.preview === 'true') return new Reply(200, await previewDisconnect(context, ref))
      await disconnectChannel(context, caller, ref)
      return new Reply(204)
    },
  }),
  route({
    method: 'GET',
    path: '/api/properties/:id/channels/:channelId/mapping',
    access: 'operations',
    id: 'readMapping',
    summary: "Read a channel's mapping",
    description: 'With what the OTA offers now; that it cannot be read is part of the answer.',
    params: channelPath,
    answers: ok('The mapping.', mappingReview, {
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
    handle: ({ context, params }) => readMapping(context, channelRefOf(params)),
  }),
  route({
    method: 'PUT',
    path: '/api/properties/:id/channels/:channelId/mapping',
    access: 'operations',
    id: 'writeMapping',
    summary: 'Write a reviewed mapping',
    description:
      'Replaces the whole mapping. `version` is the one that was read. Rows may carry back what was read beside the choice; that is not looked at. With `preview` it only says what would change. The body may have 1 MiB.',
    params: channelPath,
    body: mappingBody,
    example: { version: 1, rooms: [room], ratePlans: [rate], finalize: true },
    answers: ok('It is written; with `preview` only the difference.', mappingAnswer, {
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
    handle({ caller, context, params, body: { preview, ...given } }) {
      const input = { ...channelRefOf(params), ...given }
      return preview ? previewMapping(context, input) : writeMapping(context, caller, input)
    },
  }),
  /** Specification A2, step 6. */
  route({
    method: 'POST',
    path: '/api/properties/:id/channels/:channelId/load-future-reservations',
    access: 'operations',
    id: 'loadReservations',
    summary: 'Load future reservations',
    description:
      'Loads the upcoming reservations of the OTA into ours. Asked for again it changes nothing; what it could not finish in time goes on by itself.',
    params: channelPath,
    answers: ok('What came.', loadedReservations, loadedExample),
    codes: [
      'channel-not-found',
      'channel-manager-connection-missing',
      'load-in-progress',
      'provider-timeout',
    ],
    handle: ({ caller, context, params }) => loadReservations(context, caller, channelRefOf(params)),
  }),
]
