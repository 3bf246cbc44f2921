import type { Pulls } from '../../reservations/ports.ts'
import { progressOf } from '../../reservations/pull.ts'
import { propertyNotFound } from '../prerequisites.ts'
import { type ChannelView, channelView } from './channel-view.ts'
import type { Channels } from './ports.ts'

export interface ListChannelsDeps {
  channels: Channels
  reservations: Pick<Pulls, 'pull'>
}

/** A property's channels, also those that are disconnected. Throws `property-not-found`. */
export async function listChannels(
  { channels, reservations }: ListChannelsDeps,
  propertyId: string,
): Promise<{ channels: ChannelView[] }> {
  const [found, pull] = await Promise.all([channels.list(propertyId), reservations.pull(propertyId)])
  if (!found) throw propertyNotFound(propertyId)
  const progress = progressOf(pull?.value)
  return { channels: found.channels.map(listed => channelView(listed, found.propertyName, progress)) }
}
