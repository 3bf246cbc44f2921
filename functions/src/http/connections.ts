import * as z from 'zod'
import { connectBody, testBody } from '../lib/connection/connect-body.ts'
import { completedConnection, unfinishedConnection } from '../lib/connection/job/completion.ts'
import { connectProperty } from '../lib/connection/job/connect-property.ts'
import { otaNames } from '../lib/connection/otas.ts'
import { otaNamed } from '../lib/connection/target.ts'
import { testProperty, testResult } from '../lib/connection/test-property.ts'
import { exampleLabel, exampleOta, mapping, target } from './connection-examples.ts'
import { Reply } from './reply.ts'
import { ok, route } from './route.ts'

const otaPath = z.object({
  ota: z
    .string()
    .meta({ enum: [...otaNames] })
    .transform(otaNamed),
})

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

export const connectionRoutes = [
  /** Specification A1. */
  route({
    method: 'POST',
    path: '/api/integrations/:ota/connect',
    access: 'operations',
    id: 'connectProperty',
    summary: 'Connect a property to an OTA',
    description:
      'Tests the connection, charges if due, maps rooms and rates, creates and activates the channel. A failed attempt is undone, and leaves the connection requests rejected with a reason. An attempt longer than 45 seconds goes on by itself.',
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
    summary: 'Test a connection without connecting',
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
