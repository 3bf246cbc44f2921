import { bestEffort } from '../../best-effort.ts'
import type { Needs } from '../../context.ts'
import { openItem } from '../../items/change-item.ts'
import { stuckItem } from '../../items/stuck-item.ts'
import { ready } from '../../lazy-port.ts'
import { type TakenCheckpoint, takenCheckpoint, walkById } from '../../rounds/by-id.ts'
import type { Round } from '../../rounds/round.ts'
import { runRound } from '../../rounds/run-round.ts'
import { changeChannel } from '../channels/change-channel.ts'
import type { StoredChannel } from '../channels/ports.ts'
import { isWatched, type PropertyChannel } from '../channels/property-channel.ts'
import { changeWatched, decide } from './change-watched.ts'
import type { Seen } from './findings.ts'
import { keepWebhook } from './keep-webhook.ts'
import { type LookDeps, look, type WatchedRef } from './look.ts'

/** `atOnce`: channels looked at at once. */
type Deps = LookDeps & Needs<'operations' | 'webhooks'> & { atOnce: number }

/** Channels looked at before the round goes on: so many that few wait for the slowest of them. */
const pageSizeFor = (atOnce: number): number => Math.max(20, 4 * atOnce)
/** After so many channels in a row without a usable answer, the run stops asking the channel manager. */
const maxBlindInARow = 5

/**
 * Continues a round over all active channels until it ends or time runs out: compares each with the channel manager and
 * the OTA, and keeps an item for every difference. Concurrent runs are harmless. A channel that fails does not stop the
 * others; throws if all do.
 */
export async function watchChannels(deps: Deps): Promise<void> {
  await ready(deps.channelManager, deps.events, deps.webhooks)
  await runRound(deps, watchRound(deps))
}

function watchRound(deps: Deps): Round<TakenCheckpoint, StoredChannel> {
  const { log, clock, channels, atOnce } = deps
  let blind = 0
  let isWebhookKept = false
  return {
    kind: { name: 'channels', schema: takenCheckpoint },
    budgetMs: 240_000,
    // What is left of a page waits for the next round, and within the limits of calls a page takes over a minute.
    pageMarginMs: 90_000,
    atOnce,
    // A channel that kills its run must not block the others.
    saves: 'before',
    begin(checkpoint, run) {
      const walk = walkById(checkpoint, run, {
        pageSize: pageSizeFor(atOnce),
        page: (after, limit) => channels.pageAfter(after, limit),
        idOf: ({ channelId }) => channelId,
      })
      return { ...walk, checkpoint: () => ({ ...walk.checkpoint(), at: clock.now() }) }
    },
    async work({ channelId, channel }, run) {
      if (!channel) return quarantine(deps, channelId)
      if (isForgotten(channel)) return remember(deps, channelId)
      if (!isWatched(channel)) return 'nothing'
      blind = isBlind(await watchChannel(deps, { channelId, channel })) ? blind + 1 : 0
      if (blind === 0 && !isWebhookKept) {
        isWebhookKept = true
        await keepWebhook(deps)
      }
      if (blind < maxBlindInARow || !run.isOn()) return 'done'
      log.warn('the channel manager does not answer, so the watch goes on later')
      run.stop()
      return 'done'
    },
    failed({ channelId }, error) {
      log.error('watch of a channel failed', { channelId, error })
    },
  }
}

/** Looks at one channel and keeps what differs. */
async function watchChannel(deps: LookDeps, ref: WatchedRef): Promise<Seen> {
  const seen = await look(deps, ref)
  await changeWatched(deps, ref.channelId, decide(ref.channel, seen))
  return seen
}

const isBlind = ({ channel, offer, isHeldUp }: Seen): boolean =>
  isHeldUp === true || (channel === undefined && offer === undefined)

/** Begun before what was begun said when it is due. */
const isForgotten = ({ leaseUntil, dueAt, status, isBeingMapped }: PropertyChannel): boolean =>
  leaseUntil !== undefined && dueAt === undefined && (status === 'disconnecting' || isBeingMapped)

async function remember({ log, ...deps }: Deps, channelId: string): Promise<'nothing'> {
  await bestEffort(log, 'work on a channel that is due', async () => {
    await changeChannel(deps, channelId, current =>
      isForgotten(current) ? { set: { leaseUntil: current.leaseUntil } } : 'done',
    )
  })
  return 'nothing'
}

async function quarantine({ log, ...deps }: Deps, channelId: string): Promise<'nothing'> {
  await bestEffort(log, 'item for a channel that cannot be read', () => {
    log.error('a property channel is not as it should be', { channelId })
    return openItem(deps, stuckItem('channel-watch', `propertyChannels/${channelId}`, deps.clock.now()))
  })
  return 'nothing'
}
