import * as z from 'zod'
import { testBody } from '../../lib/connection/connect-body.ts'
import { type TestResult, testProperty } from '../../lib/connection/test-property.ts'
import { type Handler, parse, replyOf } from '../handler.ts'

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

/** `POST /api/integrations/booking/test`: what connect would say, without side effects. */
export const handle: Handler = async ({ services, request }) => {
  const input = { ...parse(testBody, request.body), ota: 'booking' as const }
  return { status: 200, body: await testProperty(await services.connectProperty(), input) }
}
