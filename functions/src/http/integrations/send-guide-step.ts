import * as z from 'zod'
import { sendGuideStep } from '../../lib/connection/guide/send-step.ts'
import type { SentStep } from '../../lib/connection/guide/sent-steps.ts'
import { sentTime } from '../../lib/shapes.ts'
import { parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { guideLanguage, sentFields, sentStep, stepPath } from './guide-shapes.ts'

const body = z.strictObject({
  language: guideLanguage,
  lastSentAt: sentTime
    .optional()
    .meta({ description: 'When the caller knows it to have been sent last: it is sent again.' }),
})

export const reply = replyOf<Pick<SentStep, 'at' | 'by' | 'language'>>()(
  z.object(sentFields).meta({ id: 'SentGuideStep' }),
)

export const sendGuideStepRoute = route({
  method: 'POST',
  path: '/api/property-requests/:id/guide-steps/:step',
  access: 'operations',
  async handle({ caller, context, params, request }) {
    const { id, step } = parse(stepPath, params)
    const { lastSentAt, language: chosen } = parse(body, request.body)
    const { sent, isNew } = await sendGuideStep(context, caller, {
      requestId: id,
      step,
      language: chosen,
      lastSentAt,
    })
    const { at, by, language } = sent
    return { status: isNew ? 201 : 200, body: { at, by, language } }
  },
  docs: () => ({
    id: 'sendGuideStep',
    summary: 'Send a step of the guide to the landlord',
    description:
      'One e-mail. What was sent within a day, or later than `lastSentAt`, is not sent again. At most ten a day for a request.',
    params: stepPath,
    body: { schema: body, example: { language: 'de' } },
    answers: [
      { status: 201, says: 'It is on its way.', schema: reply, example: sentStep },
      { status: 200, says: 'It was sent before: when, and by whom.', schema: reply, example: sentStep },
    ],
    codes: [
      'not-found',
      'property-not-found',
      'property-incomplete',
      'landlord-not-reachable',
      'rate-limited',
    ],
  }),
})
