import * as z from 'zod'
import { otaOffer } from '../lib/connection/channel-manager.ts'
import { connectBody, testBody } from '../lib/connection/connect-body.ts'
import { connectProperty } from '../lib/connection/job/connect-property.ts'
import { storedMapping } from '../lib/connection/model.ts'
import { otaId } from '../lib/connection/ota-id.ts'
import { otaNames } from '../lib/connection/otas.ts'
import { testProperty } from '../lib/connection/test-property.ts'
import { exampleLabel, exampleOta, mapping, target } from './connection-examples.ts'
import { mappingSummary, otaPath, ours, summarizedMapping } from './connection-shapes.ts'
import { Reply } from './reply.ts'
import { ok, route } from './route.ts'

const completedConnection = z
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
    redirectTo: z.string().meta({
      description: 'Path in the dashboard: the channels of the property, with the settings of this one open.',
    }),
    unusedPaymentId: z.string().optional().meta({
      description: 'Where the property was connected already: nothing was charged by this payment.',
    }),
    replayed: z.boolean().meta({ description: 'True when the property was connected so already.' }),
  })
  .meta({ id: 'Connection' })

const unfinishedConnection = z
  .object({
    status: z.literal('running'),
    requestIds: z
      .array(z.string())
      .meta({ description: 'The connection requests, which say what becomes of it.' }),
  })
  .meta({ id: 'UnfinishedConnection' })

export const connection = z.union([completedConnection, unfinishedConnection])

const connected = {
  status: 'completed',
  ...target,
  ota: exampleOta,
  channelId: 'harbour-view-guesthouse_booking',
  channelManagerChannelId: 'e3d898d6-9ac0-42c0-86dd-952213e630c5',
  requestIds: ['harbour-view-guesthouse-booking'],
  subscriptionId: null,
  mapping,
  redirectTo: '/properties/harbour-view-guesthouse/channels/harbour-view-guesthouse_booking',
  replayed: false,
}

const choiceOfRooms = z
  .object({
    offer: otaOffer,
    ...ours,
    mapping: storedMapping,
    likely: z.array(z.object({ otaRoomId: otaId, roomIds: z.array(z.string()) })).meta({
      description: 'Our rooms that each of these rooms is likeliest to be, the best first.',
    }),
  })
  .meta({
    id: 'ToChoose',
    description:
      "The OTA's rooms of which nothing would be mapped, and ours that are free: `chosen` of connect says which is which.",
  })

export const testResult = z
  .object({
    ok: z.boolean(),
    code: z.string().optional().meta({ description: 'The code that connect would answer with.' }),
    detail: z.string().optional().meta({ description: 'Of a good one: what only connecting shows.' }),
    nextAction: z.string().optional(),
    mapping: mappingSummary.optional(),
    toChoose: choiceOfRooms.optional(),
  })
  .meta({ id: 'TestResult' })

export const connectionRoutes = [
  /** Specification A1. */
  route({
    method: 'POST',
    path: '/api/integrations/:ota/connect',
    access: 'operations',
    id: 'connectProperty',
    summary: 'Connect a property to an OTA',
    description:
      'Tests the connection, charges if due, maps rooms and rates, creates and activates the channel. What fails is taken back, and leaves the connection requests rejected with a reason. What has not ended after 45 seconds goes on by itself.',
    params: otaPath,
    body: connectBody,
    example: target,
    answers: [
      { status: 201, says: 'It is connected.', schema: completedConnection, example: connected },
      {
        status: 200,
        says: 'It was connected so already: `replayed` is true.',
        schema: completedConnection,
      },
      {
        status: 202,
        says: 'It goes on by itself; follow it by `GET /api/property-requests/:id`.',
        schema: unfinishedConnection,
        example: { status: 'running', requestIds: ['harbour-view-guesthouse-booking'] },
      },
    ],
    codes: [
      'activation-refused',
      'already-connected',
      'channel-manager-connection-missing',
      'connection-in-progress',
      'connection-test-failed',
      'hotel-connected-elsewhere',
      'hotel-id-invalid',
      'mapping-failed',
      'not-found',
      'ota-setup-incomplete',
      'payment-failed',
      'property-incomplete',
      'property-not-found',
      'provider-timeout',
    ],
    async handle({ caller, context, params: { ota }, body }) {
      const result = await connectProperty(context, caller, { ota, ...body })
      return new Reply(result.status === 'running' ? 202 : result.replayed ? 200 : 201, result)
    },
  }),
  route({
    method: 'POST',
    path: '/api/integrations/:ota/test',
    access: 'operations',
    id: 'testProperty',
    summary: 'Say what connect would say',
    description:
      'Without side effects, unless `reject` is sent: what stands in the way is then also the reason of a rejection, as if one had connected. It is part of the answer, with the code of connect.',
    params: otaPath,
    body: testBody,
    example: target,
    answers: ok('What was found.', testResult, {
      ok: false,
      code: 'hotel-id-invalid',
      detail: `The property ID of ${exampleLabel} is not valid.`,
      nextAction: 'Correct the property ID.',
    }),
    codes: ['not-found', 'property-not-found'],
    handle: ({ caller, context, params: { ota }, body }) => testProperty(context, caller, { ota, ...body }),
  }),
]
