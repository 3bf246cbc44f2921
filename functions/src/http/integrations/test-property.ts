import * as z from 'zod'
import { testBody } from '../../lib/connection/connect-body.ts'
import { type TestResult, testProperty } from '../../lib/connection/test-property.ts'
import { ok } from '../docs.ts'
import { parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { target } from './examples.ts'

export const reply = replyOf<TestResult>()(
  z
    .object({
      ok: z.boolean(),
      code: z.string().optional().meta({ description: 'The code that connect would answer with.' }),
      detail: z.string().optional().meta({ description: 'Of a good one: what only connecting shows.' }),
      nextAction: z.string().optional(),
    })
    .meta({ id: 'TestResult' }),
)

export const testPropertyRoute = route({
  method: 'POST',
  path: '/api/integrations/booking/test',
  access: 'operations',
  async handle({ caller, context, request }) {
    const input = { ...parse(testBody, request.body), ota: 'booking' as const }
    return { status: 200, body: await testProperty(context, caller, input) }
  },
  docs: () => ({
    id: 'testProperty',
    summary: 'Say what connect would say',
    description:
      'Without side effects, unless `reject` is sent: what stands in the way is then also the reason of a rejection, as if one had connected. It is part of the answer, with the code of connect.',
    body: { schema: testBody, example: target },
    answers: ok('What was found.', reply, {
      ok: false,
      code: 'hotel-id-invalid',
      detail: 'The property ID of Booking.com is not valid.',
      nextAction: 'Correct the property ID.',
    }),
    codes: ['property-not-found'],
  }),
})
