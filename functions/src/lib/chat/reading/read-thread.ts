import type { Actor } from '../../actor.ts'
import { threadNotFound } from '../post-policy.ts'
import type { ReadingStore } from './ports.ts'
import { mayRead } from './read-policy.ts'
import { type ThreadView, threadView } from './thread-view.ts'

export interface ReadThreadDeps {
  reading: ReadingStore
}

/** The thread as the caller may see it. One round trip. Throws `thread-not-found`, also to who may not know of it. */
export async function readThread(
  { reading }: ReadThreadDeps,
  actor: Actor,
  threadId: string,
): Promise<ThreadView> {
  const thread = await reading.thread(threadId)
  if (!thread || !mayRead(actor, thread.value)) throw threadNotFound(threadId)
  return threadView(actor, threadId, thread.value)
}
