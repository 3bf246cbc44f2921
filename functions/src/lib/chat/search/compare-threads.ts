import { change } from '../../durable/change.ts'
import { inParallel } from '../../in-parallel.ts'
import type { Versioned } from '../../ports.ts'
import type { ListedThread, Threads } from '../ports.ts'
import type { Thread } from '../thread.ts'
import { type Drift, type DriftCounts, driftOf, versionOf } from './drift.ts'
import { type SaveDeps, saveRecords } from './save-records.ts'
import type { StoredRecord } from './thread-record.ts'
import { threadRecord } from './thread-record.ts'

export interface CompareDeps extends SaveDeps {
  threads: Pick<Threads, 'count' | 'page' | 'changedSince' | 'listed' | 'absent' | 'change' | 'markStale'>
}

/** Threads compared at once. */
export const pageSize = 500
/** Threads lifted at once. */
const width = 10
/** A thread whose record is not its projection. */
interface Difference {
  threadId: string
  stored: Versioned<Thread>
  found: StoredRecord | undefined
  drift: Drift
}

/**
 * Compares these threads with their records and, unless it is a dry run, repairs what differs. Adds to the counts.
 * Throws ProviderError when the index cannot be read.
 */
export async function compareThreads(
  deps: CompareDeps,
  page: readonly ListedThread[],
  counts: DriftCounts,
  { isDryRun }: { isDryRun: boolean },
): Promise<void> {
  counts.threads += page.length
  await reportUnreadable(deps, page, counts, isDryRun)
  const differences = await lookAgain(deps, await compare(deps, page))
  for (const { drift } of differences) counts[drift] += 1
  if (!isDryRun) await repair(deps, differences, counts)
}

/** Its record becomes due, so that it is quarantined with an item like any other failing work. */
async function reportUnreadable(
  { log, threads, clock }: CompareDeps,
  listed: readonly ListedThread[],
  counts: DriftCounts,
  isDryRun: boolean,
): Promise<void> {
  const unreadable = listed.filter(({ stored }) => stored === undefined)
  counts.failed += unreadable.length
  for (const { threadId } of unreadable)
    log.error('search record could not be compared', {
      threadId,
      error: new Error('the thread is not as it should be'),
    })
  if (isDryRun) return
  await inParallel(width, unreadable, ({ threadId }) => threads.markStale(threadId, clock.now()))
}

async function compare({ index }: CompareDeps, listed: readonly ListedThread[]): Promise<Difference[]> {
  if (listed.length === 0) return []
  const records = await index.records(listed.map(({ threadId }) => threadId))
  return listed.flatMap(({ threadId, stored }) => {
    const found = records.get(threadId)
    const drift = stored && driftOf(threadRecord(threadId, stored.value), found)
    return drift ? [{ threadId, stored, found, drift }] : []
  })
}

/** Threads and records are read one after the other, so a write between looks like drift. */
async function lookAgain(deps: CompareDeps, first: readonly Difference[]): Promise<Difference[]> {
  if (first.length === 0) return []
  return compare(deps, await deps.threads.listed(first.map(({ threadId }) => threadId)))
}

/** The index would refuse the record of a thread whose version must be raised; every other record is written. */
async function repair(
  deps: CompareDeps,
  differences: readonly Difference[],
  counts: DriftCounts,
): Promise<void> {
  const lagging = differences.filter(isLagging)
  const records = lagging.map(({ threadId, stored }) => threadRecord(threadId, stored.value))
  await saveRecords(deps, records, counts)
  const refused = differences.filter(difference => !isLagging(difference))
  await inParallel(width, refused, difference => lift(deps, difference, counts))
}

const isLagging = ({ drift }: Difference): boolean => drift === 'missing' || drift === 'behind'

async function lift(deps: CompareDeps, difference: Difference, counts: DriftCounts): Promise<void> {
  try {
    await liftAbove(deps, difference)
    counts.repaired += 1
  } catch (error) {
    counts.failed += 1
    deps.log.error('thread could not be lifted', { threadId: difference.threadId, error })
  }
}

/** Raises the thread's version above its record's; the change then triggers a normal sync. */
const liftAbove = (deps: CompareDeps, first: Difference): Promise<unknown> =>
  change<Difference | undefined, Difference, unknown>(
    deps,
    {
      read: async () => (await compare(deps, await deps.threads.listed([first.threadId]))).at(0),
      decide: difference =>
        difference && !isLagging(difference) ? { write: difference } : { result: undefined },
      commit({ threadId, stored: { value, revision }, found }) {
        // A record's version is its thread's plus one.
        const version = Math.max(value.version + 1, versionOf(found))
        return deps.threads.change(threadId, revision, { fields: { version } })
      },
    },
    { known: first },
  )
