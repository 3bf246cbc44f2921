import type { Needs } from '../../context.ts'
import { type EmailStatus, emails } from '../../email/outbox.ts'
import { type GuideLanguage, languageOf } from './languages.ts'
import { lastSent, type SentStep } from './sent-steps.ts'
import { addressOf, type StepChoice, stepEmail } from './step-email.ts'

export interface GuideStepView {
  to: { name: string; email: string } | null
  obstacle: { detail: string; nextAction: string } | null
  language: GuideLanguage
  /** `status`: null once the e-mail has expired. */
  lastSent: (Omit<SentStep, 'step' | 'emailId'> & { status: EmailStatus | null }) | null
}

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
