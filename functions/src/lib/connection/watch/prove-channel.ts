import { isWatched } from '../channels/property-channel.ts'
import { type ChangeWatchedDeps, changeWatched, decide } from './change-watched.ts'
import { closed } from './items.ts'
import { keepWebhook, type LookDeps, readOrSkip } from './look.ts'
import { readVerdict } from './verdict.ts'

export type ProveChannelDeps = Omit<LookDeps, 'channelManager'>

/**
 * A channel has become active: registers our webhook for its property and keeps what the OTA says about the first sync.
 * What does not work yet the watch does later. Safe to repeat.
 */
export async function proveChannel(deps: ProveChannelDeps, channelId: string): Promise<void> {
  const channel = (await deps.channels.read(channelId))?.value
  if (!channel || !isWatched(channel)) return
  const ref = { channelId, channel }
  const { property } = await deps.properties.load(channel.propertyId)
  const [verdict] = await Promise.all([
    readOrSkip(deps, ref, 'verdict', () => readVerdict(deps.events, channel)),
    keepWebhook(deps, ref, property?.channelManagerId),
  ])
  if (verdict) await changeWatched(deps, channelId, decide(channel, { verdict }))
}

/** A channel is no longer connected: what was wrong with it is of no interest any more. */
export const closeItems = (deps: ChangeWatchedDeps, channelId: string): Promise<unknown> =>
  changeWatched(deps, channelId, ({ channel, items }) => ({
    channel: {},
    items: channel && channel.status !== 'disconnected' ? [] : closed(items),
  }))
