import * as z from 'zod'
import type { Needs } from '../../context.ts'
import { threadNotFound, threads } from '../thread-writes.ts'
import { scheduledOfThread } from './scheduled-in-thread.ts'
import { type Scheduled, scheduledMessage } from './scheduled-send.ts'

export const scheduledMessages = z
  .object({ scheduled: z.array(scheduledMessage) })
  .meta({ id: 'ScheduledMessages' })

/** Future and failed messages, by time. Throws `thread-not-found`. */
export async function listScheduled({ store }: Needs<'store'>, threadId: string): Promise<Scheduled[]> {
  const thread = await store.read(threads.at(threadId))
  if (!thread) throw threadNotFound(threadId)
  const sends = await scheduledOfThread(store, threadId, thread.value.scheduledIds)
  return sends.toSorted((one, other) => one.sendAt.getTime() - other.sendAt.getTime())
}
