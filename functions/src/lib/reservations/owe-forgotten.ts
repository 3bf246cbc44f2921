import type { Needs } from '../context.ts'
import { inParallel } from '../in-parallel.ts'
import type { FeedEntry } from './booking.ts'
import { listedFrom } from './feed-memory.ts'
import type { BookingProperty } from './ports.ts'
import { oweList } from './request-pull.ts'
import type { PullDeps } from './run-pull.ts'

/** So much of an outage is made up for in one run, so that its list ends. */
const stretchMs = 6 * 3_600_000

/**
 * Nobody read the feed between these times, so it may have forgotten what came: every property that has a booking of
 * then which is not stored owes its list. Answers up to when that is done.
 */
export async function oweForgotten(
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
  { reservations, atOnce }: PullDeps & { atOnce: number },
  bookings: readonly FeedEntry[],
): Promise<FeedEntry[]> {
  const missing: FeedEntry[] = []
  await inParallel(atOnce, bookings, async entry => {
    const { revision } = entry
    if (!revision || !(await reservations.isStored(revision.bookingId, revision.id))) missing.push(entry)
  })
  return missing
}

const propertiesOf = (
  { reservations }: PullDeps,
  entries: readonly FeedEntry[],
): Promise<BookingProperty[]> =>
  reservations.connected([
    ...new Set(entries.flatMap(({ channelManagerPropertyId }) => channelManagerPropertyId ?? [])),
  ])
