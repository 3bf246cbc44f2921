import type { PullStore } from '../../reservations/ports.ts'
import { propertyNotFound } from '../prerequisites.ts'
import { type ChannelView, channelView } from './channel-view.ts'
import type { ChannelStore } from './ports.ts'

export interface ListChannelsDeps {
  channels: ChannelStore
  pulls: Pick<PullStore, 'progressOf'>
}

/** A property's channels, also those that are disconnected. Throws `property-not-found`. */
export async function listChannels(
  { channels, pulls }: ListChannelsDeps,
  propertyId: string,
): Promise<{ channels: ChannelView[] }> {
  const [found, progress] = await Promise.all([channels.list(propertyId), pulls.progressOf(propertyId)])
  if (!found) throw propertyNotFound(propertyId)
  return { channels: found.channels.map(listed => channelView(listed, found.propertyName, progress)) }
}
