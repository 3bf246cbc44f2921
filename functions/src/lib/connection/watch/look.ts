import { bestEffort } from '../../best-effort.ts'
import { ProviderError } from '../../errors.ts'
import type { Log } from '../../ports.ts'
import type { ChannelManager } from '../channel-manager.ts'
import { ensureWebhook } from './ensure-webhook.ts'
import type { Seen } from './findings.ts'
import type { ChannelEvents, WatchStore, Webhooks } from './ports.ts'
import { readVerdict } from './verdict.ts'
import type { WatchedChannel } from './watched-channel.ts'

export interface LookDeps {
  log: Log
  watch: WatchStore
  channelManager: Pick<ChannelManager, 'channel' | 'offer'>
  events: ChannelEvents
  webhooks: Webhooks
}

export interface ChannelRef {
  channelId: string
  channel: WatchedChannel
}

/** What there is to see of a channel. Nothing is concluded from what cannot be read: that is logged and left out. */
export async function look(deps: LookDeps, ref: ChannelRef): Promise<Seen> {
  const { channel } = ref
  let isHeldUp = false
  const note = ({ kind }: ProviderError) => {
    isHeldUp ||= kind !== 'permanent'
  }
  const readChannel = async () => ({
    channel: (await deps.channelManager.channel(channel.channelManagerChannelId)) ?? null,
  })
  const readOffer = () => deps.channelManager.offer(channel.ota, channel.hotelId)
  const [found, offer, verdict, { channelManagerId, ratePlans }] = await Promise.all([
    readable(deps, ref, 'channel', readChannel, note),
    readable(deps, ref, 'offer', readOffer, note),
    readable(deps, ref, 'verdict', () => readVerdict(deps.events, channel)),
    deps.watch.property(channel.propertyId),
  ])
  return { ...found, offer, verdict, channelManagerPropertyId: channelManagerId, ratePlans, isHeldUp }
}

/** Has our webhook registered for a property; without one, bookings come with the next sweep of the feed. */
export async function keepWebhook(
  deps: Pick<LookDeps, 'log' | 'webhooks'>,
  ref: ChannelRef,
  channelManagerId: string | undefined,
): Promise<void> {
  if (channelManagerId === undefined) return
  await bestEffort(deps.log, 'registration of the webhook', () =>
    readable(deps, ref, 'webhook', () => ensureWebhook(deps.webhooks, channelManagerId)),
  )
}

/** Undefined when the channel manager does not answer so that it can be used. */
export async function readable<T>(
  { log }: Pick<LookDeps, 'log'>,
  { channelId }: ChannelRef,
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
