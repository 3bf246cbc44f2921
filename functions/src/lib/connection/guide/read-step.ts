import * as z from 'zod'
import type { Needs } from '../../context.ts'
import { emailStatuses, emails } from '../../email/outbox.ts'
import { languageOf } from './languages.ts'
import { addressOf, type StepChoice, stepEmail } from './send-step.ts'
import { guideLanguage, lastSent, sentStepFields } from './sent-steps.ts'

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
          .meta({ description: 'The status of the e-mail; null once the e-mail is not stored any more.' }),
      })
      .nullable(),
  })
  .meta({ id: 'GuideStep' })
export type GuideStepView = z.infer<typeof guideStep>

/** Throws as `stepEmail`. */
export async function readGuideStep(deps: Needs<'store'>, choice: StepChoice): Promise<GuideStepView> {
  const { request, account } = await stepEmail(deps, choice)
  const address = addressOf(account)
  const last = lastSent(request.value.sentSteps, choice.step)
  const email = last && (await deps.store.read(emails.at(last.emailId)))
  return {
    to: 'to' in address ? { name: account?.name ?? '', email: address.to } : null,
    obstacle: 'to' in address ? null : reasonOf(address.obstacle),
    language: languageOf(account?.language),
    lastSent: last
      ? { at: last.at, by: last.by, language: last.language, status: email?.value.status ?? null }
      : null,
  }
}

const reasonOf = ({ detail, nextAction = '' }: { detail: string; nextAction?: string | undefined }) => ({
  detail,
  nextAction,
})
