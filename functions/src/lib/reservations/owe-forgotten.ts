import { connectedProperties } from '../connection/channels/booking-channel.ts'
import type { BookingProperty } from '../connection/model.ts'
import { listedFrom } from '../connection/pulls/feed-memory.ts'
import { oweList } from '../connection/pulls/request-pull.ts'
import type { Needs } from '../context.ts'
import { inParallel } from '../in-parallel.ts'
import type { FeedEntry } from './booking.ts'
import { isStored } from './reservation.ts'
import type { PullDeps } from './run-pull.ts'

/** A part of the outage per run, so that its list ends. */
const stretchMs = 6 * 3_600_000

/** Properties with an unstored booking from the outage owe their list. Returns the end of the covered time. */
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
