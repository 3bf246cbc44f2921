import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { plainName } from '../../text.ts'
import type { Account } from '../model.ts'
import { type OtaName, otas, stepsInExtranet } from '../otas.ts'
import { propertyNotFound } from '../prerequisites.ts'
import { otaOf } from '../requests/wait-for-acceptance.ts'
import { requestNotFound } from '../requests/waiting.ts'
import type { GuideLanguage } from './languages.ts'
import type { GuidedRequest } from './sent-steps.ts'

/** A step of the guide of a request. */
export interface StepChoice {
  requestId: string
  step: string
}

interface StepEmail {
  request: Versioned<GuidedRequest>
  ota: OtaName
  /** Undefined where the property belongs to none. */
  account: Account | undefined
  /** Variables of the template `guide-step`. */
  data(language: GuideLanguage): Record<string, string>
}

/** The e-mail about a step, and whom it is for. Throws `not-found`, `property-not-found`, `property-incomplete`. */
export async function stepEmail(
  { connections }: Needs<'connections'>,
  { requestId, step }: StepChoice,
): Promise<StepEmail> {
  const request = await connections.guided(requestId)
  if (!request) throw requestNotFound()
  const { propertyId } = request.value
  const ota = otaOf(request.value)
  const { label, extranet: link } = otas[ota]
  const steps = stepsInExtranet(ota)
  if (!steps.includes(step))
    throw new DomainError('not-found', 'There is no such step of the guide.', {
      nextAction: `Use one of these: ${steps.join(', ')}.`,
    })
  const property = await connections.propertyAlone(propertyId)
  if (!property) throw propertyNotFound(propertyId)
  const account = property.landlordId ? await connections.account(property.landlordId) : undefined
  const propertyName = plainName(property.name)
  return { request, ota, account, data: language => ({ step, ota: label, propertyName, link, language }) }
}

/** Where the landlord is written to, or why they are not. Pure. */
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
