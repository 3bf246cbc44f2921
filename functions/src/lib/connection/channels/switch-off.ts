import type { Needs } from '../../context.ts'
import { ProviderError } from '../../errors.ts'
import type { ChannelManager, MappedListing } from '../channel-manager.ts'
import { changeConsent } from '../consents/change-consent.ts'
import { type ChosenListing, type Consent, isAtWork } from '../consents/consent.ts'
import { outcomeOf } from '../consents/listing-outcome.ts'
import { isById } from '../otas/kinds.ts'
import type { PropertyChannel } from './property-channel.ts'

type Deps = Needs<'channelManager' | 'consents'>

/** Ends what a property sells by its channel at the channel manager. Idempotent. `deps` has the time that is left. */
export const switchOff = (deps: Deps, channel: PropertyChannel): Promise<void> =>
  isById(channel.ota)
    ? deactivate(deps.channelManager, channel.channelManagerChannelId)
    : takeOut(deps, channel)

/** Looks before it acts: inactive or gone is fine. After a lost answer it looks again. */
async function deactivate(channelManager: ChannelManager, id: string): Promise<void> {
  if (!(await channelManager.channel(id))?.isActive) return
  try {
    await channelManager.deactivate(id)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'retryable') throw error
    if ((await channelManager.channel(id))?.isActive) throw error
  }
}

/**
 * Takes the property's listings out of a channel of many; one that sells nothing any more is removed. Throws while the
 * channel manager has still to map one that it took: what it maps afterwards would be sold unseen.
 */
async function takeOut(
  deps: Deps,
  { propertyId, ota, listings = [], channelManagerChannelId: id }: PropertyChannel,
) {
  const { channelManager, consents } = deps
  const channel = await channelManager.channel(id)
  const found = await consents.ofChannel(id)
  const asked = found.flatMap(({ consent }) => consent.mappings).filter(one => one.propertyId === propertyId)
  const theirs = new Set([...listings, ...asked].map(saleOf))
  const lines = channel?.host?.listings ?? []
  const isTheirs = (line: MappedListing) => theirs.has(saleOf(line))
  for (const line of lines.filter(isTheirs)) await channelManager.unmapListing(id, line.id)
  const now = deps.clock.now()
  const isComing = ({ sentAt, triedAt, ...one }: ChosenListing) =>
    one.propertyId === propertyId &&
    one.state === 'waiting' &&
    (sentAt ?? triedAt) !== undefined &&
    !outcomeOf({ ...one, sentAt: sentAt ?? triedAt }, channel, ota, now)
  const notYet = () =>
    new ProviderError('channel-manager', 'retryable', 'a listing that it was asked for is not mapped yet')
  if (asked.some(isComing)) {
    for (const { id: consentId } of found)
      await changeConsent(deps, consentId, current =>
        withoutRows(
          current,
          one => one.propertyId === propertyId && one.state === 'waiting' && !isComing(one),
        ),
      )
    throw notYet()
  }
  const isEmpty = lines.every(isTheirs) && !found.some(({ consent }) => isUsed(consent, propertyId))
  if (isEmpty && channel) {
    await deactivate(channelManager, id)
    await channelManager.deleteChannel(id)
  }
  for (const { id: consentId } of found)
    await changeConsent(deps, consentId, current => {
      // Asked for since.
      if (!isEmpty && current.mappings.some(isComing)) throw notYet()
      return without(current, propertyId, isEmpty && deps.clock.now())
    })
}

/** Two properties may have named one listing; only one of them sells it. */
const saleOf = ({
  listingId,
  channelManagerRatePlanId,
}: Pick<MappedListing, 'listingId' | 'channelManagerRatePlanId'>): string =>
  `${listingId}/${channelManagerRatePlanId}`

/** Whether it has, or will have, listings of others. */
const isUsed = ({ mappings }: Consent, propertyId: string): boolean =>
  mappings.some(one => one.propertyId !== propertyId && one.state !== 'failed')

function withoutRows(consent: Consent, isOver: (one: ChosenListing) => boolean): Consent | 'done' {
  const mappings = consent.mappings.filter(one => !isOver(one))
  return mappings.length < consent.mappings.length ? { ...consent, mappings } : 'done'
}

/** `endedAt`: where nothing is left in the channel. */
function without(consent: Consent, propertyId: string, endedAt: Date | false): Consent | 'done' {
  if (endedAt && consent.state !== 'ended') {
    // What was chosen meanwhile has no channel any more.
    const { channelManagerChannelId: _, listings: __, dueAt, ...rest } = consent
    const ended: Consent = { ...rest, mappings: [], state: 'ended', endedAt }
    return isAtWork(ended) && dueAt ? { ...ended, dueAt } : ended
  }
  return withoutRows(consent, one => one.propertyId === propertyId)
}
