import type { Needs } from '../../context.ts'
import { ProviderError, refusesOurKey } from '../../errors.ts'
import { otas } from '../otas.ts'
import { fromProviderError } from '../rejections.ts'
import { changeConsent } from './change-consent.ts'
import { asRefused, type Consent, type ConsentReason, isGranted, markOf, reasonIn } from './consent.ts'
import { refuseConsent, refusedOf } from './refuse-consent.ts'

type Deps = Needs<'channelManager' | 'connections' | 'consents'>

/** Asks the channel manager about the channel that a browser named, and takes it if it is one of ours. Throws ProviderError. */
export async function checkReturned(deps: Deps, consentId: string, consent: Consent): Promise<Consent> {
  const { returned } = consent
  if (!returned) return consent
  const reason = await whyNot(deps, consentId, consent, returned.channelId).catch(error =>
    reasonForGood(error, returned, deps.clock.now()),
  )
  const isOver = (now: Consent) => now.returned?.channelId !== returned.channelId
  if (reason)
    return refuseConsent(deps, consentId, refusedOf, current => {
      const { returned: _, ...rest } = current
      return isOver(current) ? 'done' : asRefused(rest, reason)
    })
  return changeConsent(deps, consentId, current => {
    // What the account has now is read anew.
    const { returned: _, reason: __, listings: ___, ...rest } = current
    const state = isGranted(rest) ? rest.state : 'granted'
    return isOver(current) ? 'done' : { ...rest, state, channelManagerChannelId: returned.channelId }
  })
}

async function whyNot(
  { consents, channelManager }: Deps,
  consentId: string,
  consent: Consent,
  channelId: string,
): Promise<ConsentReason | undefined> {
  const { label } = otas[consent.ota]
  const channel = await channelManager.channel(channelId)
  if (!channel?.host || channel.ota !== consent.ota) return notOurs
  const { channelManagerChannelId: before = channel.id } = consent
  if (before !== channel.id) return otherAccount(label)
  const [first] = channel.propertyIds
  const group =
    channel.host.groupId ?? (first === undefined ? undefined : await channelManager.groupOf(first))
  if (group !== undefined && group !== consent.groupId) return notOurs
  const known = await consents.ofChannel(channel.id)
  if (known.some(one => one.id !== consentId && one.consent.landlordId !== consent.landlordId))
    return otherLandlord(label)
  if (known.length === 0 && !channel.host.title.includes(markOf(consent)))
    return notForThem(label, markOf(consent))
  return channel.host.isTokenLost ? notTaken(label) : undefined
}

const longestMs = 3_600_000

/** Of an error that no later try mends, or after an hour of tries; any other is thrown. */
function reasonForGood(error: unknown, { at }: { at: Date }, now: Date): ConsentReason {
  if (!(error instanceof ProviderError)) throw error
  const isPermanent = error.kind === 'permanent' && !error.isUnasked && !refusesOurKey(error)
  if (!isPermanent && now.getTime() - at.getTime() <= longestMs) throw error
  return reasonIn(fromProviderError(error))
}

const again = 'Ask again, and send the host the new link.'

const notOurs: ConsentReason = {
  code: 'channel-not-found',
  detail: 'The channel manager has no such channel for these properties.',
  nextAction: again,
}

const otherAccount = (label: string): ConsentReason => ({
  code: 'already-connected',
  detail: `The host signed in to ${label} with another account than before.`,
  nextAction: 'Ask again, and have the host sign in with the account that has these listings.',
})

const otherLandlord = (label: string): ConsentReason => ({
  code: 'already-connected',
  detail: `This account at ${label} is connected for another landlord.`,
  nextAction: 'Ask the host which account has the listings of these properties, then ask again.',
})

const notForThem = (label: string, mark: string): ConsentReason => ({
  code: 'channel-not-found',
  detail: `The channel of this account at ${label} was not made by a link for this landlord.`,
  nextAction: `Ask again. If it stays so and the account is this host's, add ${mark} to the title of its channel at the channel manager, then ask once more.`,
})

const notTaken = (label: string): ConsentReason => ({
  code: 'ota-setup-incomplete',
  detail: `${label} did not keep the consent.`,
  nextAction: again,
})
