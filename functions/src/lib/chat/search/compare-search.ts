import * as z from 'zod'
import type { Checkpoints } from '../../checkpoints.ts'
import { ProviderError } from '../../errors.ts'
import { inParallel } from '../../in-parallel.ts'
import { type CompareDeps, compareThreads, hadTimeToSync, pageSize } from './compare-threads.ts'
import { type DriftCounts, noDrift } from './drift.ts'
import { areTooMany, removeOrphan } from './save-records.ts'
import type { RecordPage } from './thread-record.ts'

export interface CompareSearchDeps extends CompareDeps {
  checkpoints: Checkpoints
}

/** How far the comparison has come. */
const storedPlace = z.object({
  /** The last thread looked at; absent at the start of a round. */
  after: z.string().optional(),
  /** Where the next page of records begins. */
  cursor: z.string().optional(),
  /** Records without a thread, and since when they are known. */
  suspects: z.array(z.object({ threadId: z.string(), since: z.date() })).default([]),
  /** When the round over the threads began. */
  startedAt: z.date().optional(),
})
type Place = z.infer<typeof storedPlace>

export const searchRound = { name: 'search', schema: storedPlace }

/** Threads of one share. */
const share = 1000
/** Pages of records of one share, each of about a thousand. */
const maxPages = 2
/** No share is begun after this, so that the platform does not cut a run off. */
const runBudgetMs = 480_000

/** Share after share, until the round over the threads is over or time is. Throws as `compareSearch`. */
export async function compareAll(deps: CompareSearchDeps): Promise<void> {
  const end = deps.clock.now().getTime() + runBudgetMs
  for (let isOver = false; !isOver && deps.clock.now().getTime() < end; )
    ({ isOver } = await compareSearch(deps))
}

/**
 * One share of an endless round over threads and records: repairs what differs, as `reindex` does. A thread that has
 * just changed, and a record just found without a thread, are left to a later run. Throws ProviderError when the
 * index cannot be read; the next run then takes the same share.
 */
export async function compareSearch(deps: CompareSearchDeps): Promise<DriftCounts & { isOver: boolean }> {
  const checkpoint = await deps.checkpoints.read(searchRound)
  const place: Place = checkpoint?.value ?? { suspects: [] }
  if (place.after === undefined && !(await deps.index.isSetUp())) await deps.index.setUp()
  const counts = noDrift()
  const after = await compareShare(deps, place.after, counts)
  const records = await compareRecords(deps, place, counts)
  // Where another run was faster, the next one goes on from there.
  const startedAt = (place.after === undefined ? undefined : place.startedAt) ?? deps.clock.now()
  await deps.checkpoints.write(searchRound, { after, startedAt, ...records }, checkpoint?.revision)
  deps.log.info('search drift', { ...counts })
  return { ...counts, isOver: after === undefined }
}

/** Answers the last thread of the share, undefined when the round is over. */
async function compareShare(
  deps: CompareSearchDeps,
  start: string | undefined,
  counts: DriftCounts,
): Promise<string | undefined> {
  let after = start
  for (let left = share; left > 0; left -= pageSize) {
    const limit = Math.min(left, pageSize)
    const page = await deps.threads.page(after, limit)
    await compareThreads(deps, page, counts, { isDryRun: false })
    if (page.length < limit) return undefined
    after = page.at(-1)?.threadId
  }
  return after
}

/** A record is deleted when its thread is still absent some time after that was first seen. */
async function compareRecords(
  deps: CompareSearchDeps,
  { cursor: start, suspects }: Place,
  counts: DriftCounts,
): Promise<Omit<Place, 'after'>> {
  const { cursor, records, absent } = await lookAtRecords(deps, start)
  if (areTooMany(absent.size, records)) {
    deps.log.error('too many search records without a thread', { orphaned: absent.size, records })
    return { cursor, suspects: [] }
  }
  const due = (await hasThreads(deps)) ? suspects.filter(({ since }) => hadTimeToSync(deps.clock, since)) : []
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

async function lookAtRecords(deps: CompareSearchDeps, start: string | undefined): Promise<LookedAt> {
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
async function recordPage(
  { index, log }: CompareSearchDeps,
  cursor: string | undefined,
): Promise<RecordPage> {
  try {
    return await index.page(cursor)
  } catch (error) {
    if (cursor === undefined || !(error instanceof ProviderError) || error.kind !== 'permanent') throw error
    log.warn('search cursor refused, beginning again', { error })
    return index.page()
  }
}

/** Without any, it is more likely the wrong project or index than that every record is too much. */
const hasThreads = async ({ threads }: CompareSearchDeps): Promise<boolean> =>
  (await threads.page(undefined, 1)).length > 0
