import * as z from 'zod'
import { type Page, type Round, type RoundDeps, runRound } from '../../rounds/round.ts'
import { optional } from '../../shapes.ts'
import { pagesOf } from '../../store.ts'
import { listedThreads, threadChanges, threads, threadsAmong } from '../thread-writes.ts'
import { type CompareDeps, compareThreads, pageSize } from './compare-threads.ts'
import { type DriftCounts, noDrift } from './drift.ts'
import { removeOrphans } from './reindex.ts'

export type CompareSearchDeps = CompareDeps & RoundDeps

const checkpoint = z.object({
  threads: optional(z.date()),
  threadChanges: optional(z.date()),
})
type Checkpoint = z.infer<typeof checkpoint>

const hourMs = 3_600_000
/** Milliseconds; a slow commit or another clock may delay a change. */
const overlapMs = hourMs
/** Milliseconds. */
const firstMs = 48 * hourMs

/** The platform ends the function at 540 s. */
const budgetMs = 480_000

/** More missing records a day mean a dead trigger. */
const mostMissed = 100

/** Throws ProviderError; the next run resumes. */
export async function compareSearch(deps: CompareSearchDeps): Promise<DriftCounts> {
  const counts = noDrift()
  const until = new Date(deps.clock.now().getTime() + budgetMs)
  if (!(await deps.index.isSetUp())) {
    await deps.index.setUp()
    if ((await deps.store.find(listedThreads.all().limit(1))).length > 0)
      deps.log.error('the search index was not set up: fill it by reindex', { alarm: 'search-index' })
  }
  await runRound(deps, changedThreads(deps, counts))
  if (counts.missing + counts.behind > mostMissed)
    deps.log.error('search records were not written by their trigger', { alarm: 'search-drift', ...counts })
  const leftovers = await removeOrphans(deps, counts, { isDryRun: false, removesManyOrphans: false, until })
  if (leftovers > 0) deps.log.error('too many search records without a thread', { orphaned: leftovers })
  deps.log.info('search drift', { ...counts })
  return counts
}

const changedThreads = (
  deps: CompareSearchDeps,
  counts: DriftCounts,
): Round<Checkpoint, readonly string[]> => ({
  name: 'search',
  schema: checkpoint,
  budgetMs: 400_000,
  atOnce: 1,
  saves: 'after',
  pages: (stored = {}, { startedAt }) => changedPages(deps, stored, startedAt),
  async work(threadIds) {
    await compareThreads(deps, await threadsAmong(deps.store, threadIds), counts, { isDryRun: false })
    return 'done'
  },
})

/** Messages change `updatedAt`, other changes write `threadChanges/{threadId}`. */
const changesSince = {
  threads: (since: Date) => ({
    changes: threads.any.where('updatedAt', '>=', since).orderBy('updatedAt').select('updatedAt'),
    at: 'updatedAt',
  }),
  threadChanges: (since: Date) => ({
    changes: threadChanges.where('at', '>=', since).orderBy('at').select('at'),
    at: 'at',
  }),
}

async function* changedPages(
  { store }: CompareSearchDeps,
  stored: Checkpoint,
  startedAt: Date,
): AsyncGenerator<Page<Checkpoint, readonly string[]>> {
  let place = stored
  for (const list of ['threads', 'threadChanges'] as const) {
    const since = place[list]?.getTime() ?? startedAt.getTime() - firstMs
    const { changes, at } = changesSince[list](new Date(since - overlapMs))
    for await (const page of pagesOf(store, changes, pageSize)) {
      const next = { ...place, [list]: z.date().optional().parse(page.at(-1)?.value[at]) }
      yield { pieces: [page.map(({ id }) => id)], reached: dealtWith => (dealtWith > 0 ? next : undefined) }
      place = next
    }
    const over = { ...place, [list]: startedAt }
    yield { pieces: [], reached: () => over }
    place = over
  }
}
