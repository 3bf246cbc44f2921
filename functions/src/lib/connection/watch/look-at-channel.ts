import type { Needs } from '../../context.ts'
import { ProviderError, UnreadableError } from '../../errors.ts'
import { ready } from '../../lazy-port.ts'
import { connectedProperties } from '../channels/booking-channel.ts'
import { isWatched, type WarningKind } from '../channels/property-channel.ts'
import { noteReason, readChannel } from '../channels/stored-channel.ts'
import { changeWatched, decide, isSameReason } from './change-watched.ts'
import { isBlind, isHeldUp } from './findings.ts'
import { keepWebhook } from './keep-webhook.ts'
import { type LookDeps, look } from './look.ts'

type Deps = LookDeps & Needs<'webhooks'>

/** Idempotent. Throws UnreadableError, or ProviderError while the channel manager withholds a part. */
export async function lookAtChannel(deps: Deps, channelId: string): Promise<void> {
  await ready(deps.channelManager, deps.events, deps.webhooks)
  const channel = (await readChannel(deps.store, channelId))?.value
  if (!channel) throw new UnreadableError(`propertyChannels/${channelId} is no property channel`)
  if (!channel.lookAt) return
  if (!isWatched(channel)) {
    await changeWatched(deps, channelId, ({ channel: now }) => ({
      channel: {},
      items: [],
      isLookedAt: now !== undefined && isSameReason(channel, now),
    }))
    return
  }
  const isNew = channel.seen === undefined
  const [observation] = await Promise.all([look(deps, { channelId, channel }), isNew && keepWebhook(deps)])
  if (!observation) return
  await changeWatched(deps, channelId, decide(channel, observation))
  if (isBlind(observation) || isHeldUp(observation))
    throw new ProviderError('channel-manager', 'retryable', 'gave no usable answer')
}

export interface LookReason {
  channelManagerChannelId?: string | undefined
  warning?: WarningKind | undefined
}

/**
 * For a channel of several properties the channel manager names only the first, so the named channel is looked at,
 * too; it repeats no warning, so that is stored.
 */
export async function lookSoon(
  { clock, store }: Needs<'store'>,
  channelManagerPropertyId: string,
  { channelManagerChannelId, warning }: LookReason = {},
): Promise<void> {
  const properties = await connectedProperties(store, [channelManagerPropertyId])
  const now = clock.now()
  const named = { channelManagerChannelId }
  const all = properties.map(({ propertyId }) => ({ propertyId, ...named }))
  await Promise.all((all.length > 0 ? all : [named]).map(of => noteReason(store, of, now, warning)))
}
