import type { Revision } from '../../src/lib/ports.ts'
import { type Committed, fieldRemoval, type Write } from '../../src/lib/store.ts'

/** A store of one checkpoint, each of which replaces the one before. */
export function checkpointStore<Checkpoint extends object>(first?: Checkpoint) {
  const all: Checkpoint[] = first ? [first] : []
  const revision = () => (all.length > 0 ? (String(all.length) as Revision) : undefined)
  return {
    /** All checkpoints, in the order of writing. */
    all,
    read: async () => (all.at(-1) && { value: all.at(-1), revision: revision() }) as never,
    async commit(writes: readonly Write[]): Promise<Committed> {
      const [{ fields = {}, revision: read = undefined } = {}] = writes
      if (read !== revision()) return 'unresolved'
      all.push(
        Object.fromEntries(
          Object.entries(fields).filter(([, value]) => value !== fieldRemoval),
        ) as Checkpoint,
      )
      return { result: revision() as Revision, revisions: [] }
    },
  }
}
