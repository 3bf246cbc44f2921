import type { Needs } from '../../context.ts'
import type { EmailStatus } from '../../email/ports.ts'
import { textOf } from './letter.ts'
import { lastSent, type SentStep } from './sent-steps.ts'
import { addressOf, type StepChoice, stepLetter } from './step-letters.ts'
import { type GuideLanguage, guideLanguages, languageOf } from './words.ts'

export interface GuideStepView {
  /** Null where nobody can be written to. */
  to: { name: string; email: string } | null
  /** Why not. */
  obstacle: { detail: string; nextAction: string } | null
  /** The landlord's. */
  language: GuideLanguage
  letters: { language: GuideLanguage; subject: string; text: string }[]
  /** `status`: what has become of the e-mail; null once that is forgotten. */
  lastSent: (Omit<SentStep, 'step' | 'emailId'> & { status: EmailStatus | null }) | null
}

/** What a step would say to the landlord in each language, and whether it was sent before. Throws as `stepLetter`. */
export async function readGuideStep(
  deps: Needs<'channelManagerName' | 'connections' | 'outbox'>,
  choice: StepChoice,
): Promise<GuideStepView> {
  const { request, account, letter } = await stepLetter(deps, choice)
  const address = addressOf(account)
  const last = lastSent(request.value.sentSteps, choice.step)
  const email = last && (await deps.outbox.read(last.emailId))
  return {
    to: 'to' in address ? { name: account?.name ?? '', email: address.to } : null,
    obstacle: 'to' in address ? null : reasonOf(address.obstacle),
    language: languageOf(account?.language),
    letters: guideLanguages.map(language => {
      const written = letter(language)
      return { language, subject: written.subject, text: textOf(written) }
    }),
    lastSent: last
      ? { at: last.at, by: last.by, language: last.language, status: email?.value.status ?? null }
      : null,
  }
}

const reasonOf = ({ detail, nextAction = '' }: { detail: string; nextAction?: string | undefined }) => ({
  detail,
  nextAction,
})
