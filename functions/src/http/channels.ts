import * as z from 'zod'
import {
  disconnectChannel,
  disconnectPreview,
  disconnectQuery,
  previewDisconnect,
} from '../lib/connection/channels/disconnect-channel.ts'
import { channelList, listChannels } from '../lib/connection/channels/list-channels.ts'
import { loadedReservations } from '../lib/connection/pulls/pull.ts'
import { mappingReview, readMapping } from '../lib/connection/review/read-mapping.ts'
import {
  mappingAnswer,
  mappingBody,
  previewMapping,
  writeMapping,
} from '../lib/connection/review/write-mapping.ts'
import { clientId, documentId } from '../lib/identifiers.ts'
import { loadReservations } from '../lib/reservations/load-reservations.ts'
import {
  effects,
  exampleOta,
  loaded as loadedExample,
  mapping,
  rate,
  room,
  summary,
} from './connection-examples.ts'
import { Reply } from './reply.ts'
import { done, ok, route } from './route.ts'

/** A channel's id, which contains its property's, may exceed `clientId`. */
const channelPath = z.object({ id: clientId, channelId: documentId })

const channelRefOf = ({ id: propertyId, channelId }: z.output<typeof channelPath>) => ({
  propertyId,
  channelId,
})

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
