import type { Actor } from '../../actor.ts'
import type { Threads } from '../ports.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import type { Reachability } from '../reachability/reachability.ts'
import { type ReachabilityDeps, readReachability } from '../reachability/reachability.ts'
import { mayRead } from './read-policy.ts'
import { type ThreadView, threadView } from './thread-view.ts'

export interface ReadThreadDeps extends ReachabilityDeps {
  threads: Pick<Threads, 'read'>
}

interface ReadThreadInput {
  threadId: string
  /** A text the reader thinks of sending. */
  text?: string | undefined
}

/**
 * The thread as the caller may see it, and how its guest can be written to. Two round trips, three where there is a
 * reservation. Throws `thread-not-found`, also to who may not know of it.
 */
export async function readThread(
  deps: ReadThreadDeps,
  actor: Actor,
  { threadId, text }: ReadThreadInput,
): Promise<ThreadView & { reachability: Reachability }> {
  const found = await deps.threads.read(threadId)
  if (!found || !mayRead(actor, found.value)) throw threadNotFound(threadId)
  const thread = found.value
  const reachability = await readReachability(deps, actor, { threadId, thread, text })
  return { ...threadView(actor, threadId, thread), reachability }
}
