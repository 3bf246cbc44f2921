import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { emailWrite, type NewEmail } from '../../email/outbox.ts'
import { DomainError } from '../../errors.ts'
import { sentTime } from '../../shapes.ts'
import { patch, type StoredDocument } from '../../store.ts'
import { plainName } from '../../text.ts'
import type { Account } from '../model.ts'
import { type OtaName, otas, stepsInExtranet } from '../otas.ts'
import { propertyAlone, readAccount } from '../properties/stored-property.ts'
import { refusals } from '../refusals.ts'
import { otaOf } from '../requests/wait-for-acceptance.ts'
import type { GuideLanguage } from './languages.ts'
import {
  checkDay,
  type GuidedRequest,
  guidedRequests,
  guideLanguage,
  isSentAlready,
  lastSent,
  type SentStep,
  sentStepFields,
  withSent,
} from './sent-steps.ts'

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

export interface StepChoice {
  requestId: string
  step: string
}

interface StepEmail {
  request: StoredDocument<GuidedRequest>
  ota: OtaName
  /** Undefined for a property without a landlord. */
  account: Account | undefined
  /** Variables of the template `guide-step`. */
  data(language: GuideLanguage): Record<string, string>
}

/** Throws `not-found`, `property-not-found`, `property-incomplete`. */
export async function stepEmail(
  { store }: Needs<'store'>,
  { requestId, step }: StepChoice,
): Promise<StepEmail> {
  const request = await store.read(guidedRequests.at(requestId))
  if (!request) throw refusals.requestNotFound()
  const { propertyId } = request.value
  const ota = otaOf(request.value)
  const { label, extranet: link } = otas[ota]
  const steps = stepsInExtranet(ota)
  if (!steps.includes(step))
    throw new DomainError('not-found', 'There is no such step of the guide.', {
      nextAction: `Use one of these: ${steps.join(', ')}.`,
    })
  const property = await propertyAlone(store, propertyId)
  if (!property) throw refusals.propertyNotFound(propertyId)
  const account = property.landlordId ? await readAccount(store, property.landlordId) : undefined
  const propertyName = plainName(property.name)
  return { request, ota, account, data: language => ({ step, ota: label, propertyName, link, language }) }
}

export function addressOf(account: Account | undefined): { to: string } | { obstacle: DomainError } {
  if (!account)
    return obstacle(
      'The property belongs to no landlord account.',
      'Link the property to its landlord’s account, then try again.',
    )
  if (account.noGuideEmails)
    return obstacle('The landlord has asked for no e-mails about this.', 'Call the landlord instead.')
  const to = account.email?.trim()
  return to
    ? { to }
    : obstacle('The landlord has no e-mail address.', 'Add it to the landlord’s account, or call them.')
}

const obstacle = (detail: string, nextAction: string) => ({
  obstacle: new DomainError('landlord-not-reachable', detail, { nextAction }),
})
