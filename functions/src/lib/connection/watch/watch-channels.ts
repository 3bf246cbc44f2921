import { bestEffort } from '../../best-effort.ts'
import { inParallel } from '../../in-parallel.ts'
import type { Clock } from '../../ports.ts'
import { decide } from './decide.ts'
import type { Seen } from './findings.ts'
import { type ChannelRef, keepWebhook, type LookDeps, look } from './look.ts'
import type { ListedChannel } from './ports.ts'
import { isWatched } from './watched-channel.ts'

export interface WatchChannelsDeps extends LookDeps {
  clock: Clock
}

/** Channels looked at before the round goes on. */
const pageSize = 20
/** Channels looked at in one run. */
const share = 300
/** Channels looked at at once. */
const width = 4
/** No channel is begun after this, so that the platform does not cut a run off. Milliseconds. */
const budget = 200_000
/** After so many channels in a row that it holds back or knows nothing of, the channel manager is left in peace. */
const patience = 5

/** A run of the watch: how much time and patience it has left. */
interface Run {
  end: Date
  blind: number
}

/**
 * One share of an endless round over all active channels: compares each with the channel manager and the OTA, and keeps
 * an item for everything that differs. Two at once do the same, not more.
 */
export async function watchChannels(deps: WatchChannelsDeps): Promise<void> {
  const run: Run = { end: new Date(deps.clock.now().getTime() + budget), blind: 0 }
  for (let seen = 0; seen < share && isOn(deps, run); seen += pageSize) {
    const { channels, isLast } = await deps.watch.nextPage(pageSize)
    await inParallel(width, channels, listed => watchListed(deps, run, listed))
    if (isLast) return
  }
}

function isOn({ clock, log }: WatchChannelsDeps, run: Run): boolean {
  if (run.blind < patience) return clock.now() < run.end
  log.warn('the channel manager does not answer, so the watch goes on later')
  return false
}

async function watchListed(
  deps: WatchChannelsDeps,
  run: Run,
  { channelId, channel }: ListedChannel,
): Promise<void> {
  if (!channel) return deps.log.warn('a property channel is not as it should be', { channelId })
  if (!isWatched(channel) || run.blind >= patience || deps.clock.now() >= run.end) return
  await bestEffort(deps.log, 'watch of a channel', async () => {
    const seen = await watchChannel(deps, { channelId, channel })
    run.blind = isBlind(seen) ? run.blind + 1 : 0
  })
}

/** Looks at one channel and keeps what differs. */
async function watchChannel(deps: WatchChannelsDeps, ref: ChannelRef): Promise<Seen> {
  const seen = await look(deps, ref)
  await deps.watch.change(ref.channelId, decide(ref.channel, seen))
  if (!isBlind(seen)) await keepWebhook(deps, ref, seen.channelManagerPropertyId)
  return seen
}

const isBlind = ({ channel, offer, isHeldUp }: Seen): boolean =>
  isHeldUp === true || (channel === undefined && offer === undefined)
