import * as z from 'zod'
import type { Checkpoints } from '../../checkpoints.ts'
import { inParallel } from '../../in-parallel.ts'
import type { Versioned } from '../../ports.ts'
import { compareRecords, type RecordsPlace } from './compare-records.ts'
import { type CompareDeps, compareThreads, pageSize } from './compare-threads.ts'
import { type DriftCounts, noDrift } from './drift.ts'
import { Keeper } from './keeper.ts'
import { storedRange, type TakenRange, ThreadRanges } from './thread-ranges.ts'

export interface CompareSearchDeps extends CompareDeps {
  checkpoints: Checkpoints
  /** Ranges of threads compared at once. */
  atOnce: number
}

/** How far the comparison has come. */
const storedPlace = z.object({
  /** The threads that are left; none at the start of a round. */
  ranges: z.array(storedRange),
  cursor: z.string().optional(),
  suspects: z.array(z.object({ threadId: z.string(), since: z.date() })),
  /** When the round over the threads began. */
  startedAt: z.date().optional(),
})
type Place = z.infer<typeof storedPlace>

export const searchRound = { name: 'search', schema: storedPlace }

/** No page is begun after this, so that the platform does not cut a run off. */
const runBudgetMs = 480_000

interface Run {
  until: Date
  counts: DriftCounts
  ranges: ThreadRanges
  records: RecordsPlace
  keeper: Keeper
}

/**
 * Goes on with an endless round over threads, and one over records, until they are over or time is: repairs what differs,
 * as `reindex` does. Ranges of threads are compared side by side, with a checkpoint after each page. A thread that has
 * just changed, and a record just found without a thread, are left to a later run. Throws ProviderError when the index
 * cannot be read; the next run then takes the same pages.
 */
export async function compareSearch(deps: CompareSearchDeps): Promise<DriftCounts> {
  const run = await begin(deps, await deps.checkpoints.read(searchRound))
  const worker = () => compareRanges(deps, run)
  const workers = [() => compareAllRecords(deps, run), ...Array.from({ length: deps.atOnce }, () => worker)]
  await inParallel(workers.length, workers, work => work())
  deps.log.info('search drift', { ...run.counts })
  return run.counts
}

async function begin(deps: CompareSearchDeps, checkpoint: Versioned<Place> | undefined): Promise<Run> {
  const { clock, index, checkpoints } = deps
  const now = clock.now()
  const { ranges: left = [], startedAt: before = now, ...records } = checkpoint?.value ?? { suspects: [] }
  const isNew = left.length === 0
  if (isNew && !(await index.isSetUp())) await index.setUp()
  const startedAt = isNew ? now : before
  const run: Omit<Run, 'keeper'> = {
    until: new Date(now.getTime() + runBudgetMs),
    counts: noDrift(),
    ranges: new ThreadRanges(isNew ? [{}] : left),
    records,
  }
  let revision = checkpoint?.revision
  const keeper = new Keeper(async () => {
    const { cursor, suspects } = run.records
    const place = { ranges: run.ranges.left, startedAt, cursor, suspects }
    const ended = await checkpoints.write(searchRound, place, revision)
    if (ended === 'unresolved') return false
    revision = ended.result
    return true
  })
  return Object.assign(run, { keeper })
}

/** As long as there is time, and no other run was faster: the next one goes on from there. */
const isOn = ({ clock }: CompareSearchDeps, { until, keeper }: Run): boolean =>
  keeper.isAlone && clock.now() < until

async function compareRanges(deps: CompareSearchDeps, run: Run): Promise<void> {
  while (isOn(deps, run)) {
    const range = await run.ranges.take()
    if (!range) return
    await compareRange(deps, run, range).finally(() => run.ranges.release(range))
  }
}

/** Page after page. While how far it has come is written down the next page is compared, and no other. */
async function compareRange(deps: CompareSearchDeps, run: Run, range: TakenRange): Promise<void> {
  let kept = Promise.resolve()
  for (let isLeft = true; isLeft && isOn(deps, run); ) {
    ;[isLeft] = await Promise.all([isFurther(deps, run, range), kept])
    kept = run.keeper.keep()
  }
  await kept
}

/** Compares the next page of a range. False when that was the last. */
async function isFurther(
  deps: CompareSearchDeps,
  { ranges, counts }: Run,
  range: TakenRange,
): Promise<boolean> {
  const listed = await deps.threads.page(range.after, pageSize, range.until)
  const page = ranges.stillIn(range, listed)
  await compareThreads(deps, page, counts, { isDryRun: false })
  return ranges.goOn(range, page)
}

async function compareAllRecords(deps: CompareSearchDeps, run: Run): Promise<void> {
  do {
    run.records = await compareRecords(deps, run.records, run.counts)
    await run.keeper.keep()
  } while (run.records.cursor !== undefined && isOn(deps, run))
}
