import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import type { Account } from '../model.ts'
import { type OtaName, otas } from '../otas.ts'
import { checkHotelId, propertyNotFound } from '../prerequisites.ts'
import { otaOf } from '../requests/wait-for-acceptance.ts'
import { requestNotFound } from '../requests/waiting.ts'
import { guideLetters, type Letter, letterOf } from './letter.ts'
import type { GuidedRequest } from './sent-steps.ts'
import type { GuideLanguage } from './words.ts'

/** A step of the guide of a request. */
export interface StepChoice {
  requestId: string
  step: string
  /** As it was entered; without it the one that was tried for the request, if any. */
  hotelId?: string | undefined
}

export interface StepLetter {
  request: Versioned<GuidedRequest>
  ota: OtaName
  /** Undefined where the property belongs to none. */
  account: Account | undefined
  letter(language: GuideLanguage): Letter
}

/** What a step is explained to a landlord with. Throws `not-found`, `property-not-found`, `property-incomplete`, `hotel-id-invalid`. */
export async function stepLetter(
  { connections, channelManagerName }: Needs<'connections' | 'channelManagerName'>,
  { requestId, step, hotelId }: StepChoice,
): Promise<StepLetter> {
  const request = await connections.guided(requestId)
  if (!request) throw requestNotFound()
  const { propertyId, hotelId: tried } = request.value
  const ota = otaOf(request.value)
  const { hotelId: format } = otas[ota]
  const ofOta = guideLetters[ota] ?? {}
  const letters = Object.hasOwn(ofOta, step) ? ofOta[step] : undefined
  if (!letters) throw noSuchStep(ota)
  if (hotelId !== undefined) checkHotelId(ota, hotelId)
  const property = await connections.propertyAlone(propertyId)
  if (!property) throw propertyNotFound(propertyId)
  const account = property.landlordId ? await connections.account(property.landlordId) : undefined
  const facts = {
    ota,
    propertyName: property.name,
    landlordName: account?.name ?? '',
    channelManager: channelManagerName,
    hotelId: hotelId ?? (tried && format.test(tried) ? tried : undefined),
  }
  return { request, ota, account, letter: language => letterOf(letters, language, facts) }
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

const noSuchStep = (ota: OtaName): DomainError =>
  new DomainError('not-found', 'There is no such step of the guide.', {
    nextAction: `Use one of these: ${Object.keys(guideLetters[ota] ?? {}).join(', ')}.`,
  })
