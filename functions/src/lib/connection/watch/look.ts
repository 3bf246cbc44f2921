import { bestEffort } from '../../best-effort.ts'
import { ProviderError } from '../../errors.ts'
import type { Items } from '../../items/item.ts'
import type { Clock, Log } from '../../ports.ts'
import type { ChannelManager } from '../channel-manager.ts'
import type { Channels } from '../channels/ports.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import type { Properties } from '../ports.ts'
import type { Seen } from './findings.ts'
import type { ChannelEvents, Webhooks } from './ports.ts'
import { readVerdict } from './verdict.ts'

export interface LookDeps {
  log: Log
  clock: Clock
  channels: Channels
  properties: Pick<Properties, 'load'>
  items: Pick<Items, 'read' | 'commit'>
  channelManager: Pick<ChannelManager, 'channel' | 'offer'>
  events: ChannelEvents
  webhooks: Webhooks
}

export interface WatchedRef {
  channelId: string
  channel: PropertyChannel
}

/** What there is to see of a channel. Nothing is concluded from what cannot be read: that is logged and left out. */
export async function look(deps: LookDeps, ref: WatchedRef): Promise<Seen> {
  const { channel } = ref
  let isHeldUp = false
  const noteFailure = ({ kind }: ProviderError) => {
    isHeldUp ||= kind !== 'permanent'
  }
  const readChannel = async () => ({
    channel: (await deps.channelManager.channel(channel.channelManagerChannelId)) ?? null,
  })
  const readOffer = () => deps.channelManager.offer(channel.ota, channel.hotelId)
  const [found, offer, verdict, { property, ratePlans }] = await Promise.all([
    readOrSkip(deps, ref, 'channel', readChannel, noteFailure),
    readOrSkip(deps, ref, 'offer', readOffer, noteFailure),
    readOrSkip(deps, ref, 'verdict', () => readVerdict(deps.events, channel)),
    deps.properties.load(channel.propertyId),
  ])
  const channelManagerPropertyId = property?.channelManagerId ?? undefined
  return { ...found, offer, verdict, channelManagerPropertyId, ratePlans, isHeldUp }
}

/** Has our webhook registered for a property; without one, bookings come with the next sweep of the feed. */
export async function keepWebhook(
  deps: Pick<LookDeps, 'log' | 'webhooks'>,
  ref: WatchedRef,
  channelManagerId: string | null | undefined,
): Promise<void> {
  if (!channelManagerId) return
  await bestEffort(deps.log, 'registration of the webhook', () =>
    readOrSkip(deps, ref, 'webhook', () => ensureWebhook(deps.webhooks, channelManagerId)),
  )
}

/** Undefined when the channel manager does not answer so that it can be used. */
export async function readOrSkip<T>(
  { log }: Pick<LookDeps, 'log'>,
  { channelId }: WatchedRef,
  what: string,
  read: () => Promise<T>,
  onFailure: (error: ProviderError) => void = () => {},
): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    onFailure(error)
    log.warn('a channel could not be watched in full', { channelId, what, error })
    return undefined
  }
}

/** Beyond this, what we register is not shown as we register it, and one more would not help. */
const mostOthers = 3

/**
 * Registers our webhook for the property unless it is registered. Whoever registers looks again afterwards, and of two
 * that were made at the same time removes the same one as the other. What ours replaces goes too.
 */
export async function ensureWebhook(webhooks: Webhooks, channelManagerPropertyId: string): Promise<void> {
  let { complete, others } = await webhooks.registered(channelManagerPropertyId)
  if (complete.length === 0 && others.length < mostOthers) {
    await webhooks.register(channelManagerPropertyId)
    ;({ complete, others } = await webhooks.registered(channelManagerPropertyId))
  }
  if (complete.length === 0) return
  for (const surplus of [...complete.toSorted().slice(1), ...others]) await webhooks.remove(surplus)
}
