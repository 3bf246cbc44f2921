import { inParallel } from '../../in-parallel.ts'
import type { Log, Versioned } from '../../ports.ts'
import type { Thread } from '../thread.ts'
import { type Drift, type DriftCounts, driftOf, versionOf } from './drift.ts'
import type { ListedThread, SearchIndex, StoredRecord, ThreadList } from './ports.ts'
import { threadRecord } from './thread-record.ts'

export interface CompareDeps {
  threads: ThreadList
  index: SearchIndex
  log: Log
}

/** Threads compared at once. */
export const pageSize = 300
/** Repairs at once. */
const width = 10
/** A thread that somebody writes to just now is looked at again so many times. */
const maxTries = 5

/** Compares these threads with their records and, unless it is a dry run, repairs what differs. Adds to the counts. */
export async function compareThreads(
  deps: CompareDeps,
  page: readonly ListedThread[],
  counts: DriftCounts,
  { isDryRun }: { isDryRun: boolean },
): Promise<void> {
  counts.threads += page.length
  if (page.length === 0) return
  const records = await deps.index.records(page.map(({ threadId }) => threadId))
  await inParallel(width, page, async listed => {
    try {
      const drift = await compareThread(deps, listed, records.get(listed.threadId), isDryRun)
      if (!drift) return
      counts[drift] += 1
      if (!isDryRun) counts.repaired += 1
    } catch (error) {
      counts.failed += 1
      deps.log.error('search record could not be compared', { threadId: listed.threadId, error })
    }
  })
}

/** Answers what was wrong, undefined when nothing was or when somebody else has repaired it meanwhile. */
async function compareThread(
  deps: CompareDeps,
  { threadId, stored }: ListedThread,
  record: StoredRecord | undefined,
  isDryRun: boolean,
): Promise<Drift | undefined> {
  let [current, found] = [stored, record]
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (!current) throw new Error('the thread is not as it should be')
    const drift = driftOf(threadRecord(threadId, current.value), found)
    if (!drift || isDryRun) return drift
    if (await repair(deps, threadId, current, found, drift)) return drift
    const again = await deps.threads.thread(threadId)
    if (!again) return undefined
    current = again.stored
    found = (await deps.index.records([threadId])).get(threadId)
  }
  throw new Error('the thread kept changing')
}

/**
 * Writes the record through the index's guard. Where the guard would refuse it, the thread is first lifted above the
 * record, so that posts which come meanwhile are newer still. False when the thread has changed.
 */
async function repair(
  { threads, index }: CompareDeps,
  threadId: string,
  stored: Versioned<Thread>,
  found: StoredRecord | undefined,
  drift: Drift,
): Promise<boolean> {
  if (drift === 'missing' || drift === 'behind') {
    await index.save(threadRecord(threadId, stored.value))
    return true
  }
  // A record's version is its thread's plus one.
  const version = Math.max(stored.value.version + 1, versionOf(found))
  if (!(await threads.raiseVersion(threadId, stored, version))) return false
  await index.save(threadRecord(threadId, { ...stored.value, version }))
  return true
}
