import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { emailWrite, type NewEmail } from '../../email/outbox.ts'
import { sentTime } from '../../shapes.ts'
import { patch } from '../../store.ts'
import { refusals } from '../refusals.ts'
import {
  checkDay,
  guidedRequests,
  guideLanguage,
  isSentAlready,
  lastSent,
  type SentStep,
  sentStepFields,
  withSent,
} from './sent-steps.ts'
import { addressOf, type StepChoice, stepEmail } from './step-email.ts'

export const stepBody = z.strictObject({
  language: guideLanguage,
  lastSentAt: sentTime
    .optional()
    .meta({ description: 'When the caller knows it to have been sent last: it is sent again.' }),
})

export const sentGuideStep = z.object(sentStepFields).meta({ id: 'SentGuideStep' })

interface StepToSend extends StepChoice, z.infer<typeof stepBody> {}

interface Sent {
  sent: SentStep
  isNew: boolean
}

/**
 * At most once a day unless `lastSentAt` names the last time. Throws as `stepEmail`, and `landlord-not-reachable`,
 * `rate-limited`.
 */
export async function sendGuideStep(deps: Needs<'store'>, actor: Actor, input: StepToSend): Promise<Sent> {
  const { requestId, step, language, lastSentAt } = input
  const { store, clock } = deps
  const { request, ota, account, data } = await stepEmail(deps, input)
  const { propertyId } = request.value
  const address = addressOf(account)
  if ('obstacle' in address) throw address.obstacle
  const audit = buildAuditEntry(deps, actor, {
    action: 'request.send-step',
    targetType: 'connectionRequest',
    targetId: requestId,
    metadata: { propertyId, ota, step, language },
  })
  const email = (emailId: string): NewEmail => ({
    emailId,
    template: 'guide-step',
    to: address.to,
    data: data(language),
    about: { propertyId, ota, requestId },
  })
  return amend<() => Promise<typeof request>, Sent>(deps, {
    read: async () => (await store.read(guidedRequests.at(requestId))) ?? missing(),
    first: request,
    audit,
    decide(request) {
      const { sentSteps } = request.value
      const last = lastSent(sentSteps, step)
      const now = clock.now()
      if (last && isSentAlready(last, lastSentAt, now)) return { result: { sent: last, isNew: false } }
      checkDay(sentSteps, now)
      const at = last && last.at >= now ? new Date(last.at.getTime() + 1) : now
      const emailId = `guide-step_${requestId}_${step}_${at.getTime()}`
      const sent: SentStep = { step, at, by: actor.uid, language, emailId }
      const noted = patch(request, { sentSteps: withSent(sentSteps, sent) }, request.revision)
      return { writes: [noted, emailWrite(email(emailId), at)], result: { sent, isNew: true } }
    },
  })
}

function missing(): never {
  throw refusals.requestNotFound()
}
