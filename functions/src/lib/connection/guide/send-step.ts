import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import type { NewEmail } from '../../email/ports.ts'
import type { Versioned } from '../../ports.ts'
import { requestNotFound } from '../requests/waiting.ts'
import type { GuideLanguage } from './languages.ts'
import {
  checkDay,
  type GuidedRequest,
  isSentAlready,
  lastSent,
  type SentStep,
  withSent,
} from './sent-steps.ts'
import { addressOf, type StepChoice, stepEmail } from './step-email.ts'

interface StepToSend extends StepChoice {
  language: GuideLanguage
  /** When the caller knows it to have been sent last: it is sent again. */
  lastSentAt?: Date | undefined
}

interface Sent {
  sent: SentStep
  isNew: boolean
}

/**
 * Sends a step of the guide to the property's landlord, in one commit with the note that it was sent. What was sent
 * within a day is not sent again, unless the caller names that last time. Throws as `stepEmail`, and
 * `landlord-not-reachable`, `rate-limited`.
 */
export async function sendGuideStep(
  deps: Needs<'connections'>,
  actor: Actor,
  input: StepToSend,
): Promise<Sent> {
  const { requestId, step, language, lastSentAt } = input
  const { connections, clock } = deps
  const { request, ota, account, data } = await stepEmail(deps, input)
  const { propertyId } = request.value
  const address = addressOf(account)
  if ('obstacle' in address) throw address.obstacle
  const audit = buildAuditEntry(deps, actor, {
    ...{ action: 'request.send-step', targetType: 'connectionRequest', targetId: requestId },
    metadata: { propertyId, ota, step, language },
  })
  const email = (emailId: string): NewEmail => ({
    ...{ emailId, template: 'guide-step', to: address.to, data: data(language) },
    about: { propertyId, ota, requestId },
  })
  return change<Versioned<GuidedRequest>, SentStep, Sent>(
    deps,
    {
      read: async () => (await connections.guided(requestId)) ?? missing(),
      recognise: ({ value: { sentSteps } }, tried) =>
        sentSteps.some(one => one.emailId === tried.emailId && one.by === tried.by)
          ? { result: { sent: tried, isNew: true } }
          : undefined,
      decide: ({ value: { sentSteps } }) => {
        const last = lastSent(sentSteps, step)
        const now = clock.now()
        if (last && isSentAlready(last, lastSentAt, now)) return { result: { sent: last, isNew: false } }
        checkDay(sentSteps, now)
        const at = last && last.at >= now ? new Date(last.at.getTime() + 1) : now
        const emailId = `guide-step_${requestId}_${step}_${at.getTime()}`
        return { write: { step, at, by: actor.uid, language, emailId } }
      },
      commit: async (sent, { value, revision }) => {
        const extras = { audits: [audit], emails: { entries: [email(sent.emailId)], at: sent.at } }
        const next = withSent(value.sentSteps, sent)
        const written = await connections.changeSentSteps(requestId, next, revision, extras)
        return resolvedAs(written, { sent, isNew: true })
      },
    },
    { known: request },
  )
}

function missing(): never {
  throw requestNotFound()
}
