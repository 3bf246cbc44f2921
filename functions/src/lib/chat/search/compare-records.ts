import { ProviderError } from '../../errors.ts'
import { inParallel } from '../../in-parallel.ts'
import { type CompareDeps, hadTimeToSync } from './compare-threads.ts'
import type { DriftCounts } from './drift.ts'
import { areTooMany, removeOrphan } from './save-records.ts'
import type { RecordPage } from './thread-record.ts'

/** How far the comparison of the records has come. */
export interface RecordsProgress {
  /** Where the next page of records begins; absent at the start of a round. */
  cursor?: string | undefined
  /** Records without a thread, and since when they are known. */
  suspects: { threadId: string; since: Date }[]
}

/** Pages of records that are looked at together, each of about a thousand. */
const maxPages = 2

/** A record is deleted when its thread is still absent some time after that was first seen. */
export async function compareRecords(
  deps: CompareDeps,
  { cursor: start, suspects }: RecordsProgress,
  counts: DriftCounts,
): Promise<RecordsProgress> {
  const { cursor, records, absent } = await lookAtRecords(deps, start)
  if (areTooMany(absent.size, records)) {
    deps.log.error('too many search records without a thread', { orphaned: absent.size, records })
    return { cursor, suspects: [] }
  }
  const settled = suspects.filter(({ since }) => hadTimeToSync(deps.clock, since))
  const due = settled.length > 0 && (await hasThreads(deps)) ? settled : []
  await inParallel(10, due, ({ threadId }) => removeOrphan(deps, threadId, counts))
  for (const { threadId } of suspects) absent.delete(threadId)
  const since = deps.clock.now()
  const waiting = suspects.filter(suspect => !due.includes(suspect))
  return { cursor, suspects: [...waiting, ...[...absent].map(threadId => ({ threadId, since }))] }
}

interface LookedAt {
  cursor: string | undefined
  records: number
  /** Those without a thread. */
  absent: Set<string>
}

async function lookAtRecords(deps: CompareDeps, start: string | undefined): Promise<LookedAt> {
  const seen: LookedAt = { cursor: start, records: 0, absent: new Set() }
  for (let pages = 0; pages < maxPages; pages += 1) {
    const { threadIds, cursor } = await recordPage(deps, seen.cursor)
    seen.cursor = cursor
    seen.records += threadIds.length
    for (const threadId of await deps.threads.absent(threadIds)) seen.absent.add(threadId)
    if (cursor === undefined) break
  }
  return seen
}

/** The index does not keep cursors for ever. */
async function recordPage({ index, log }: CompareDeps, cursor: string | undefined): Promise<RecordPage> {
  try {
    return await index.page(cursor)
  } catch (error) {
    if (cursor === undefined || !(error instanceof ProviderError) || error.kind !== 'permanent') throw error
    log.warn('search cursor refused, beginning again', { error })
    return index.page()
  }
}

/** Without any, it is more likely the wrong project or index than that every record is too much. */
const hasThreads = async ({ threads }: CompareDeps): Promise<boolean> =>
  (await threads.page(undefined, 1)).length > 0
