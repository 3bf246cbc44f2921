import * as z from 'zod'
import { otaOffer } from '../../lib/connection/channel-manager.ts'
import { testBody } from '../../lib/connection/connect-body.ts'
import { storedMapping } from '../../lib/connection/model.ts'
import { otaId } from '../../lib/connection/ota-id.ts'
import { type TestResult, testProperty } from '../../lib/connection/test-property.ts'
import { ok } from '../docs.ts'
import { parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { exampleLabel, target } from './examples.ts'
import { mappingSummary, otaIn, otaPath, ours } from './shapes.ts'

const choice = z
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

export const reply = replyOf<TestResult>()(
  z
    .object({
      ok: z.boolean(),
      code: z.string().optional().meta({ description: 'The code that connect would answer with.' }),
      detail: z.string().optional().meta({ description: 'Of a good one: what only connecting shows.' }),
      nextAction: z.string().optional(),
      mapping: mappingSummary.optional(),
      toChoose: choice.optional(),
    })
    .meta({ id: 'TestResult' }),
)

export const testPropertyRoute = route({
  method: 'POST',
  path: '/api/integrations/:ota/test',
  access: 'operations',
  answer({ caller, context, params, request }) {
    const ota = otaIn(params)
    const input = { ota, ...parse(testBody, request.body) }
    return testProperty(context, caller, input)
  },
  docs: () => ({
    id: 'testProperty',
    summary: 'Say what connect would say',
    description:
      'Without side effects, unless `reject` is sent: what stands in the way is then also the reason of a rejection, as if one had connected. It is part of the answer, with the code of connect.',
    params: otaPath,
    body: { schema: testBody, example: target },
    answers: ok('What was found.', reply, {
      ok: false,
      code: 'hotel-id-invalid',
      detail: `The property ID of ${exampleLabel} is not valid.`,
      nextAction: 'Correct the property ID.',
    }),
    codes: ['not-found', 'property-not-found'],
  }),
})
