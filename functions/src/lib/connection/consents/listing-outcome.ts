import type { Channel } from '../channel-manager.ts'
import { type OtaName, otas } from '../otas.ts'
import { type ChosenListing, reasonIn, tokenLost } from './consent.ts'

/** After which one that the channel manager took, or says nothing of, has failed. */
export const longestMs = 10 * 60_000

/** Undefined where it has still to be asked for, or waited for. */
export function outcomeOf(
  { listingId, channelManagerRatePlanId: plan, sentAt }: ChosenListing,
  channel: Channel | undefined,
  ota: OtaName,
  now: Date,
): Pick<ChosenListing, 'state' | 'reason'> | undefined {
  if (!channel?.host)
    return failed('channel-not-found', 'The channel does not exist any more.', 'Ask for the consent again.')
  const { listings, isTokenLost } = channel.host
  const there = listings.find(one => one.listingId === listingId)
  if (there?.channelManagerRatePlanId === plan) return { state: 'mapped', reason: undefined }
  if (isTokenLost) return { state: 'failed', reason: reasonIn(tokenLost(otas[ota].label)) }
  if (there)
    return failed(
      'mapping-failed',
      'The listing is mapped to another rate plan.',
      'Take that mapping away at the channel manager, or choose the plan that it has.',
    )
  if (listings.some(one => one.channelManagerRatePlanId === plan))
    return failed('mapping-failed', 'The rate plan sells another listing.', 'Choose another rate plan.')
  if (sentAt && now.getTime() - sentAt.getTime() > longestMs)
    return failed(
      'provider-timeout',
      'The channel manager took it, and did not do it in ten minutes.',
      'Choose it again; if it stays so, ask the support of the channel manager.',
    )
  return undefined
}

const failed = (code: string, detail: string, nextAction: string) => ({
  ...{ state: 'failed' as const, reason: { code, detail, nextAction } },
})
