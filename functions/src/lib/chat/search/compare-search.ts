import * as z from 'zod'
import type { Page, Round } from '../../rounds/round.ts'
import { type RoundDeps, runRound } from '../../rounds/run-round.ts'
import { optional } from '../../shapes.ts'
import { type CompareDeps, compareThreads, pageSize } from './compare-threads.ts'
import { type DriftCounts, noDrift } from './drift.ts'
import { removeOrphans } from './orphans.ts'

export type CompareSearchDeps = CompareDeps & RoundDeps

/** Up to when the changes of each list have been compared. */
const checkpoint = z.object({
  threads: optional(z.date()),
  threadChanges: optional(z.date()),
})
type Checkpoint = z.infer<typeof checkpoint>

const hourMs = 3_600_000
/** How much later than its own time a change may be found: its commit was slow, or clocks differ. Milliseconds. */
const overlapMs = hourMs
/** How far the first comparison looks back. Milliseconds. */
const firstMs = 48 * hourMs

/** The platform ends the function at 540 s. */
const budgetMs = 480_000

/** Records that the trigger may miss in a day before it is taken for dead. */
const mostMissed = 100

/**
 * The nightly comparison: sets the index up, compares the threads that have changed since the last one with their
 * records, repairs each difference as `reindex` does, and removes records without a thread. Throws ProviderError when
 * the index cannot be read; the next run then goes on at the same place.
 */
export async function compareSearch(deps: CompareSearchDeps): Promise<DriftCounts> {
  const counts = noDrift()
  const until = new Date(deps.clock.now().getTime() + budgetMs)
  if (!(await deps.index.isSetUp())) {
    await deps.index.setUp()
    if ((await deps.threads.page(undefined, 1)).length > 0)
      deps.log.error('the search index was not set up: fill it by reindex', { alarm: 'search-index' })
  }
  await runRound(deps, changedThreads(deps, counts))
  if (counts.missing + counts.behind > mostMissed)
    deps.log.error('search records were not written by their trigger', { alarm: 'search-drift', ...counts })
  const kept = await removeOrphans(deps, counts, { isDryRun: false, removesManyOrphans: false, until })
  if (kept > 0) deps.log.error('too many search records without a thread', { orphaned: kept })
  deps.log.info('search drift', { ...counts })
  return counts
}

const changedThreads = (
  deps: CompareSearchDeps,
  counts: DriftCounts,
): Round<Checkpoint, readonly string[]> => ({
  kind: { name: 'search', schema: checkpoint },
  budgetMs: 400_000,
  atOnce: 1,
  saves: 'after',
  begin(reached = {}, { startedAt }) {
    const now = { ...reached }
    const pages = pagesOf(deps, now, startedAt)
    return { checkpoint: () => ({ ...now }), next: async () => (await pages.next()).value }
  },
  async work(threadIds) {
    await compareThreads(deps, await deps.threads.listed(threadIds), counts, { isDryRun: false })
    return 'done'
  },
})

/** Pages of ids; each page that has been compared moves what is reached. */
async function* pagesOf(
  { threads }: CompareSearchDeps,
  reached: Checkpoint,
  startedAt: Date,
): AsyncGenerator<Page<readonly string[]>, undefined> {
  for (const list of ['threads', 'threadChanges'] as const) {
    const since = reached[list]?.getTime() ?? startedAt.getTime() - firstMs
    for await (const changes of await threads.changedSince(list, new Date(since - overlapMs), pageSize)) {
      const end = (dealtWith: number) => {
        if (dealtWith > 0) reached[list] = changes.at(-1)?.at
      }
      yield { pieces: [changes.map(({ threadId }) => threadId)], end }
    }
    reached[list] = startedAt
    yield { pieces: [] }
  }
}
