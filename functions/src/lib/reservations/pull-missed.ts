import type * as z from 'zod'
import { type Checkpoints, storedPlace } from '../checkpoints.ts'
import { inParallel } from '../in-parallel.ts'
import type { BookingProperty } from './ports.ts'
import { pullAll } from './receive-bookings.ts'
import type { PullDeps } from './run-pull.ts'

export interface PullMissedDeps extends PullDeps {
  checkpoints: Checkpoints
  /** Properties pulled at once. */
  atOnce: number
}

type Place = z.infer<typeof storedPlace>

const feedRound = { name: 'bookings', schema: storedPlace }

/** Nothing is started after this, and the platform ends a run at 300 s. */
const runBudgetMs = 240_000
/** One property keeps the others waiting no longer. */
const shareMs = 60_000
/** Properties pulled before the round goes on: so many that few wait for the slowest of them. */
const pageSizeFor = (atOnce: number): number => 4 * atOnce

/** A run over the feed: how much time it has left, and what became of it so far. */
interface Run {
  startedAt: Date
  end: Date
  /** Whether some property could be pulled. */
  isSome: boolean
  /** Why the last one could not be. */
  failure?: unknown
}

/**
 * Pulls what no webhook told: whatever waits in the feed for properties with a channel that is not disconnected, several
 * at once, going on behind those that the last run came to. One that fails does not stop the others; where all do, it
 * throws.
 */
export async function pullMissedBookings(deps: PullMissedDeps): Promise<void> {
  const { clock, checkpoints } = deps
  const startedAt = clock.now()
  const run: Run = { startedAt, end: new Date(startedAt.getTime() + runBudgetMs), isSome: false }
  const checkpoint = await checkpoints.read(feedRound)
  let revision = checkpoint?.revision
  for await (const place of places(deps, run, checkpoint?.value ?? {})) {
    // Where another run was faster, what it reached counts.
    const ended = await checkpoints.write(feedRound, place, revision)
    if (ended === 'unresolved') break
    revision = ended.result
  }
  if (run.failure !== undefined && !run.isSome) throw run.failure
}

/** Where it is after each page: behind the last run's, and when that round is over, with those that come first. */
async function* places(deps: PullMissedDeps, run: Run, from: Place): AsyncGenerator<Place> {
  const { after = '', startedAt = run.startedAt } = from
  const waiting = await waitingProperties(deps)
  const isLeft = ({ propertyId }: BookingProperty) => propertyId > after
  if (after !== '') yield* pullInTurn(deps, run, startedAt, waiting.filter(isLeft))
  const others = waiting.filter(property => after === '' || !isLeft(property))
  yield* pullInTurn(deps, run, run.startedAt, others)
}

/** Page after page, as long as there is time. */
async function* pullInTurn(
  deps: PullMissedDeps,
  run: Run,
  startedAt: Date,
  properties: readonly BookingProperty[],
): AsyncGenerator<Place> {
  for (let left = properties; left.length > 0; ) {
    const last = await pullPage(deps, run, left.slice(0, pageSizeFor(deps.atOnce)))
    if (!last) return
    left = left.slice(left.indexOf(last) + 1)
    if (left.length > 0) yield { after: last.propertyId, startedAt }
  }
  yield { after: undefined, startedAt }
}

/** Those that the feed has bookings of, by their ids. */
async function waitingProperties({ feed, reservations }: PullMissedDeps): Promise<BookingProperty[]> {
  const entries = await feed.revisions()
  const named = new Set(entries.flatMap(({ channelManagerPropertyId }) => channelManagerPropertyId ?? []))
  const properties = await reservations.connected([...named])
  return properties.toSorted((a, b) => (a.propertyId < b.propertyId ? -1 : 1))
}

/** Answers the last one that it began with before time was over. */
async function pullPage(
  deps: PullMissedDeps,
  run: Run,
  page: readonly BookingProperty[],
): Promise<BookingProperty | undefined> {
  let last: BookingProperty | undefined
  await inParallel(deps.atOnce, page, async property => {
    const now = deps.clock.now()
    if (now > run.end) return
    last = property
    const until = new Date(Math.min(run.end.getTime(), now.getTime() + shareMs))
    try {
      if ((await pullAll(deps, [property], until)) > 0) deps.missed?.('bookings', run.startedAt)
      run.isSome = true
    } catch (error) {
      deps.log.error('a pull of bookings failed', { error })
      run.failure = error
    }
  })
  return last
}
