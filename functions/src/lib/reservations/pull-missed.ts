import * as z from 'zod'
import type { Needs } from '../context.ts'
import { type IdCheckpoint, idCheckpoint, walkById } from '../rounds/by-id.ts'
import type { Round } from '../rounds/round.ts'
import { type RoundDeps, runRound } from '../rounds/run-round.ts'
import { mayBeForgotten } from './feed-memory.ts'
import { oweForgotten } from './owe-forgotten.ts'
import type { BookingProperty } from './ports.ts'
import { pullAll } from './receive-bookings.ts'
import type { PullDeps } from './run-pull.ts'

/** `atOnce`: properties pulled at once. */
type Deps = PullDeps & RoundDeps & Needs<'webhookItems'> & { atOnce: number }
/** `newestAt`: of the property's bookings in the feed. */
type Waiting = BookingProperty & { newestAt: Date }

/** One property keeps the others waiting no longer. */
const shareMs = 60_000

const feedCheckpoint = idCheckpoint.extend({
  /** Whatever came before is dealt with, or owed to a pull. Absent before the first round ends. */
  seenUntil: z.date().optional().catch(undefined),
})
type FeedCheckpoint = z.infer<typeof feedCheckpoint>

/**
 * Pulls what no webhook told: whatever waits in the feed for properties with a channel that is not disconnected,
 * several at once, going on behind those that the last run came to. One that fails does not stop the others; where all
 * do, it throws. After an outage that the feed may not remember, the list of bookings tells who lacks some.
 */
export const pullMissedBookings = (deps: Deps): Promise<void> => runRound(deps, feedRound(deps))

const feedRound = (deps: Deps): Round<FeedCheckpoint, Waiting> => {
  let isFirst = false
  return {
    kind: { name: 'bookings', schema: feedCheckpoint },
    // The platform ends a run at 300 s.
    budgetMs: 240_000,
    atOnce: deps.atOnce,
    saves: 'after',
    async begin(checkpoint, run) {
      isFirst = !checkpoint?.seenUntil
      const waiting = await waitingProperties(deps)
      const heard = await caughtUp(deps, checkpoint?.seenUntil, run.startedAt)
      const { next, checkpoint: place } = walkById(checkpoint, run, {
        // So many that few wait for the slowest of them.
        pageSize: 4 * deps.atOnce,
        page: async (after = '', limit, until) =>
          waiting
            .filter(({ propertyId: id }) => id > after && (until === undefined || id <= until))
            .slice(0, limit),
        idOf: ({ propertyId }) => propertyId,
        wraps: true,
      })
      return { next, checkpoint: () => seenAfter(place(), heard) }
    },
    async work(property, run) {
      const until = new Date(Math.min(run.until.getTime(), deps.clock.now().getTime() + shareMs))
      // A pull that is under way was announced, and failed; before the first round nobody was listening.
      const isAnnounced = (await deps.reservations.pull(property.propertyId))?.value.open ?? false
      const stored = await pullAll(deps, [property], until)
      if (stored > 0 && !isAnnounced && !isFirst)
        await deps.webhookItems.missed('bookings', property.newestAt)
      return 'done'
    },
    failed(_, error) {
      deps.log.error('a pull of bookings failed', { error })
    },
  }
}

/** Those that the feed has bookings of, by their ids. */
async function waitingProperties({ clock, feed, reservations }: Deps): Promise<Waiting[]> {
  const newest = new Map<string, Date>()
  for (const { channelManagerPropertyId: id, revision } of await feed.revisions())
    if (id) newest.set(id, new Date(Math.max(Number(newest.get(id) ?? 0), Number(revision?.insertedAt ?? 0))))
  const properties = await reservations.connected([...newest.keys()])
  return properties
    .map(property => ({
      ...property,
      newestAt: newest.get(property.channelManagerPropertyId) ?? clock.now(),
    }))
    .toSorted((a, b) => (a.propertyId < b.propertyId ? -1 : 1))
}

interface Heard {
  seenUntil: Date | undefined
  /** Nothing of the time before this run may be forgotten, whatever still waits in the feed. */
  isWhole: boolean
}

async function caughtUp(deps: Deps, seenUntil: Date | undefined, now: Date): Promise<Heard> {
  if (!seenUntil || !mayBeForgotten(seenUntil, now)) return { seenUntil, isWhole: true }
  try {
    const until = await oweForgotten(deps, seenUntil, now)
    return { seenUntil: until, isWhole: until >= now }
  } catch (error) {
    // The feed is read all the same, and this again by the next run.
    deps.log.error('bookings could not be listed after an outage', { error })
    return { seenUntil, isWhole: false }
  }
}

/** What waited in the feed when a round began is dealt with once that has ended. */
const seenAfter = (place: IdCheckpoint, { seenUntil, isWhole }: Heard): FeedCheckpoint => ({
  ...place,
  seenUntil: isWhole && place.after === undefined ? place.startedAt : seenUntil,
})
