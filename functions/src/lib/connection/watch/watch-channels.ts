import * as z from 'zod'
import { bestEffort } from '../../best-effort.ts'
import type { Needs } from '../../context.ts'
import { openItem } from '../../items/change-item.ts'
import { stuckItem } from '../../items/stuck-item.ts'
import { lazily, ready } from '../../lazy-port.ts'
import { idCheckpoint, pagesById } from '../../rounds/by-id.ts'
import { type Page, type Round, type Run, runRound } from '../../rounds/round.ts'
import { schedules } from '../../schedules.ts'
import type { StoredDocument } from '../../store.ts'
import { allChannels, bookingChannels, channelsAfter } from '../channels/booking-channel.ts'
import { changeChannel } from '../channels/change-channel.ts'
import { isWatched, type PropertyChannel } from '../channels/property-channel.ts'
import { noteReason, propertyChannels } from '../channels/stored-channel.ts'
import { otaNames } from '../otas.ts'
import { isBlind, isHeldUp } from './findings.ts'
import { keepWebhook } from './keep-webhook.ts'
import { type LookDeps, look, type NightsOf, readNights } from './look.ts'
import { changeWatched, decide } from './look-at-channel.ts'
import { noteRemovals } from './note-removal.ts'

type Deps = LookDeps &
  Needs<'webhooks'> & {
    atOnce: number
    roundMs: number
  }

/** Few channels wait for the slowest. */
const pageSizeFor = (atOnce: number): number => Math.max(20, 4 * atOnce)
const maxBlindInARow = 5

const optionalCount = z.number().int().nonnegative().optional().catch(undefined)

/** `count`: at the round's start; `looked`: since then. */
const watchCheckpoint = idCheckpoint.extend({ count: optionalCount, looked: optionalCount })
type WatchCheckpoint = z.infer<typeof watchCheckpoint>

/** Concurrent runs are harmless. A failing channel does not stop the others; throws if all fail. */
export async function watchChannels(deps: Deps): Promise<void> {
  const { channelManager, events, webhooks } = deps
  await ready(channelManager, events, webhooks)
  await runRound(deps, watchRound(deps))
}

function watchRound(deps: Deps): Round<WatchCheckpoint, StoredDocument> {
  const { log, store, atOnce } = deps
  const shared = oncePerProperty(propertyId => readNights(deps, propertyId), 2 * atOnce)
  let blind = 0
  let isWebhookKept = false
  const isDown = () => blind >= maxBlindInARow
  return {
    name: 'channels',
    schema: watchCheckpoint,
    budgetMs: 240_000,
    // A page takes over a minute within the call limits.
    pageMarginMs: 90_000,
    atOnce,
    // A channel that kills its run must not block the rest.
    saves: 'before',
    pages: (checkpoint, run) => evenly(deps, checkpoint, { run, isDown }),
    async work({ id: channelId, path, value }) {
      const channel = propertyChannels.sound.at(channelId).parse(value, path)
      if (!channel) {
        const booking = bookingChannels.at(channelId).parse(value, path)
        return hasNoRow(booking?.ota) ? 'nothing' : quarantine(deps, channelId)
      }
      if (isForgotten(channel)) return remember(deps, channelId)
      if (!isWatched(channel)) return 'nothing'
      if (isDown()) return lookLater(deps, channelId)
      // The cache may predate the reason.
      const observation = await look(deps, { channelId, channel }, channel.lookAt ? undefined : shared)
      if (observation) await changeWatched(deps, channelId, decide(channel, observation))
      blind = observation && isBlind(observation) ? blind + 1 : 0
      if (blind === 0 && !isWebhookKept) {
        isWebhookKept = true
        await keepWebhook(deps)
      }
      if (blind === maxBlindInARow)
        log.warn('the channel manager does not answer, so the watch goes on later')
      return blind > 0 || (observation && isHeldUp(observation)) ? lookLater(deps, channelId) : 'done'
    },
    async failed({ id: channelId }, error) {
      log.error('watch of a channel failed', { channelId, error })
      await lookLater(deps, channelId)
    },
    leave: async ({ id: channelId }) => {
      await lookLater(deps, channelId)
    },
  }

  /** The round has passed the channel. */
  async function lookLater({ clock }: Deps, channelId: string): Promise<'done'> {
    await bestEffort(log, 'reason to look at a channel', () => noteReason(store, { channelId }, clock.now()))
    return 'done'
  }
}

/** A property's channels follow each other, as their ids begin with its id. */
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

/** As many pages as the round's time requires. */
async function* evenly(
  deps: Deps,
  stored: WatchCheckpoint = {},
  { run, isDown }: { run: Run; isDown(): boolean },
): AsyncGenerator<Page<WatchCheckpoint, StoredDocument>> {
  const { atOnce, clock, roundMs, store } = deps
  const now = run.startedAt.getTime()
  const isNew = stored.after === undefined
  if (isNew && stored.startedAt !== undefined && now < stored.startedAt.getTime() + roundMs) return
  if (isNew) await bestEffort(deps.log, 'properties that will be removed', () => noteRemovals(deps))
  const count = (isNew ? undefined : stored.count) ?? (await store.count(allChannels))
  const ofOneRun = roundMs > 0 ? Math.ceil((count * schedules.watchchannels * 60_000) / roundMs) : Infinity
  const size = Math.min(pageSizeFor(atOnce), Math.max(1, ofOneRun))
  const startedAt = ((isNew ? undefined : stored.startedAt) ?? run.startedAt).getTime()
  let { looked = 0 } = isNew ? {} : stored
  const isAhead = () => {
    const share = (clock.now().getTime() - startedAt) / roundMs
    return roundMs > 0 && looked > count * share
  }
  const pages = pagesById(stored, run, {
    pageSize: () => (isDown() || isAhead() ? 0 : size),
    page: (after, limit) => store.find(channelsAfter(after, limit)),
    idOf: ({ id }) => id,
  })
  for await (const { pieces, reached } of pages) {
    looked += pieces.length
    yield { pieces, reached: dealtWith => ({ ...reached(dealtWith), count, looked }) }
  }
}

/** A channel of an earlier version's OTA stays as it is. */
const hasNoRow = (ota: string | undefined): boolean =>
  ota !== undefined && !otaNames.some(name => name === ota)

/** An earlier release stored no `dueAt`. */
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
