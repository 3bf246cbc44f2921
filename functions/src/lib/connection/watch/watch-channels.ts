import * as z from 'zod'
import { bestEffort } from '../../best-effort.ts'
import type { Needs } from '../../context.ts'
import { openItem } from '../../items/change-item.ts'
import { stuckItem } from '../../items/stuck-item.ts'
import { lazily } from '../../lazily.ts'
import { ready } from '../../lazy-port.ts'
import { takenCheckpoint, walkById } from '../../rounds/by-id.ts'
import type { CheckpointKind } from '../../rounds/checkpoints.ts'
import type { Round, Run, Walk } from '../../rounds/round.ts'
import { runRound } from '../../rounds/run-round.ts'
import { schedules } from '../../schedules.ts'
import { changeChannel } from '../channels/change-channel.ts'
import type { StoredChannel } from '../channels/ports.ts'
import { isWatched, type PropertyChannel } from '../channels/property-channel.ts'
import { otaNames } from '../otas.ts'
import { changeWatched, decide } from './change-watched.ts'
import { isBlind, isHeldUp } from './findings.ts'
import { keepWebhook } from './keep-webhook.ts'
import { type LookDeps, look, type NightsOf, readNights } from './look.ts'
import { noteRemovals } from './note-removal.ts'

/** `atOnce`: channels looked at at once; `roundMs`: how long a round takes. */
type Deps = LookDeps &
  Needs<'operations' | 'reservations' | 'webhooks'> & {
    atOnce: number
    roundMs: number
  }

/** Channels looked at before the round goes on: so many that few wait for the slowest of them. */
const pageSizeFor = (atOnce: number): number => Math.max(20, 4 * atOnce)
/** After so many channels in a row without a usable answer, the run stops asking the channel manager. */
const maxBlindInARow = 5

const optionalCount = z.number().int().nonnegative().optional().catch(undefined)

/** `count`: channels when the round began. `looked`: those taken since. */
const watchCheckpoint = takenCheckpoint.extend({ count: optionalCount, looked: optionalCount })
type WatchCheckpoint = z.infer<typeof watchCheckpoint>
const kind: CheckpointKind<WatchCheckpoint> = { name: 'channels', schema: watchCheckpoint }

/**
 * Goes on with a round over all active channels, spread evenly over its time: compares each with the channel manager and
 * the OTA, and keeps an item for every difference. Concurrent runs are harmless. A channel that fails does not stop the
 * others; throws if all do.
 */
export async function watchChannels(deps: Deps): Promise<void> {
  const { channelManager, events, webhooks } = deps
  await ready(channelManager, events, webhooks)
  await runRound(deps, watchRound(deps))
}

function watchRound(deps: Deps): Round<WatchCheckpoint, StoredChannel> {
  const { log, channels, atOnce } = deps
  const shared = oncePerProperty(propertyId => readNights(deps, propertyId), 2 * atOnce)
  let blind = 0
  let isWebhookKept = false
  const isDown = () => blind >= maxBlindInARow
  return {
    kind,
    budgetMs: 240_000,
    // Within the limits of calls a page takes over a minute.
    pageMarginMs: 90_000,
    atOnce,
    // A channel that kills its run must not block the others.
    saves: 'before',
    begin: (checkpoint, run) => evenly(deps, checkpoint, { run, isDown }),
    async work({ channelId, channel, booking }) {
      if (!channel) return hasNoRow(booking?.ota) ? 'nothing' : quarantine(deps, channelId)
      if (isForgotten(channel)) return remember(deps, channelId)
      if (!isWatched(channel)) return 'nothing'
      if (isDown()) return lookLater(deps, channelId)
      // What was answered before the reason came up does not tell of it.
      const seen = await look(deps, { channelId, channel }, channel.lookAt ? undefined : shared)
      if (seen) await changeWatched(deps, channelId, decide(channel, seen))
      blind = seen && isBlind(seen) ? blind + 1 : 0
      if (blind === 0 && !isWebhookKept) {
        isWebhookKept = true
        await keepWebhook(deps)
      }
      if (blind === maxBlindInARow)
        log.warn('the channel manager does not answer, so the watch goes on later')
      return blind > 0 || (seen && isHeldUp(seen)) ? lookLater(deps, channelId) : 'done'
    },
    async failed({ channelId }, error) {
      log.error('watch of a channel failed', { channelId, error })
      await lookLater(deps, channelId)
    },
    left: async ({ channelId }) => {
      await lookLater(deps, channelId)
    },
  }

  /** The round has gone past it. */
  async function lookLater({ clock }: Deps, channelId: string): Promise<'done'> {
    await bestEffort(log, 'reason to look at a channel', () => channels.lookSoon({ channelId }, clock.now()))
    return 'done'
  }
}

/**
 * Asks once for all channels of a property, which follow each other in a round, since their ids begin with the property's.
 * Keeps that many answers; a failed call is made again.
 */
function oncePerProperty(read: NightsOf, most: number): NightsOf {
  const answers = new Map<string, () => ReturnType<NightsOf>>()
  return propertyId => {
    const answer = answers.get(propertyId) ?? lazily(() => read(propertyId))
    answers.set(propertyId, answer)
    const [oldest = propertyId] = answers.keys()
    if (answers.size > most) answers.delete(oldest)
    return answer()
  }
}

/** As many pages as the time since the round began calls for, of so many channels that a run takes at least one. */
async function evenly(
  deps: Deps,
  stored: WatchCheckpoint = {},
  { run, isDown }: { run: Run; isDown(): boolean },
): Promise<Walk<WatchCheckpoint, StoredChannel>> {
  const { atOnce, channels, clock, roundMs } = deps
  const isNew = stored.after === undefined
  const isEarly =
    isNew && stored.startedAt !== undefined && run.startedAt.getTime() < stored.startedAt.getTime() + roundMs
  if (isEarly) return { checkpoint: () => stored, next: async () => undefined }
  if (isNew) await bestEffort(deps.log, 'properties that will be removed', () => noteRemovals(deps))
  const count = (isNew ? undefined : stored.count) ?? (await channels.count())
  const ofOneRun = roundMs > 0 ? Math.ceil((count * schedules.watchchannels * 60_000) / roundMs) : Infinity
  const walk = walkById(stored, run, {
    pageSize: Math.min(pageSizeFor(atOnce), Math.max(1, ofOneRun)),
    page: (after, limit) => channels.pageAfter(after, limit),
    idOf: ({ channelId }) => channelId,
  })
  const startedAt = (walk.checkpoint().startedAt ?? run.startedAt).getTime()
  let { looked = 0 } = isNew ? {} : stored
  const isAhead = () => {
    const share = (clock.now().getTime() - startedAt) / roundMs
    return roundMs > 0 && looked > count * share
  }
  return {
    checkpoint: () => ({ ...walk.checkpoint(), at: clock.now(), count, looked }),
    async next() {
      if (isDown() || isAhead()) return undefined
      const page = await walk.next()
      looked += page?.pieces.length ?? 0
      return page
    },
  }
}

/** A channel of an OTA that an earlier version connected stays where it stands. */
const hasNoRow = (ota: string | undefined): boolean =>
  ota !== undefined && !otaNames.some(name => name === ota)

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
