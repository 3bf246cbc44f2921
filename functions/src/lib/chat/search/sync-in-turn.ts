import type { Needs } from '../../context.ts'
import { type ReadThread, syncThread } from './sync-thread.ts'

/** What waits longer is left to the schedule, so that its event does not wait. Milliseconds. */
const longestWaitMs = 3_000

/**
 * The same as `syncThread` for a change of somebody who is neither staff nor a service: at once, in a moment, or, where
 * such changes are many, when the index may be called for them again. A change that a write to come covers takes
 * nothing. If this process dies first, the event of the change that waits comes again.
 */
export async function syncInTurn(
  deps: Needs<'index' | 'recordPace' | 'threads'>,
  threadId: string,
  read?: ReadThread,
): Promise<void> {
  const { clock, recordPace, threads } = deps
  const now = clock.now()
  const turn = recordPace.turn(threadId, now)
  if (!turn) return
  const waitMs = turn.getTime() - now.getTime()
  try {
    if (waitMs > longestWaitMs) return await threads.markStale(threadId, turn)
    if (waitMs === 0) return await syncThread(deps, threadId, read)
    await clock.sleep(waitMs)
    recordPace.begin(threadId, clock.now())
    await syncThread(deps, threadId)
  } catch (error) {
    recordPace.forget(threadId)
    throw error
  }
}
