import type { Needs } from '../../context.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import type { AboutThread } from './ports.ts'

/** Other stays that are shown, most. */
export const mostStays = 20

/** Guest, stays and property of a thread. Throws `thread-not-found`. */
export async function aboutThread(
  { desk, threads }: Needs<'desk' | 'threads'>,
  threadId: string,
): Promise<AboutThread> {
  const thread = await threads.read(threadId)
  if (!thread) throw threadNotFound(threadId)
  const { guestId, reservationId, propertyId } = thread.value
  return desk.about({ threadId, guestId, reservationId, propertyId })
}
