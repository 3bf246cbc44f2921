import type { Needs } from '../../context.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import type { Scheduled } from './scheduled.ts'

/** What is to be sent in a thread, and what was not and waits for somebody, by time. Throws `thread-not-found`. */
export async function listScheduled(
  { scheduledSends, threads }: Needs<'scheduledSends' | 'threads'>,
  threadId: string,
): Promise<Scheduled[]> {
  const thread = await threads.read(threadId)
  if (!thread) throw threadNotFound(threadId)
  const found = await scheduledSends.ofThread(threadId, thread.value.scheduledIds)
  return found.toSorted((one, other) => one.sendAt.getTime() - other.sendAt.getTime())
}
