import type { Needs } from '../../context.ts'
import type { EmailStatus } from '../../email/ports.ts'
import { type GuideLanguage, languageOf } from './languages.ts'
import { lastSent, type SentStep } from './sent-steps.ts'
import { addressOf, type StepChoice, stepEmail } from './step-email.ts'

export interface GuideStepView {
  /** Null where nobody can be written to. */
  to: { name: string; email: string } | null
  /** Why not. */
  obstacle: { detail: string; nextAction: string } | null
  /** The landlord's. */
  language: GuideLanguage
  /** `status`: what has become of the e-mail; null once that is forgotten. */
  lastSent: (Omit<SentStep, 'step' | 'emailId'> & { status: EmailStatus | null }) | null
}

/** To whom a step would go, and whether it was sent before. Throws as `stepEmail`. */
export async function readGuideStep(
  deps: Needs<'connections' | 'outbox'>,
  choice: StepChoice,
): Promise<GuideStepView> {
  const { request, account } = await stepEmail(deps, choice)
  const address = addressOf(account)
  const last = lastSent(request.value.sentSteps, choice.step)
  const email = last && (await deps.outbox.read(last.emailId))
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
