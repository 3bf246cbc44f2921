import * as z from 'zod'
import { type GuideStepView, readGuideStep } from '../../lib/connection/guide/read-step.ts'
import { emailStatuses } from '../../lib/email/ports.ts'
import { ok } from '../docs.ts'
import { parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { guideLanguage, sentFields, sentStep, stepPath } from './guide-shapes.ts'

export const reply = replyOf<GuideStepView>()(
  z
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
          ...sentFields,
          status: z
            .enum(emailStatuses)
            .nullable()
            .meta({ description: 'What has become of the e-mail; null once that is forgotten.' }),
        })
        .nullable(),
    })
    .meta({ id: 'GuideStep' }),
)

export const readGuideStepRoute = route({
  method: 'GET',
  path: '/api/property-requests/:id/guide-steps/:step',
  access: 'operations',
  answer({ context, params }) {
    const { id, step } = parse(stepPath, params)
    return readGuideStep(context, { requestId: id, step })
  },
  docs: () => ({
    id: 'readGuideStep',
    summary: 'Read to whom a step of the guide would go',
    description: 'And when it was last sent.',
    params: stepPath,
    answers: ok('The step.', reply, {
      to: { name: 'Lars Lindqvist', email: 'lars@example.com' },
      obstacle: null,
      language: 'en',
      lastSent: { ...sentStep, status: 'delivered' },
    }),
    codes: ['not-found', 'property-not-found', 'property-incomplete'],
  }),
})
