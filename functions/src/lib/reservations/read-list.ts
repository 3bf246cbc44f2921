import { dayOf, laterDay } from '../days.ts'
import { endingAlarms, readAlarms } from './alarms.ts'
import { entriesOf, type FeedEntry } from './booking.ts'
import { drain } from './drain.ts'
import { changePull, type PullDeps, type PullRun } from './held-pull.ts'
import { ownReservations, planBooking } from './plan-booking.ts'

/** Bookings compared per read of their context. */
const slice = 100

interface Listed {
  entries: FeedEntry[]
  /** Keys of those made since the list is owed. */
  made: ReadonlySet<string>
}

/** The same booking may be listed twice, and change in between. */
const keyOf = ({ id, revision }: FeedEntry): string => revision?.bookingId ?? id

/**
 * Reads the list of bookings if that is owed, and stores what the feed does not tell: what was made or changed while
 * nobody acknowledged it, and rooms that were mapped later. False if time ran out.
 */
export async function readList(deps: PullDeps, run: PullRun): Promise<boolean> {
  const { listFrom } = run.held.value
  if (!listFrom) return true
  const leftOver = () => run.failed + run.unacknowledged
  const before = leftOver()
  const listed = await listedSince(deps, run, listFrom)
  for (let start = 0; start < listed.entries.length; start += slice) {
    const news = await newsAmong(deps, run, listed, listed.entries.slice(start, start + slice))
    if (!(await drain(deps, run, news))) return false
  }
  // Whoever asked meanwhile may have had a reason that this reading came too early for.
  if (leftOver() === before)
    await changePull(deps, run, ({ again }) => ({ patch: again ? {} : { listFrom: null } }))
  return true
}

async function listedSince({ feed, clock }: PullDeps, run: PullRun, insertedFrom: Date): Promise<Listed> {
  const { channelManagerPropertyId } = run.held.value
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
  // The row that was read last is the state.
  const last = new Map([...made, ...upcoming].map(entry => [keyOf(entry), entry]))
  return {
    entries: [...last.values()].map(entry => ({
      ...entry,
      revision: entry.revision && { ...entry.revision, listedAt },
    })),
    made: new Set(made.map(keyOf)),
  }
}

/**
 * Of what was made before, only what is stored: the rest is from before the property came to us. What has an alarm is
 * always looked at.
 */
async function newsAmong(
  deps: PullDeps,
  run: PullRun,
  { made }: Listed,
  entries: readonly FeedEntry[],
): Promise<FeedEntry[]> {
  const { propertyId } = run
  const [context, alarms] = await Promise.all([
    deps.reservations.context(propertyId, entries),
    readAlarms(deps, entries),
  ])
  const at = deps.clock.now()
  return entries.filter(entry => {
    const { id, revision, isAcknowledged } = entry
    const own = revision ? ownReservations(context, revision.bookingId) : []
    if (revision && endingAlarms(revision, alarms, own[0]?.value).length > 0) return true
    if (!made.has(keyOf(entry)) && own.length === 0) return false
    const isLeft = !isAcknowledged && !run.seen.has(id)
    return isLeft || !revision || planBooking({ propertyId, revision, context, at }).write !== undefined
  })
}
