import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import type { Reachability } from '../reachability/reachability.ts'
import { readReachability } from '../reachability/reachability.ts'
import { authorizeReading } from './read-policy.ts'
import { type ThreadView, threadView } from './thread-view.ts'

interface ReadThreadInput {
  threadId: string
  /** A draft of the reader. */
  text?: string | undefined
}

/**
 * The caller's view of the thread, and how its guest can be reached. Three round trips, four with a reservation. Throws
 * `thread-not-found`, also to those who may not know the thread.
 */
export async function readThread(
  deps: Needs<'guests' | 'threads'>,
  actor: Actor,
  { threadId, text }: ReadThreadInput,
): Promise<ThreadView & { reachability: Reachability }> {
  const found = await deps.threads.read(threadId)
  const thread = authorizeReading(actor, threadId, found?.value)
  const reachability = await readReachability(deps, actor, { threadId, thread, text })
  return { ...threadView(actor, threadId, thread), reachability }
}
