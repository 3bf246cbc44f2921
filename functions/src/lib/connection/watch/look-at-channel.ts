import type { Needs } from '../../context.ts'
import { ProviderError, UnreadableError } from '../../errors.ts'
import { ready } from '../../lazy-port.ts'
import { isWatched, type WarningKind } from '../channels/property-channel.ts'
import { changeWatched, decide, isSameReason } from './change-watched.ts'
import { isBlind, isHeldUp } from './findings.ts'
import { keepWebhook } from './keep-webhook.ts'
import { type LookDeps, look } from './look.ts'

type Deps = LookDeps & Needs<'operations' | 'webhooks'>

/**
 * Looks at a channel for which there is a reason, `lookAt`: it was connected or mapped, the channel manager told of
 * something, a booking did not fit, or a person resolved an item. A new one also has our webhook registered. Idempotent.
 * Throws ProviderError while the channel manager withholds something, the reason then stands, and UnreadableError.
 */
export async function lookAtChannel(deps: Deps, channelId: string): Promise<void> {
  await ready(deps.channelManager, deps.events, deps.webhooks)
  const channel = (await deps.channels.read(channelId))?.value
  if (!channel) throw new UnreadableError(`propertyChannels/${channelId} is no property channel`)
  if (!channel.lookAt) return
  if (!isWatched(channel)) {
    await changeWatched(deps, channelId, ({ channel: now }) => ({
      ...{ channel: {}, items: [], isLookedAt: now !== undefined && isSameReason(channel, now) },
    }))
    return
  }
  const isNew = channel.seen === undefined
  const [seen] = await Promise.all([look(deps, { channelId, channel }), isNew && keepWebhook(deps)])
  if (!seen) return
  await changeWatched(deps, channelId, decide(channel, seen))
  if (isBlind(seen) || isHeldUp(seen))
    throw new ProviderError('channel-manager', 'retryable', 'gave no usable answer')
}

/** What the channel manager says of a channel beside its property. */
export interface Said {
  channelManagerChannelId?: string | undefined
  warning?: WarningKind | undefined
}

/**
 * Gives a reason to look at the channels of a property, by the channel manager's id of it, and at the one that it names for
 * other properties, too: of a channel of several it tells the first alone. What it warned of is kept with the channel,
 * since it cannot be asked for.
 */
export async function lookSoon(
  { channels, clock, reservations }: Needs<'channels' | 'reservations'>,
  channelManagerPropertyId: string,
  { channelManagerChannelId, warning }: Said = {},
): Promise<void> {
  const properties = await reservations.connected([channelManagerPropertyId])
  const now = clock.now()
  const named = { channelManagerChannelId }
  const all = properties.map(({ propertyId }) => ({ propertyId, ...named }))
  await Promise.all(
    (all.length > 0 ? all : [named]).map(of => {
      return warning ? channels.warn(of, warning, now) : channels.lookSoon(of, now)
    }),
  )
}
