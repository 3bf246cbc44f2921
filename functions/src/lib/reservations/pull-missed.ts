import * as z from 'zod'
import { connectedProperties } from '../connection/channels/booking-channel.ts'
import type { BookingProperty } from '../connection/model.ts'
import { listedFrom, mayBeForgotten } from '../connection/pulls/feed-memory.ts'
import { oweList } from '../connection/pulls/request-pull.ts'
import { readPull } from '../connection/pulls/stored-pull.ts'
import type { Needs } from '../context.ts'
import { inParallel } from '../in-parallel.ts'
import { type IdCheckpoint, idCheckpoint, pagesById } from '../rounds/by-id.ts'
import { type Round, type RoundDeps, runRound } from '../rounds/round.ts'
import type { FeedEntry } from './booking.ts'
import { pullAll } from './receive-bookings.ts'
import { isStored } from './reservation.ts'
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

/** A part of the outage per run, so that its list ends. */
const stretchMs = 6 * 3_600_000

/** Properties with an unstored booking from the outage owe their list. Returns the end of the covered time. */
async function oweForgotten(
  deps: PullDeps & Needs<'webhookItems'> & { atOnce: number },
  since: Date,
  now: Date,
): Promise<Date> {
  const until = new Date(Math.min(now.getTime(), since.getTime() + stretchMs))
  const from = listedFrom(since)
  const bookings = await deps.feed.bookings({ insertedFrom: from, insertedUntil: until })
  const owing = await propertiesOf(deps, await notStored(deps, bookings))
  await inParallel(deps.atOnce, owing, property => oweList(deps, property, from))
  if (owing.length > 0) await deps.webhookItems.missed('bookings', since)
  deps.log.info('bookings were listed after an outage', { since, until, properties: owing.length })
  return until
}

async function notStored(
  { store, atOnce }: PullDeps & { atOnce: number },
  bookings: readonly FeedEntry[],
): Promise<FeedEntry[]> {
  const missing: FeedEntry[] = []
  await inParallel(atOnce, bookings, async entry => {
    const { revision } = entry
    const isKnown =
      revision && (await isStored(store, { bookingId: revision.bookingId, revisionId: revision.id }))
    if (!isKnown) missing.push(entry)
  })
  return missing
}

const propertiesOf = ({ store }: PullDeps, entries: readonly FeedEntry[]): Promise<BookingProperty[]> =>
  connectedProperties(store, [
    ...new Set(entries.flatMap(({ channelManagerPropertyId }) => channelManagerPropertyId ?? [])),
  ])
