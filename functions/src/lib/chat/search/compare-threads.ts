import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { inParallel } from '../../in-parallel.ts'
import type { StoredDocument } from '../../store.ts'
import type { Thread } from '../thread.ts'
import { type ListedThread, threadsAmong, threadWrites } from '../thread-writes.ts'
import { type Drift, type DriftCounts, driftOf, versionOf } from './drift.ts'
import { syncLater } from './sync-thread.ts'
import { type StoredRecord, type ThreadRecord, threadRecord } from './thread-record.ts'

export type CompareDeps = Omit<Needs<'index' | 'store'>, 'ids'>

export const pageSize = 500
const width = 10
interface Difference {
  thread: StoredDocument<Thread>
  record: StoredRecord | undefined
  drift: Drift
}

/** Throws ProviderError. */
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

/** Due work quarantines the record with an item. */
async function reportUnreadable(
  deps: CompareDeps,
  listed: readonly ListedThread[],
  counts: DriftCounts,
  isDryRun: boolean,
): Promise<void> {
  const unreadable = listed.filter(({ value }) => value === null)
  counts.failed += unreadable.length
  for (const { id } of unreadable)
    deps.log.error('search record could not be compared', {
      threadId: id,
      error: new Error('the thread is not as it should be'),
    })
  if (isDryRun) return
  await inParallel(width, unreadable, ({ id }) => syncLater(deps, id))
}

async function compare({ index }: CompareDeps, listed: readonly ListedThread[]): Promise<Difference[]> {
  if (listed.length === 0) return []
  const records = await index.records(listed.map(({ id }) => id))
  return listed.flatMap(({ value, ...of }) => {
    const record = records.get(of.id)
    const drift = value && driftOf(threadRecord(of.id, value), record)
    return drift ? [{ thread: { ...of, value }, record, drift }] : []
  })
}

/** A write between the two reads looks like drift. */
async function lookAgain(deps: CompareDeps, first: readonly Difference[]): Promise<Difference[]> {
  if (first.length === 0) return []
  return compare(
    deps,
    await threadsAmong(
      deps.store,
      first.map(({ thread }) => thread.id),
    ),
  )
}

/** The index refuses a record without a higher version. */
async function repair(
  deps: CompareDeps,
  differences: readonly Difference[],
  counts: DriftCounts,
): Promise<void> {
  const lagging = differences.filter(isLagging)
  const records = lagging.map(({ thread }) => threadRecord(thread.id, thread.value))
  await save(deps, records, counts)
  const refused = differences.filter(difference => !isLagging(difference))
  await inParallel(width, refused, difference => lift(deps, difference, counts))
}

/** A failed call makes each record due, so that none blocks the others. */
async function save(deps: CompareDeps, records: readonly ThreadRecord[], counts: DriftCounts): Promise<void> {
  if (records.length === 0) return
  try {
    await deps.index.saveAll(records)
    counts.repaired += records.length
  } catch (error) {
    counts.failed += records.length
    deps.log.error('search records could not be written', { records: records.length, error })
    await inParallel(width, records, ({ threadId }) => syncLater(deps, threadId))
  }
}

const isLagging = ({ drift }: Difference): boolean => drift === 'missing' || drift === 'behind'

async function lift(deps: CompareDeps, difference: Difference, counts: DriftCounts): Promise<void> {
  try {
    await liftAbove(deps, difference)
    counts.repaired += 1
  } catch (error) {
    counts.failed += 1
    deps.log.error('thread could not be lifted', { threadId: difference.thread.id, error })
  }
}

/** The higher version triggers a normal sync. */
const liftAbove = (deps: CompareDeps, first: Difference): Promise<void> =>
  amend(deps, {
    read: async () => (await compare(deps, await threadsAmong(deps.store, [first.thread.id]))).at(0),
    first,
    decide(difference) {
      if (!difference || isLagging(difference)) return { result: undefined }
      const { id, value, revision } = difference.thread
      const version = Math.max(value.version + 1, versionOf(difference.record))
      return { writes: threadWrites({ threadId: id, revision, fields: { version } }), result: undefined }
    },
  })
