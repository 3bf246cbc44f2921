import * as z from 'zod'
import { guideLanguages } from '../lib/connection/guide/languages.ts'
import { readGuideStep } from '../lib/connection/guide/read-step.ts'
import { sendGuideStep } from '../lib/connection/guide/send-step.ts'
import { priceShape } from '../lib/connection/model.ts'
import { otaNames } from '../lib/connection/otas.ts'
import { waitingFor } from '../lib/connection/patience.ts'
import { shownPrice } from '../lib/connection/price.ts'
import { askConnection, withdrawRequest } from '../lib/connection/requests/ask-connection.ts'
import { listRequests } from '../lib/connection/requests/list-requests.ts'
import { readRequest } from '../lib/connection/requests/read-request.ts'
import { stopWaiting, waitForAcceptance } from '../lib/connection/requests/wait-for-acceptance.ts'
import { emailStatuses } from '../lib/email/outbox.ts'
import { clientId, documentId } from '../lib/identifiers.ts'
import { nextCursor, plainFields, sentTime } from '../lib/shapes.ts'
import { exampleOta, request } from './connection-examples.ts'
import { documentPath, rejection, requestFields, sought } from './connection-shapes.ts'
import { Reply } from './reply.ts'
import { created, done, ok, route } from './route.ts'

const stepPath = z.object({ id: documentId, step: clientId })

const guideLanguage = z.enum(guideLanguages)

const sentStepFields = {
  at: z.date(),
  by: z.string().meta({ description: 'The id of who sent it.' }),
  language: guideLanguage,
}

const sentStepExample = { at: '2026-11-21T09:00:00.000Z', by: 'olivia', language: 'de' }

const requestsQuery = z.object({
  q: sought.optional(),
  status: z.enum(['pending', 'completed', 'rejected']).optional(),
  propertyId: clientId.optional(),
  ota: z.enum(otaNames).optional(),
  cursor: z.string().max(4096).optional(),
})

const requestLine = z.object(requestFields).meta({ id: 'PropertyRequest' })

export const requestsPage = z
  .object({ requests: z.array(requestLine), nextCursor })
  .meta({ id: 'PropertyRequests' })

const stepOfAttempt = z.object({
  name: z.string(),
  status: z.string().meta({ description: '`started`, `done` or `failed`.' }),
  at: z.date(),
  result: plainFields.optional(),
  undo: z.enum(['pending', 'done']).optional().meta({
    description: 'What the step did is taken back, since the attempt failed; `pending`: not yet.',
  }),
})

const attemptView = z
  .object({
    status: z.string().nullable().meta({ description: '`running`, `completed` or `rejected`.' }),
    hotelId: z.string().nullable(),
    startedAt: z.date().nullable(),
    endedAt: z.date().optional(),
    currentStep: z.string().optional(),
    steps: z.array(stepOfAttempt).meta({ description: 'In the order in which they were last written.' }),
    rejection: rejection.optional(),
  })
  .meta({ id: 'ConnectionAttempt' })

export const requestDetails = z
  .object({
    ...requestFields,
    property: z.object({
      id: z.string(),
      name: z.string().nullable(),
      channelManagerConnected: z.boolean(),
      listingUrls: z.array(z.string()).optional(),
    }),
    attempt: attemptView.nullable().meta({
      description:
        "The newest attempt for the property and OTA, which need not be this request's; null before the first.",
    }),
    channel: z
      .object({
        id: z.string(),
        status: z.string(),
        hotelId: z.string().optional().meta({ description: "The OTA's id of the property." }),
        disconnectedAt: z.date().optional(),
      })
      .nullable(),
    price: priceShape.nullable().meta({
      description:
        "What the landlord pays for the connection service, amount in minor units; null where their terms can't be read.",
    }),
  })
  .meta({ id: 'PropertyRequestDetails' })

const connectionWish = z.strictObject({ propertyId: clientId, ota: z.enum(otaNames) })

export const requestId = z.object({ requestId: z.string() }).meta({ id: 'AskedConnection' })

const waitBody = z.strictObject({
  paymentId: z.string().min(1).max(256).optional().meta({ description: 'Of the payment, where one is due.' }),
  price: shownPrice.optional().meta({ description: 'As it was shown; amount in minor units.' }),
})

const leftToUs = z.object({ waitingFor }).meta({ id: 'LeftToUs' })

const since = '2026-11-21T09:00:00.000Z'

export const guideStep = z
  .object({
    to: z
      .object({ name: z.string(), email: z.string() })
      .nullable()
      .meta({ description: 'The landlord; null where they cannot be written to.' }),
    obstacle: z
      .object({ detail: z.string(), nextAction: z.string() })
      .nullable()
      .meta({ description: 'Why they cannot.' }),
    language: guideLanguage.meta({ description: "The landlord's." }),
    lastSent: z
      .object({
        ...sentStepFields,
        status: z
          .enum(emailStatuses)
          .nullable()
          .meta({ description: 'What has become of the e-mail; null once that is forgotten.' }),
      })
      .nullable(),
  })
  .meta({ id: 'GuideStep' })

const stepBody = z.strictObject({
  language: guideLanguage,
  lastSentAt: sentTime
    .optional()
    .meta({ description: 'When the caller knows it to have been sent last: it is sent again.' }),
})

export const sentGuideStep = z.object(sentStepFields).meta({ id: 'SentGuideStep' })

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
    answers: created('The request is pending.', requestId, { requestId: 'asked_harbour-view_booking' }),
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
        schema: leftToUs,
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
    description: 'Again changes nothing. What is being connected at that moment is not stopped.',
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
      'One e-mail. What was sent within a day, or later than `lastSentAt`, is not sent again. At most ten a day for a request.',
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
      const { language: chosen, lastSentAt } = body
      const { sent, isNew } = await sendGuideStep(context, caller, {
        requestId,
        step,
        language: chosen,
        lastSentAt,
      })
      const { at, by, language } = sent
      return new Reply(isNew ? 201 : 200, { at, by, language })
    },
  }),
]
