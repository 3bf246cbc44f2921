import * as z from 'zod'
import { connectedProperties } from '../connection/channels/booking-channel.ts'
import type { BookingProperty } from '../connection/model.ts'
import { mayBeForgotten } from '../connection/pulls/feed-memory.ts'
import { readPull } from '../connection/pulls/stored-pull.ts'
import type { Needs } from '../context.ts'
import { type IdCheckpoint, idCheckpoint, pagesById } from '../rounds/by-id.ts'
import { type Round, type RoundDeps, runRound } from '../rounds/round.ts'
import { oweForgotten } from './owe-forgotten.ts'
import { pullAll } from './receive-bookings.ts'
import type { PullDeps } from './run-pull.ts'

type Deps = PullDeps & RoundDeps & Needs<'webhookItems'> & { atOnce: number }
type Waiting = BookingProperty & { newestAt: Date }

const shareMs = 60_000

const feedCheckpoint = idCheckpoint.extend({
  /** Earlier bookings are stored, or owed. Absent before the first round ends. */
  seenUntil: z.date().optional().catch(undefined),
})
type FeedCheckpoint = z.infer<typeof feedCheckpoint>

/**
 * Pulls bookings without a webhook call. Throws only if all fail. After an outage beyond the feed's memory, the list
 * shows the rest.
 */
export const pullMissedBookings = (deps: Deps): Promise<void> => runRound(deps, feedRound(deps))

const feedRound = (deps: Deps): Round<FeedCheckpoint, Waiting> => {
  let isFirst = false
  return {
    name: 'bookings',
    schema: feedCheckpoint,
    // The platform ends a run at 300 s.
    budgetMs: 240_000,
    atOnce: deps.atOnce,
    saves: 'after',
    async *pages(checkpoint, run) {
      isFirst = !checkpoint?.seenUntil
      const waiting = await waitingProperties(deps)
      const catchUp = await caughtUp(deps, checkpoint?.seenUntil, run.startedAt)
      const pages = pagesById(checkpoint, run, {
        // Few wait for the slowest.
        pageSize: () => 4 * deps.atOnce,
        page: async (after = '', limit, until) =>
          waiting
            .filter(({ propertyId: id }) => id > after && (until === undefined || id <= until))
            .slice(0, limit),
        idOf: ({ propertyId }) => propertyId,
        wraps: true,
      })
      for await (const { pieces, reached } of pages)
        yield { pieces, reached: dealtWith => checkpointAfter(reached(dealtWith), catchUp) }
    },
    async work(property, run) {
      const until = new Date(Math.min(run.until.getTime(), deps.clock.now().getTime() + shareMs))
      // An open pull was announced, and failed; before the first round nobody listened.
      const isAnnounced = (await readPull(deps.store, property.propertyId))?.value.open ?? false
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

async function waitingProperties({ clock, feed, store }: Deps): Promise<Waiting[]> {
  const newest = new Map<string, Date>()
  for (const { channelManagerPropertyId: id, revision } of await feed.revisions())
    if (id) newest.set(id, new Date(Math.max(Number(newest.get(id) ?? 0), Number(revision?.insertedAt ?? 0))))
  const properties = await connectedProperties(store, [...newest.keys()])
  return properties
    .map(property => ({
      ...property,
      newestAt: newest.get(property.channelManagerPropertyId) ?? clock.now(),
    }))
    .toSorted((a, b) => (a.propertyId < b.propertyId ? -1 : 1))
}

interface CatchUp {
  seenUntil: Date | undefined
  isWhole: boolean
}

async function caughtUp(deps: Deps, seenUntil: Date | undefined, now: Date): Promise<CatchUp> {
  if (!seenUntil || !mayBeForgotten(seenUntil, now)) return { seenUntil, isWhole: true }
  try {
    const until = await oweForgotten(deps, seenUntil, now)
    return { seenUntil: until, isWhole: until >= now }
  } catch (error) {
    // The next run repeats the list.
    deps.log.error('bookings could not be listed after an outage', { error })
    return { seenUntil, isWhole: false }
  }
}

const checkpointAfter = (place: IdCheckpoint, { seenUntil, isWhole }: CatchUp): FeedCheckpoint => ({
  ...place,
  seenUntil: isWhole && place.after === undefined ? place.startedAt : seenUntil,
})
