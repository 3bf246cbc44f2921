import * as z from 'zod'
import { guideStep, readGuideStep } from '../lib/connection/guide/read-step.ts'
import { sendGuideStep, sentGuideStep, stepBody } from '../lib/connection/guide/send-step.ts'
import {
  askConnection,
  connectionWish,
  requestAnswer,
  withdrawRequest,
} from '../lib/connection/requests/ask-connection.ts'
import { listRequests, requestsPage, requestsQuery } from '../lib/connection/requests/list-requests.ts'
import { readRequest, requestDetails } from '../lib/connection/requests/read-request.ts'
import {
  stopWaiting,
  waitAnswer,
  waitBody,
  waitForAcceptance,
} from '../lib/connection/requests/wait-for-acceptance.ts'
import { clientId, documentId } from '../lib/identifiers.ts'
import { exampleOta, request } from './connection-examples.ts'
import { Reply } from './reply.ts'
import { created, documentPath, done, ok, route } from './route.ts'

const stepPath = z.object({ id: documentId, step: clientId })

const sentStepExample = { at: '2026-11-21T09:00:00.000Z', by: 'olivia', language: 'de' }

const since = '2026-11-21T09:00:00.000Z'

export const requestRoutes = [
  route({
    method: 'GET',
    path: '/api/property-requests',
    access: 'operations',
    id: 'listRequests',
    summary: 'List connection requests',
    description: 'Newest first; those without a time last. A page may be short while there are more.',
    query: requestsQuery,
    answers: ok('A page of them.', requestsPage, { requests: [request], nextCursor: null }),
    handle: ({ caller, context, query }) => listRequests(context, caller, query),
  }),
  route({
    method: 'GET',
    path: '/api/property-requests/:id',
    access: 'operations',
    id: 'readRequest',
    summary: 'Read a connection request',
    description: 'With how far connecting has come, for a page that follows it.',
    params: documentPath,
    answers: ok('The request.', requestDetails, {
      ...request,
      property: {
        id: 'harbour-view-guesthouse',
        name: 'Harbour View Guesthouse',
        channelManagerConnected: true,
      },
      attempt: null,
      channel: null,
      price: { plan: 'paid', amount: 4900, currency: 'EUR' },
    }),
    codes: ['not-found'],
    handle: ({ context, params }) => readRequest(context, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/property-requests',
    access: 'signed-in',
    who: 'Operations staff, and landlords for their own properties',
    id: 'askConnection',
    summary: 'Ask for a connection',
    description: 'It becomes a pending request, one a property and OTA. Again changes nothing.',
    body: connectionWish,
    example: { propertyId: 'harbour-view', ota: exampleOta },
    answers: created('The request is pending.', requestAnswer, { requestId: 'asked_harbour-view_booking' }),
    codes: ['property-not-found', 'already-connected'],
    handle: ({ caller, context, body }) => askConnection(context, caller, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/property-requests/:id',
    access: 'signed-in',
    who: 'Operations staff, and landlords for their own properties',
    id: 'withdrawRequest',
    summary: 'Withdraw a connection request',
    description: 'While nobody has connected the property for it.',
    params: documentPath,
    answers: done('There is no such request any more.'),
    codes: ['not-found', 'connection-in-progress', 'already-connected'],
    handle: ({ caller, context, params }) => withdrawRequest(context, caller, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/property-requests/:id/wait',
    access: 'operations',
    id: 'waitForAcceptance',
    summary: 'Leave a request to us until the OTA accepts',
    description:
      'The request stays rejected, and is tried again by itself in the name of the caller: first after 30 s, then in doubling pauses up to 30 minutes, for 14 days. It ends with the next connect of the property, when the role of the caller, the property or the price changes, and when it is withdrawn.',
    params: documentPath,
    body: waitBody,
    mayLackBody: true,
    example: {},
    answers: [
      {
        status: 202,
        says: 'It is tried again by itself.',
        schema: waitAnswer,
        example: { waitingFor: { code: 'ota-setup-incomplete', since, until: '2026-12-05T09:00:00.000Z' } },
      },
    ],
    codes: [
      'not-found',
      'not-retryable',
      'payment-failed',
      'hotel-id-invalid',
      'channel-manager-connection-missing',
      'property-incomplete',
      'property-not-found',
    ],
    handle: ({ caller, context, params, body }) =>
      waitForAcceptance(context, caller, { requestId: params.id, ...body }),
  }),
  route({
    method: 'DELETE',
    path: '/api/property-requests/:id/wait',
    access: 'operations',
    id: 'stopWaiting',
    summary: 'Try a request no more by itself',
    description: 'A repetition changes nothing. A connection under way is not stopped.',
    params: documentPath,
    answers: done('It is not tried again.'),
    codes: ['not-found', 'connection-in-progress'],
    handle: ({ caller, context, params }) => stopWaiting(context, caller, params.id),
  }),
  route({
    method: 'GET',
    path: '/api/property-requests/:id/guide-steps/:step',
    access: 'operations',
    id: 'readGuideStep',
    summary: 'Read to whom a step of the guide would go',
    description: 'And when it was last sent.',
    params: stepPath,
    answers: ok('The step.', guideStep, {
      to: { name: 'Lars Lindqvist', email: 'lars@example.com' },
      obstacle: null,
      language: 'en',
      lastSent: { ...sentStepExample, status: 'delivered' },
    }),
    codes: ['not-found', 'property-not-found', 'property-incomplete'],
    handle: ({ context, params }) => readGuideStep(context, { requestId: params.id, step: params.step }),
  }),
  route({
    method: 'POST',
    path: '/api/property-requests/:id/guide-steps/:step',
    access: 'operations',
    id: 'sendGuideStep',
    summary: 'Send a step of the guide to the landlord',
    description:
      'One e-mail. A step sent within a day, or later than `lastSentAt`, is not sent again. At most ten a day for a request.',
    params: stepPath,
    body: stepBody,
    example: { language: 'de' },
    answers: [
      { status: 201, says: 'It is on its way.', schema: sentGuideStep, example: sentStepExample },
      {
        status: 200,
        says: 'It was sent before: when, and by whom.',
        schema: sentGuideStep,
        example: sentStepExample,
      },
    ],
    codes: [
      'not-found',
      'property-not-found',
      'property-incomplete',
      'landlord-not-reachable',
      'rate-limited',
    ],
    async handle({ caller, context, params: { id: requestId, step }, body }) {
      const { sent, isNew } = await sendGuideStep(context, caller, { requestId, step, ...body })
      const { at, by, language } = sent
      return new Reply(isNew ? 201 : 200, { at, by, language })
    },
  }),
]
