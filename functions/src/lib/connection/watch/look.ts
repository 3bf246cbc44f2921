import type { Needs } from '../../context.ts'
import { ProviderError } from '../../errors.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import type { Seen } from './findings.ts'
import { readVerdict } from './verdict.ts'

export type LookDeps = Needs<'channelManager' | 'channels' | 'connections' | 'events' | 'items'>

export interface WatchedRef {
  channelId: string
  channel: PropertyChannel
}

/** Observes a channel. Unreadable parts are logged and left out; nothing is concluded from them. */
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
    deps.connections.property(channel.propertyId),
  ])
  const channelManagerPropertyId = property?.channelManagerId ?? undefined
  return { ...found, offer, verdict, channelManagerPropertyId, ratePlans, isHeldUp }
}

/** Undefined if the channel manager gives no usable answer. */
export async function readOrSkip<T>(
  { log }: Pick<LookDeps, 'log'>,
  { channelId }: Pick<WatchedRef, 'channelId'>,
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
