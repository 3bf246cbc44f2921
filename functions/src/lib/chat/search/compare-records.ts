import * as z from 'zod'
import { ProviderError } from '../../errors.ts'
import { inParallel } from '../../in-parallel.ts'
import { type CompareDeps, hadTimeToSync } from './compare-threads.ts'
import type { DriftCounts } from './drift.ts'
import { areTooMany, removeOrphan } from './save-records.ts'
import type { RecordPage } from './thread-record.ts'

/** A record without a thread, and since when it is known. */
export const suspect = z.object({ threadId: z.string(), since: z.date() })
export type Suspect = z.infer<typeof suspect>

/** Pages of records that are looked at together, each of about a thousand. */
const maxPages = 2

/** Checks the next records. Returns the cursor of those after them, and the present suspects. */
export async function compareRecords(
  deps: CompareDeps,
  start: string | undefined,
  suspects: readonly Suspect[],
): Promise<{ cursor: string | undefined; suspects: Suspect[] }> {
  const { cursor, records, absent } = await lookAtRecords(deps, start)
  if (areTooMany(absent.size, records)) {
    deps.log.error('too many search records without a thread', { orphaned: absent.size, records })
    return { cursor, suspects: [] }
  }
  for (const { threadId } of suspects) absent.delete(threadId)
  const since = deps.clock.now()
  return { cursor, suspects: [...suspects, ...[...absent].map(threadId => ({ threadId, since }))] }
}

/** Deletes a record whose thread is still absent some time after that was first seen. Returns those still waiting. */
export async function removeOrphans(
  deps: CompareDeps,
  suspects: readonly Suspect[],
  counts: DriftCounts,
): Promise<Suspect[]> {
  const settled = suspects.filter(({ since }) => hadTimeToSync(deps.clock, since))
  const due = settled.length > 0 && (await hasThreads(deps)) ? settled : []
  await inParallel(10, due, ({ threadId }) => removeOrphan(deps, threadId, counts))
  return suspects.filter(one => !due.includes(one))
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

/** Without any thread, a wrong project or index is likelier than that every record is surplus. */
const hasThreads = async ({ threads }: CompareDeps): Promise<boolean> =>
  (await threads.page(undefined, 1)).length > 0
