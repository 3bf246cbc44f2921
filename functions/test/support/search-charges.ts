import type { CompareSearchDeps } from '../../src/lib/chat/search/compare-search.ts'
import { countCharge } from './counted-reads.ts'

/** The same ports, and the reads that Firestore charges for their calls. The lane of the round is one more in a run. */
export function chargedFor(deps: CompareSearchDeps): { deps: CompareSearchDeps; reads(): number } {
  const { threads, operations } = deps
  let reads = 0
  const charge = <T>(found: T, of: (found: T) => number): T => {
    reads += of(found)
    return found
  }
  const ofQuery = (found: readonly unknown[]) => Math.max(1, found.length)
  return {
    reads: () => reads,
    deps: {
      ...deps,
      threads: {
        ...threads,
        count: async () => charge(await threads.count(), countCharge),
        page: async (...asked) => charge(await threads.page(...asked), ofQuery),
        changedSince: async (since, place, limit) =>
          charge(
            await threads.changedSince(since, place, limit),
            ({ threads: changed }) =>
              // A change beside the thread is read, and then the thread.
              ofQuery(changed) + (place?.list === 'threadChanges' ? changed.length : 0),
          ),
        listed: async ids => charge(await threads.listed(ids), () => ids.length),
        absent: async ids => charge(await threads.absent(ids), () => ids.length),
      },
      operations: {
        ...operations,
        checkpoint: async kind => charge(await operations.checkpoint(kind), () => 1),
      },
    },
  }
}
