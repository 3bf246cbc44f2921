import { decide } from './decide.ts'
import { closed } from './items.ts'
import { keepWebhook, type LookDeps, readable } from './look.ts'
import { readVerdict } from './verdict.ts'
import { isWatched } from './watched-channel.ts'

export type ProveChannelDeps = Omit<LookDeps, 'channelManager'>

/**
 * A channel has become active: registers our webhook for its property and keeps what the OTA says about the first sync.
 * What does not work yet the watch does later. Safe to repeat.
 */
export async function proveChannel(deps: ProveChannelDeps, channelId: string): Promise<void> {
  const channel = await deps.watch.channel(channelId)
  if (!channel || !isWatched(channel)) return
  const ref = { channelId, channel }
  const { channelManagerId } = await deps.watch.property(channel.propertyId)
  const [verdict] = await Promise.all([
    readable(deps, ref, 'verdict', () => readVerdict(deps.events, channel)),
    keepWebhook(deps, ref, channelManagerId),
  ])
  if (verdict) await deps.watch.change(channelId, decide(channel, { verdict }))
}

/** A channel is no longer connected: what was wrong with it is of no interest any more. */
export const closeItems = ({ watch }: Pick<ProveChannelDeps, 'watch'>, channelId: string): Promise<void> =>
  watch.change(channelId, ({ channel, items }) => ({
    channel: {},
    items: channel && channel.status !== 'disconnected' ? [] : closed(items),
  }))
