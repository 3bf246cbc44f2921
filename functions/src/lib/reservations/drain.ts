import { ProviderError } from '../errors.ts'
import { jittered } from '../retry-delay.ts'
import type { FeedEntry } from './booking.ts'
import { notUnderstoodItem } from './booking-items.ts'
import { changePull, type PullDeps, PullLostError, type Run } from './held-pull.ts'
import { bookingWriter } from './store-booking.ts'

/** Bookings that are stored on one reading. */
const slice = 100
/** Acknowledgements under way at once. */
const maxAcks = 6
const ackTries = 3
/** After so many that got no answer, a run acknowledges nothing more: storing what has come does not wait for it. */
const maxLostAcks = 5
/** A lease that has less left is renewed. Milliseconds. */
const leaseMargin = 45_000

/** Stores the bookings, each acknowledged after its commit. False when time was over before all were begun. */
export async function drain(deps: PullDeps, run: Run, entries: readonly FeedEntry[]): Promise<boolean> {
  for (let start = 0; start < entries.length; start += slice) {
    if (!(await drainSlice(deps, run, entries.slice(start, start + slice)))) return false
  }
  return true
}

async function drainSlice(deps: PullDeps, run: Run, entries: readonly FeedEntry[]): Promise<boolean> {
  const store = await bookingWriter(deps, run, entries)
  const acks = new Set<Promise<void>>()
  try {
    for (const entry of entries) {
      if (deps.clock.now() >= run.until) return false
      await keepLease(deps, run)
      run.seen.add(entry.id)
      if (!(await isStored(deps, run, entry, store)) || run.unanswered >= maxLostAcks) continue
      const ack: Promise<void> = acknowledge(deps, run, entry.id).finally(() => acks.delete(ack))
      acks.add(ack)
      if (acks.size >= maxAcks) await Promise.race(acks)
    }
    return true
  } finally {
    await Promise.all(acks)
  }
}

async function keepLease(deps: PullDeps, run: Run): Promise<void> {
  const left = run.held.value.leaseUntil.getTime() - deps.clock.now().getTime()
  if (left < leaseMargin) await changePull(deps, run, () => ({}))
}

/** One that fails, or cannot be understood, keeps the others not back; it stays in the feed. */
async function isStored(
  { reservations, clock, log }: PullDeps,
  run: Run,
  entry: FeedEntry,
  store: Awaited<ReturnType<typeof bookingWriter>>,
): Promise<boolean> {
  const { propertyId } = run
  try {
    if (entry.revision) {
      await store(entry.revision)
      return true
    }
    log.warn('a booking was not understood', { propertyId, revisionId: entry.id, defects: entry.defects })
    await reservations.openItem(notUnderstoodItem(propertyId, entry, clock.now()))
  } catch (error) {
    if (error instanceof PullLostError) throw error
    run.failed += 1
    log.error('a booking could not be stored', { propertyId, revisionId: entry.id, error })
  }
  return false
}

/** One whose acknowledgement fails comes again, and changes nothing then. */
async function acknowledge({ feed, clock, log }: PullDeps, run: Run, revisionId: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await feed.acknowledge(revisionId)
      return
    } catch (error) {
      const isWorthIt = error instanceof ProviderError && error.kind !== 'permanent' && tries < ackTries
      const isFinal = !isWorthIt || clock.now() >= run.until
      if (!isFinal) {
        await clock.sleep(jittered(tries, 300, 2_000))
        continue
      }
      run.unacknowledged += 1
      if (!(error instanceof ProviderError && error.kind === 'permanent')) run.unanswered += 1
      log.warn('a booking could not be acknowledged', { propertyId: run.propertyId, revisionId, error })
      return
    }
  }
}
