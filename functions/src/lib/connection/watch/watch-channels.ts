import * as z from 'zod'
import { bestEffort } from '../../best-effort.ts'
import { type Checkpoints, storedPlace } from '../../checkpoints.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { inParallel } from '../../in-parallel.ts'
import { openItem } from '../../items/change-item.ts'
import { stuckItem } from '../../items/stuck-item.ts'
import type { Revision } from '../../ports.ts'
import { changeChannel } from '../channels/change-channel.ts'
import type { StoredChannel } from '../channels/ports.ts'
import { isWatched, type PropertyChannel } from '../channels/property-channel.ts'
import { changeWatched, decide } from './change-watched.ts'
import type { Seen } from './findings.ts'
import { keepWebhook, type LookDeps, look, type WatchedRef } from './look.ts'

export interface WatchChannelsDeps extends LookDeps {
  checkpoints: Checkpoints
  /** Channels looked at at once. */
  atOnce: number
}

const schema = storedPlace.extend({ at: z.date().optional().catch(undefined) })
type Place = z.infer<typeof schema>

const watchRound = { name: 'channels', schema }

/** Channels looked at before the round goes on: so many that few wait for the slowest of them. */
const pageSizeFor = (atOnce: number): number => Math.max(20, 4 * atOnce)
/** No channel is started after this, so that the platform does not cut a run off. */
const runBudgetMs = 240_000
/** No page is taken so shortly before that: what is left of one waits for the next round. */
const pageMs = 10_000
/** After so many channels in a row that it holds back or knows nothing of, the channel manager is left in peace. */
const maxBlindInARow = 5

/** A run of the watch: how much time and patience it has left. */
interface Run {
  end: Date
  blind: number
  /** Whether some channel was watched. */
  isSome: boolean
  /** Why the last one could not be. */
  failure?: unknown
}

/**
 * Goes on with a round over all active channels until it is over or time is: compares each with the channel manager and
 * the OTA, and keeps an item for everything that differs. Two at once do the same, not more. One channel that cannot be
 * watched does not stop the others; where none could, it throws.
 */
export async function watchChannels(deps: WatchChannelsDeps): Promise<void> {
  const end = new Date(deps.clock.now().getTime() + runBudgetMs)
  const run: Run = { end, blind: 0, isSome: false }
  while (isOn(deps, run)) {
    const page = await takePage(deps)
    await inParallel(deps.atOnce, page, stored => watchStored(deps, run, stored))
    if (isLast(deps, page)) break
  }
  if (run.failure !== undefined && !run.isSome) throw run.failure
}

interface Round {
  place: Place
  revision: Revision | undefined
  page: StoredChannel[]
}

const isLast = ({ atOnce }: Pick<WatchChannelsDeps, 'atOnce'>, page: readonly StoredChannel[]): boolean =>
  page.length < pageSizeFor(atOnce)

/**
 * The next channels of the round. Its place is stored before anything is done with them: whatever a channel does to its
 * watcher, the others have their turn. Two watchers take different pages.
 */
const takePage = ({ clock, channels, checkpoints, atOnce }: WatchChannelsDeps): Promise<StoredChannel[]> =>
  change<Round, Omit<Round, 'revision'>, StoredChannel[]>(
    { clock },
    {
      async read() {
        const { value: place = {}, revision } = (await checkpoints.read(watchRound)) ?? {}
        return { place, revision, page: await channels.pageAfter(place.after, pageSizeFor(atOnce)) }
      },
      recognise: ({ place: { after, at } }, { place, page }) =>
        place.after === after && place.at?.getTime() === at?.getTime() ? { result: page } : undefined,
      decide: ({ place, page }) => {
        const after = isLast({ atOnce }, page) ? undefined : page.at(-1)?.channelId
        const at = clock.now()
        const startedAt = (place.after === undefined ? undefined : place.startedAt) ?? at
        return { write: { place: { after, at, startedAt }, page } }
      },
      commit: async ({ place, page }, { revision }) =>
        resolvedAs(await checkpoints.write(watchRound, place, revision), page),
    },
  )

function isOn({ clock, log }: WatchChannelsDeps, run: Run): boolean {
  if (run.blind < maxBlindInARow) return clock.now().getTime() < run.end.getTime() - pageMs
  log.warn('the channel manager does not answer, so the watch goes on later')
  return false
}

async function watchStored(
  deps: WatchChannelsDeps,
  run: Run,
  { channelId, channel }: StoredChannel,
): Promise<void> {
  if (!channel) return standAside(deps, channelId)
  if (isForgotten(channel)) return remember(deps, channelId)
  if (!isWatched(channel) || run.blind >= maxBlindInARow || deps.clock.now() >= run.end) return
  try {
    const seen = await watchChannel(deps, { channelId, channel })
    run.blind = isBlind(seen) ? run.blind + 1 : 0
    run.isSome = true
  } catch (error) {
    deps.log.error('watch of a channel failed', { channelId, error })
    run.failure = error
  }
}

/** Looks at one channel and keeps what differs. */
async function watchChannel(deps: WatchChannelsDeps, ref: WatchedRef): Promise<Seen> {
  const seen = await look(deps, ref)
  await changeWatched(deps, ref.channelId, decide(ref.channel, seen))
  if (!isBlind(seen)) await keepWebhook(deps, ref, seen.channelManagerPropertyId)
  return seen
}

const isBlind = ({ channel, offer, isHeldUp }: Seen): boolean =>
  isHeldUp === true || (channel === undefined && offer === undefined)

/** Begun before what was begun said when it is due. */
const isForgotten = ({ leaseUntil, dueAt, status, isBeingMapped }: PropertyChannel): boolean =>
  leaseUntil !== undefined && dueAt === undefined && (status === 'disconnecting' || isBeingMapped)

const remember = ({ log, ...deps }: WatchChannelsDeps, channelId: string): Promise<void> =>
  bestEffort(log, 'work on a channel that is due', async () => {
    await changeChannel(deps, channelId, current =>
      isForgotten(current) ? { set: { leaseUntil: current.leaseUntil } } : 'done',
    )
  })

const standAside = ({ log, ...deps }: WatchChannelsDeps, channelId: string): Promise<void> =>
  bestEffort(log, 'item for a channel that cannot be read', () => {
    log.error('a property channel is not as it should be', { channelId })
    return openItem(deps, stuckItem('channel-watch', `propertyChannels/${channelId}`, deps.clock.now()))
  })
