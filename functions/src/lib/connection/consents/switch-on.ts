import { DomainError, ProviderError } from '../../errors.ts'
import type { ChannelManager } from '../channel-manager.ts'
import { otas } from '../otas.ts'
import { type ChosenListing, type Consent, channelGone, isSameSale, tokenLost } from './consent.ts'

/** Mappings that somebody took away at the channel manager. */
export class MappingsLostError extends DomainError {
  readonly lost: readonly ChosenListing[]

  constructor(lost: readonly ChosenListing[]) {
    super('mapping-failed', `Not mapped any more: ${lost.map(one => one.listingId).join(', ')}.`, {
      nextAction: 'Find out who took the mapping away, then choose the listing again.',
    })
    this.lost = lost
  }
}

/** Looks before it acts, and after a lost answer. */
export async function switchOn(channelManager: ChannelManager, consent: Consent): Promise<void> {
  const { label } = otas[consent.ota]
  const id = consent.channelManagerChannelId
  const channel = id === undefined ? undefined : await channelManager.channel(id)
  if (id === undefined || !channel?.host)
    throw channelGone({ state: consent.activation?.from ?? consent.state })
  if (channel.host.isTokenLost) throw tokenLost(label)
  const { listings } = channel.host
  const lost = consent.mappings.filter(
    one => one.state === 'mapped' && !listings.some(there => isSameSale(one, there)),
  )
  if (lost.length > 0) throw new MappingsLostError(lost)
  if (channel.isActive) return
  try {
    await channelManager.activate(id)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'retryable') throw error
    if ((await channelManager.channel(id))?.isActive) return
    if (error.kind === 'unknown') throw error
    throw new DomainError('activation-refused', 'The channel manager did not activate the channel.', {
      ...{ quote: error.quote, cause: error },
      nextAction: 'Do what it says, then activate again; if it says nothing, ask its support.',
    })
  }
}
