import type { Versioned } from '../../ports.ts'
import { propertyNotFound } from '../prerequisites.ts'
import type { ChannelContext, ChannelRef, ChannelStore } from './ports.ts'
import { channelNotFound } from './refusals.ts'
import type { ReviewedChannel } from './reviewed-channel.ts'

export type LoadedChannel = ChannelContext & { channel: Versioned<ReviewedChannel> }

/** The channel with what is around it. Throws `property-not-found` or `channel-not-found`. */
export async function loadChannel(channels: ChannelStore, ref: ChannelRef): Promise<LoadedChannel> {
  const context = await channels.load(ref)
  if (!context) throw propertyNotFound(ref.propertyId)
  if (!context.channel) throw channelNotFound()
  return { ...context, channel: context.channel }
}
