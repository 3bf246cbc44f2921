import type { Services } from '../lib/services.ts'
import type { EventData } from './event-data.ts'

/** A property channel was written: one that is newly connected is proven live, one that no longer is has no items. */
export async function onChannelWritten(
  services: Services,
  channelId: string,
  before: EventData,
  after: EventData,
): Promise<void> {
  if (isNewlyActive(before, after)) return prove(services, channelId)
  if (before && hasEnded(after) && !hasEnded(before)) return close(services, channelId)
}

/** Every connection has an attempt of its own; what else is written to an active channel is no news. */
const isNewlyActive = (before: EventData, after: EventData): boolean =>
  after?.status === 'active' && (before?.status !== 'active' || before.attemptId !== after.attemptId)

const hasEnded = (data: EventData): boolean => data === undefined || data.status === 'disconnected'

async function prove(services: Services, channelId: string): Promise<void> {
  const { proveChannel } = await import('../lib/connection/watch/prove-channel.ts')
  await proveChannel(await services.watchChannels(), channelId)
}

async function close(services: Services, channelId: string): Promise<void> {
  const { closeItems } = await import('../lib/connection/watch/prove-channel.ts')
  await closeItems(await services.watchChannels(), channelId)
}
