import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { StoredDocument } from '../../store.ts'
import { plainName } from '../../text.ts'
import type { Account } from '../model.ts'
import { type OtaName, otas, stepsInExtranet } from '../otas.ts'
import { propertyAlone, readAccount } from '../properties/stored-property.ts'
import { refusals } from '../refusals.ts'
import { otaOf } from '../requests/wait-for-acceptance.ts'
import type { GuideLanguage } from './languages.ts'
import { type GuidedRequest, guidedRequests } from './sent-steps.ts'

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
