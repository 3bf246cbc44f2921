import { type IdCheckpoint, idCheckpoint, walkById } from '../rounds/by-id.ts'
import type { Round } from '../rounds/round.ts'
import { type RoundDeps, runRound } from '../rounds/run-round.ts'
import type { BookingProperty } from './ports.ts'
import { pullAll } from './receive-bookings.ts'
import type { PullDeps } from './run-pull.ts'

/** `atOnce`: properties pulled at once. */
type Deps = PullDeps & RoundDeps & { atOnce: number }

/** One property keeps the others waiting no longer. */
const shareMs = 60_000

/**
 * Pulls what no webhook told: whatever waits in the feed for properties with a channel that is not disconnected,
 * several at once, going on behind those that the last run came to. One that fails does not stop the others; where all
 * do, it throws.
 */
export const pullMissedBookings = (deps: Deps): Promise<void> => runRound(deps, feedRound(deps))

const feedRound = (deps: Deps): Round<IdCheckpoint, BookingProperty> => ({
  kind: { name: 'bookings', schema: idCheckpoint },
  // The platform ends a run at 300 s.
  budgetMs: 240_000,
  atOnce: deps.atOnce,
  saves: 'after',
  async begin(checkpoint, run) {
    const waiting = await waitingProperties(deps)
    return walkById(checkpoint, run, {
      // So many that few wait for the slowest of them.
      pageSize: 4 * deps.atOnce,
      page: async (after = '', limit, until) =>
        waiting
          .filter(({ propertyId: id }) => id > after && (until === undefined || id <= until))
          .slice(0, limit),
      idOf: ({ propertyId }) => propertyId,
      wraps: true,
    })
  },
  async work(property, run) {
    const until = new Date(Math.min(run.until.getTime(), deps.clock.now().getTime() + shareMs))
    if ((await pullAll(deps, [property], until)) > 0) deps.missed('bookings', run.startedAt)
    return 'done'
  },
  failed(_, error) {
    deps.log.error('a pull of bookings failed', { error })
  },
})

/** Those that the feed has bookings of, by their ids. */
async function waitingProperties({ feed, reservations }: Deps): Promise<BookingProperty[]> {
  const entries = await feed.revisions()
  const named = new Set(entries.flatMap(({ channelManagerPropertyId }) => channelManagerPropertyId ?? []))
  const properties = await reservations.connected([...named])
  return properties.toSorted((a, b) => (a.propertyId < b.propertyId ? -1 : 1))
}
