import * as z from 'zod'
import { priceShape } from '../../lib/connection/model.ts'
import { type RequestDetails, readRequest } from '../../lib/connection/requests/list-requests.ts'
import { documentId } from '../../lib/identifiers.ts'
import { plainFields } from '../../lib/shapes.ts'
import { ok } from '../docs.ts'
import { parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { request } from './examples.ts'
import { documentPath, rejection, requestFields } from './shapes.ts'

const step = z.object({
  name: z.string(),
  status: z.string().meta({ description: '`started`, `done` or `failed`.' }),
  at: z.date(),
  result: plainFields.optional(),
  undo: z.enum(['pending', 'done']).optional().meta({
    description: 'What the step did is taken back, since the attempt failed; `pending`: not yet.',
  }),
})

const attempt = z
  .object({
    status: z.string().nullable().meta({ description: '`running`, `completed` or `rejected`.' }),
    hotelId: z.string().nullable(),
    startedAt: z.date().nullable(),
    endedAt: z.date().optional(),
    currentStep: z.string().optional(),
    steps: z.array(step).meta({ description: 'In the order in which they were last written.' }),
    rejection: rejection.optional(),
  })
  .meta({ id: 'ConnectionAttempt' })

export const reply = replyOf<RequestDetails>()(
  z
    .object({
      ...requestFields,
      property: z.object({
        id: z.string(),
        name: z.string().nullable(),
        channelManagerConnected: z.boolean(),
        listingUrls: z.array(z.string()).optional(),
      }),
      attempt: attempt.nullable().meta({
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
    .meta({ id: 'PropertyRequestDetails' }),
)

export const readRequestRoute = route({
  method: 'GET',
  path: '/api/property-requests/:id',
  access: 'operations',
  answer({ context, params }) {
    return readRequest(context, parse(documentId, params.id))
  },
  docs: () => ({
    id: 'readRequest',
    summary: 'Read a connection request',
    description: 'With how far connecting has come, for a page that follows it.',
    params: documentPath,
    answers: ok('The request.', reply, {
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
  }),
})
