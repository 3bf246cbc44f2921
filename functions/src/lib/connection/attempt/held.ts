import { type Commit, change } from '../../durable/change.ts'
import { ClaimLostError, isHeldBy } from '../../durable/lease.ts'
import type { Clock, Revision } from '../../ports.ts'
import type { Connections } from '../ports.ts'
import type { Attempt, AttemptFacts } from './facts.ts'

/** The right to go on with an attempt, as of its last write. */
export interface Holder {
  facts: AttemptFacts
  claimId: string
  revision: Revision
}

interface HeldChange<Beside> {
  /** Reads what else the commit depends on. */
  beside(): Promise<Beside>
  /** Whether the attempt shows that this write went through. */
  isDone(attempt: Attempt): boolean
  commit(revision: Revision, beside: Beside): Promise<Commit<Revision>>
}

export interface HeldDeps {
  clock: Clock
  connections: Connections
}

/**
 * Writes to an attempt that this process holds. Only its holder writes under a claim, so what has changed since the last
 * write is a write of ours whose answer was lost. Throws ClaimLostError when another process holds the attempt now.
 */
export const changeHeld = <Beside>(
  { clock, connections }: HeldDeps,
  { facts, claimId, revision: lastWrite }: Holder,
  { beside, isDone, commit }: HeldChange<Beside>,
): Promise<{ revision: Revision; beside: Beside }> =>
  change<
    { revision: Revision; attempt?: Attempt; beside: Beside },
    Beside,
    { revision: Revision; beside: Beside }
  >(
    { clock },
    {
      async read(tried) {
        if (tried.length === 0) return { revision: lastWrite, beside: await beside() }
        const [now, around] = await Promise.all([connections.attempt(facts), beside()])
        if (!now || !isHeldBy(now.value, claimId)) throw new ClaimLostError('another process has the attempt')
        return { revision: now.revision, attempt: now.value, beside: around }
      },
      recognise: ({ attempt, revision }, tried) =>
        attempt && isDone(attempt) ? { result: { revision, beside: tried } } : undefined,
      decide({ attempt, beside: write }) {
        // An end is final.
        if (attempt && attempt.status !== 'running') throw new Error('the attempt has ended already')
        return { write }
      },
      async commit(write, { revision }) {
        const ended = await commit(revision, write)
        return ended === 'unresolved' ? ended : { result: { revision: ended.result, beside: write } }
      },
    },
  )
