import * as z from 'zod'
import { connectBody, testBody } from '../../lib/connection/connect-body.ts'
import { clientId, documentId } from '../../lib/identifiers.ts'
import { done, type Operations } from '../docs.ts'
import { channelRef } from '../integrations/channel-ref.ts'
import { disconnectQuery } from '../integrations/disconnect-channel.ts'
import { itemsQuery } from '../integrations/list-items.ts'
import { requestsQuery } from '../integrations/list-requests.ts'
import { connectionReply, testReply } from '../integrations/mapping-shapes.ts'
import { requestReply, requestsReply } from '../integrations/request-shapes.ts'
import { loadReply } from '../integrations/reservation-shapes.ts'
import { mappingBody } from '../integrations/write-mapping.ts'
import { channelsReply, disconnectPreview } from '../replies/channels.ts'
import { itemsReply } from '../replies/items.ts'
import { mappingReply, mappingWritten } from '../replies/mapping.ts'

const who = 'Operations staff'
const channelPath = z.object({ id: channelRef.shape.propertyId, channelId: channelRef.shape.channelId })

const row = { score: 0.95, reasons: ['same name but for case, accents or punctuation'], needsReview: false }
const room = { otaRoomId: 586818903, otaRoomName: 'Double Room', roomId: 'double', ...row }
const rate = {
  otaRoomId: 586818903,
  otaRateId: 15011,
  otaRateName: 'Standard Rate',
  ratePlanId: 'double-standard',
  occupancy: 2,
  primary: true,
  ...row,
}
const summary = { mapped: 1, total: 1, needsReview: 0 }
const mapping = { rooms: [room], ratePlans: [rate], summary }

const target = { propertyId: 'harbour-view', hotelId: '5868189' }
const effects = ['The channel of "Harbour View" for Booking.com property 5868189 is switched off.']

const connection = {
  status: 'completed',
  ...target,
  ota: 'booking',
  channelId: 'harbour-view_booking',
  channelManagerChannelId: 'e3d898d6-9ac0-42c0-86dd-952213e630c5',
  requestIds: ['harbour-view-booking'],
  subscriptionId: null,
  mapping,
  redirectTo: '/properties/harbour-view/channels/harbour-view_booking/mapping',
  replayed: false,
}
const request = {
  id: 'harbour-view-booking',
  propertyId: 'harbour-view',
  propertyName: 'Harbour View',
  landlordId: 'lars',
  landlordName: 'Lars Lindqvist',
  ota: 'booking',
  status: 'pending',
  createdAt: '2026-11-21T09:00:00.000Z',
}
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
const loaded = { imported: 3, updated: 1, unmapped: 0, conflicts: [] }

const connect: Operations = {
  'POST /api/integrations/booking/connect': {
    id: 'connectProperty',
    summary: 'Connect a property to Booking.com',
    description:
      'Tests the connection, charges if due, maps rooms and rates, creates and activates the channel. What fails is taken back, and leaves the connection requests rejected with a reason. May take up to a minute.',
    who,
    body: { schema: connectBody, example: target },
    answers: [
      { status: 201, says: 'It is connected.', schema: connectionReply, example: connection },
      { status: 200, says: 'It was connected so already: `replayed` is true.', schema: connectionReply },
    ],
    codes: [
      'property-not-found',
      'channel-manager-connection-missing',
      'connection-in-progress',
      'already-connected',
      'hotel-connected-elsewhere',
      'hotel-id-invalid',
      'property-incomplete',
      'connection-test-failed',
      'ota-setup-incomplete',
      'mapping-failed',
      'activation-refused',
      'payment-failed',
      'provider-unavailable',
      'provider-timeout',
    ],
  },
  'POST /api/integrations/booking/test': {
    id: 'testProperty',
    summary: 'Say what connect would say',
    description:
      'Without side effects. What stands in the way is part of the answer, with the code of connect.',
    who,
    body: { schema: testBody, example: target },
    answers: [
      {
        status: 200,
        says: 'What was found.',
        schema: testReply,
        example: {
          ok: false,
          code: 'hotel-id-invalid',
          detail: 'The property ID of Booking.com is not valid.',
          nextAction: 'Correct the property ID.',
        },
      },
    ],
    codes: ['property-not-found'],
  },
}

const lists: Operations = {
  'GET /api/property-requests': {
    id: 'listRequests',
    summary: 'List connection requests',
    description: 'Newest first; those without a time last.',
    who,
    query: requestsQuery,
    answers: [
      {
        status: 200,
        says: 'A page of them.',
        schema: requestsReply,
        example: { requests: [request], nextCursor: null },
      },
    ],
    codes: [],
  },
  'GET /api/property-requests/:id': {
    id: 'readRequest',
    summary: 'Read a connection request',
    description: 'With how far connecting has come, for a page that follows it.',
    who,
    params: z.object({ id: documentId }),
    answers: [
      {
        status: 200,
        says: 'The request.',
        schema: requestReply,
        example: {
          ...request,
          property: { id: 'harbour-view', name: 'Harbour View', channelManagerConnected: true },
          attempt: null,
          channel: null,
        },
      },
    ],
    codes: ['not-found'],
  },
  'GET /api/items': {
    id: 'listItems',
    summary: 'List what people have to look at',
    description: 'Newest first.',
    who,
    query: itemsQuery,
    answers: [
      {
        status: 200,
        says: 'A page of items.',
        schema: itemsReply,
        example: {
          items: [
            {
              id: 'channel-gone_harbour-view_booking',
              kind: 'channel-gone',
              detail: 'The channel manager has no such channel any more.',
              nextAction: 'Disconnect it, then connect the property again.',
              status: 'open',
              createdAt: '2026-11-21T09:00:00.000Z',
              propertyId: 'harbour-view',
              channelId: 'harbour-view_booking',
            },
          ],
          nextCursor: null,
        },
      },
    ],
    codes: [],
  },
  'POST /api/items/:id/resolve': {
    id: 'resolveItem',
    summary: 'Resolve an item',
    description: 'Resolving it again changes nothing.',
    who,
    params: z.object({ id: documentId }),
    answers: [done('It is resolved.')],
    codes: ['not-found'],
  },
}

const channels: Operations = {
  'GET /api/properties/:id/channels': {
    id: 'listChannels',
    summary: "List a property's channels",
    description: 'Also those that are disconnected.',
    who,
    params: z.object({ id: clientId }),
    answers: [
      {
        status: 200,
        says: 'The channels.',
        schema: channelsReply,
        example: {
          channels: [
            {
              channelId: 'harbour-view_booking',
              ota: 'booking',
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
              createdAt: '2026-11-21T09:00:00.000Z',
              reservations: { status: 'idle', ...loaded, startedAt: null, endedAt: null },
              disconnect: { effects },
            },
          ],
        },
      },
    ],
    codes: ['property-not-found'],
  },
  'DELETE /api/properties/:id/channels/:channelId': {
    id: 'disconnectChannel',
    summary: 'Disconnect a channel',
    description: 'With `preview=true` it only says what it would do. Doing it again changes nothing.',
    who,
    params: channelPath,
    query: disconnectQuery,
    answers: [
      done('It is disconnected.'),
      {
        status: 200,
        says: 'With `preview=true`: what it would do.',
        schema: disconnectPreview,
        example: { effects },
      },
    ],
    codes: [
      'property-not-found',
      'channel-not-found',
      'connection-in-progress',
      'mapping-changed',
      'provider-unavailable',
      'provider-timeout',
    ],
  },
  'GET /api/properties/:id/channels/:channelId/mapping': {
    id: 'readMapping',
    summary: "Read a channel's mapping",
    description: 'With what the OTA offers now; that it cannot be read is part of the answer.',
    who,
    params: channelPath,
    answers: [
      {
        status: 200,
        says: 'The mapping.',
        schema: mappingReply,
        example: {
          channelId: 'harbour-view_booking',
          propertyId: 'harbour-view',
          ota: 'booking',
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
        },
      },
    ],
    codes: ['property-not-found', 'channel-not-found'],
  },
  'PUT /api/properties/:id/channels/:channelId/mapping': {
    id: 'writeMapping',
    summary: 'Write a reviewed mapping',
    description:
      'Replaces the whole mapping. `version` is the one that was read. Rows may carry back what was read beside the choice; that is not looked at. With `preview` it only says what would change. The body may have 1 MiB.',
    who,
    params: channelPath,
    body: { schema: mappingBody, example: { version: 1, rooms: [room], ratePlans: [rate], finalize: true } },
    answers: [
      {
        status: 200,
        says: 'It is written; with `preview` only the difference.',
        schema: mappingWritten,
        example: {
          version: 2,
          mappingStatus: 'finalized',
          mapping,
          difference: { added: [line], removed: [], changed: [], unchanged: 0 },
          replayed: false,
        },
      },
    ],
    codes: [
      'property-not-found',
      'channel-not-found',
      'channel-manager-connection-missing',
      'connection-in-progress',
      'mapping-changed',
      'property-incomplete',
      'mapping-failed',
      'provider-unavailable',
      'provider-timeout',
    ],
  },
  'POST /api/properties/:id/channels/:channelId/load-future-reservations': {
    id: 'loadReservations',
    summary: 'Load future reservations',
    description:
      'Loads the upcoming reservations of the OTA into ours. Pressed again it changes nothing; what it could not finish in time goes on by itself.',
    who,
    params: channelPath,
    answers: [{ status: 200, says: 'What came.', schema: loadReply, example: loaded }],
    codes: [
      'channel-not-found',
      'channel-manager-connection-missing',
      'load-in-progress',
      'provider-unavailable',
      'provider-timeout',
    ],
  },
}

export const connectionOperations: Operations = { ...connect, ...lists, ...channels }
