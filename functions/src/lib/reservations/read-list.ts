import { dayOf, laterDay } from '../days.ts'
import { endingAlarms, readAlarms } from './alarms.ts'
import { entriesOf, type FeedEntry } from './booking.ts'
import { bookingContext } from './booking-context.ts'
import { drain } from './drain.ts'
import { ownReservations, planBooking } from './plan-booking.ts'
import { changePull, type PullDeps, type PullRun } from './pull-run.ts'

const slice = 100

interface Listed {
  entries: FeedEntry[]
  made: ReadonlySet<string>
}

/** The list may hold a booking twice. */
const keyOf = ({ id, revision }: FeedEntry): string => revision?.bookingId ?? id

/** Stores bookings that the feed forgot, and rooms mapped later. False if time ran out. */
export async function readList(deps: PullDeps, run: PullRun): Promise<boolean> {
  const { listFrom } = run.record.value
  if (!listFrom) return true
  const remainder = () => run.failed + run.unacknowledged
  const before = remainder()
  const listed = await listedSince(deps, run, listFrom)
  for (let start = 0; start < listed.entries.length; start += slice) {
    const news = await newsAmong(deps, run, listed, listed.entries.slice(start, start + slice))
    if (!(await drain(deps, run, news))) return false
  }
  // A request in between may need a later reading.
  if (remainder() === before)
    await changePull(deps, run, ({ again }) => ({ patch: again ? {} : { listFrom: null } }))
  return true
}

async function listedSince({ feed, clock }: PullDeps, run: PullRun, insertedFrom: Date): Promise<Listed> {
  const { channelManagerPropertyId } = run.record.value
  const listedAt = clock.now()
  // Somewhere it is still yesterday.
  const departingFrom = laterDay(dayOf(listedAt), -1)
  const made = entriesOf(
    channelManagerPropertyId,
    await feed.bookings({ channelManagerPropertyId, insertedFrom }),
  )
  const upcoming = entriesOf(
    channelManagerPropertyId,
    await feed.bookings({ channelManagerPropertyId, departingFrom }),
  )
  const last = new Map([...made, ...upcoming].map(entry => [keyOf(entry), entry]))
  return {
    entries: [...last.values()].map(entry => ({
      ...entry,
      revision: entry.revision && { ...entry.revision, listedAt },
    })),
    made: new Set(made.map(keyOf)),
  }
}

/** Older bookings only if stored, since the rest is from before the property came to us; alarms always. */
async function newsAmong(
  deps: PullDeps,
  run: PullRun,
  { made }: Listed,
  entries: readonly FeedEntry[],
): Promise<FeedEntry[]> {
  const { propertyId } = run
  const [context, alarms] = await Promise.all([
    bookingContext(deps, propertyId, entries),
    readAlarms(deps, entries),
  ])
  const at = deps.clock.now()
  return entries.filter(entry => {
    const { id, revision, isAcknowledged } = entry
    const own = revision ? ownReservations(context, revision.bookingId) : []
    if (revision && endingAlarms(revision, alarms, own[0]?.value).length > 0) return true
    if (!made.has(keyOf(entry)) && own.length === 0) return false
    const isLeft = !isAcknowledged && !run.entryIds.has(id)
    return isLeft || !revision || planBooking({ propertyId, revision, context, at }).write !== undefined
  })
}
