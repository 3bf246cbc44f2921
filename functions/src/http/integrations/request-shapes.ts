import * as z from 'zod'
import type { RequestDetails, RequestView } from '../../lib/connection/requests/request-view.ts'
import { nextCursor, replyOf } from '../reply.ts'

const rejection = z
  .object({
    code: z.string(),
    detail: z.string(),
    nextAction: z.string().optional(),
    at: z.date().optional(),
  })
  .meta({ id: 'Rejection', description: 'Why, and what to do now.' })

const fields = {
  id: z.string(),
  propertyId: z.string(),
  propertyName: z.string().nullable().meta({ description: 'Null when there is no such property.' }),
  landlordId: z.string().nullable(),
  landlordName: z.string().nullable(),
  ota: z.string(),
  status: z.string().meta({ description: '`pending`, `completed` or `rejected`.' }),
  createdAt: z.date().nullable(),
  completedAt: z.date().optional(),
  rejection: rejection.optional(),
  hotelId: z
    .string()
    .optional()
    .meta({ description: "The OTA's id of the property, once somebody has tried one for this request." }),
}

const request = replyOf<RequestView>()(z.object(fields).meta({ id: 'PropertyRequest' }))

export const requestsReply = z
  .object({ requests: z.array(request), nextCursor })
  .meta({ id: 'PropertyRequests' })

const step = z.object({
  name: z.string(),
  status: z.string().meta({ description: '`started`, `done` or `failed`.' }),
  at: z.date(),
  result: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
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

export const requestReply = replyOf<RequestDetails>()(
  z
    .object({
      ...fields,
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
      channel: z.object({ id: z.string(), status: z.string() }).nullable(),
    })
    .meta({ id: 'PropertyRequestDetails' }),
)
