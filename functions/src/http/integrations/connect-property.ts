import * as z from 'zod'
import type { ConnectionResult, Unfinished } from '../../lib/connection/attempt/completion.ts'
import { connectBody } from '../../lib/connection/connect-body.ts'
import { connectProperty } from '../../lib/connection/connect-property.ts'
import { otaNames } from '../../lib/connection/otas.ts'
import { parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { exampleOta, mapping, target } from './examples.ts'
import { otaIn, otaPath, summarizedMapping } from './shapes.ts'

const completed = replyOf<ConnectionResult>()(
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
      redirectTo: z.string().meta({
        description:
          'Path in the dashboard: the channels of the property, with the settings of this one open.',
      }),
      unusedPaymentId: z.string().optional().meta({
        description: 'Where the property was connected already: nothing was charged by this payment.',
      }),
      replayed: z.boolean().meta({ description: 'True when the property was connected so already.' }),
    })
    .meta({ id: 'Connection' }),
)

const unfinished = replyOf<Unfinished>()(
  z
    .object({
      status: z.literal('running'),
      requestIds: z
        .array(z.string())
        .meta({ description: 'The connection requests, which say what becomes of it.' }),
    })
    .meta({ id: 'UnfinishedConnection' }),
)

export const reply = z.union([completed, unfinished])

const example = {
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

/** Specification A1. */
export const connectPropertyRoute = route({
  method: 'POST',
  path: '/api/integrations/:ota/connect',
  access: 'operations',
  async handle({ caller, context, params, request }) {
    const ota = otaIn(params)
    const input = { ota, ...parse(connectBody, request.body) }
    const result = await connectProperty(context, caller, input)
    if (result.status === 'running') return { status: 202, body: result }
    return { status: result.replayed ? 200 : 201, body: result }
  },
  docs: () => ({
    id: 'connectProperty',
    summary: 'Connect a property to an OTA',
    description:
      'Tests the connection, charges if due, maps rooms and rates, creates and activates the channel. What fails is taken back, and leaves the connection requests rejected with a reason. What has not ended after 45 seconds goes on by itself.',
    params: otaPath,
    body: { schema: connectBody, example: target },
    answers: [
      { status: 201, says: 'It is connected.', schema: completed, example },
      {
        status: 200,
        says: 'It was connected so already: `replayed` is true.',
        schema: completed,
      },
      {
        status: 202,
        says: 'It goes on by itself; follow it by `GET /api/property-requests/:id`.',
        schema: unfinished,
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
  }),
})
