import { retry } from '../../durable/retry.ts'
import { ProviderError } from '../../errors.ts'
import { inParallel } from '../../in-parallel.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Threads } from '../ports.ts'
import type { DriftCounts } from './drift.ts'
import type { SearchIndex, ThreadRecord } from './thread-record.ts'

export interface SaveDeps {
  clock: Clock
  threads: Pick<Threads, 'markStale'>
  index: SearchIndex
  log: Log
}

/** Single writes at once. */
const width = 10

/** The index's guard makes a repeated write harmless, so one whose outcome is unknown is repeated too. */
const repetition = {
  tries: 5,
  backoff: { baseMs: 1_000, capMs: 8_000 },
  isWorthIt: (error: unknown) => error instanceof ProviderError && !isRefusal(error),
}

/**
 * Writes the records in one call, again with growing pauses when it may not have been processed. A call that the index
 * refuses is taken apart, so that one record does not keep back the others. Adds to the counts.
 */
export async function saveRecords(
  deps: SaveDeps,
  records: readonly ThreadRecord[],
  counts: DriftCounts,
): Promise<void> {
  if (records.length === 0) return
  try {
    await retry(deps, repetition, () => deps.index.saveAll(records))
    counts.repaired += records.length
  } catch (error) {
    if (isRefusal(error)) return saveEach(deps, records, counts)
    counts.failed += records.length
    deps.log.error('search records could not be written', { records: records.length, error })
  }
}

/** One that is refused is due from then on, so that it is quarantined with an item. */
async function saveEach(
  deps: SaveDeps,
  records: readonly ThreadRecord[],
  counts: DriftCounts,
): Promise<void> {
  await inParallel(width, records, async record => {
    try {
      await deps.index.save(record)
      counts.repaired += 1
    } catch (error) {
      counts.failed += 1
      deps.log.error('search record could not be written', { threadId: record.threadId, error })
      await deps.threads.markStale(record.threadId, deps.clock.now())
    }
  })
}

const isRefusal = (error: unknown): boolean => error instanceof ProviderError && error.kind === 'permanent'
