import * as z from 'zod'
import { waitForAcceptance } from '../../lib/connection/requests/wait-for-acceptance.ts'
import { shownPrice, type WaitingFor } from '../../lib/connection/requests/waiting.ts'
import { parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { documentPath, waitingFor } from './shapes.ts'

const body = z.strictObject({
  paymentId: z.string().min(1).max(256).optional().meta({ description: 'Of the payment, where one is due.' }),
  price: shownPrice.optional().meta({ description: 'As it was shown; amount in minor units.' }),
})

const reply = replyOf<{ waitingFor: WaitingFor }>()(z.object({ waitingFor }).meta({ id: 'LeftToUs' }))

const since = '2026-11-21T09:00:00.000Z'

export const waitForAcceptanceRoute = route({
  method: 'POST',
  path: '/api/property-requests/:id/wait',
  access: 'operations',
  async handle({ caller, context, params, request }) {
    const { id } = parse(documentPath, params)
    const input = parse(body, request.body ?? {})
    return { status: 202, body: await waitForAcceptance(context, caller, { requestId: id, ...input }) }
  },
  docs: () => ({
    id: 'waitForAcceptance',
    summary: 'Leave a request to us until the OTA accepts',
    description:
      'The request stays rejected, and is tried again by itself in the name of the caller: first after 30 s, then in doubling pauses up to 30 minutes, for 14 days. It ends with the next connect of the property, when the role of the caller, the property or the price changes, and when it is withdrawn.',
    params: documentPath,
    body: { schema: body, example: {}, isOptional: true },
    answers: [
      {
        ...{ status: 202, says: 'It is tried again by itself.', schema: reply },
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
  }),
})
