import type { Needs } from '../../context.ts'
import { threadNotFound } from '../posting/post-policy.ts'

/** Somebody did something to a thread. */
export interface ThreadEvent {
  at: Date
  by: string
  /** As the audit log has it, such as `thread.state`. */
  action: string
  details: Record<string, string | number | boolean | null>
}

const mostEvents = 100

/** The newest acts on a thread, newest first. Throws `thread-not-found`. */
export async function threadEvents(
  { auditLog, threads }: Needs<'auditLog' | 'threads'>,
  threadId: string,
): Promise<ThreadEvent[]> {
  if (!(await threads.read(threadId))) throw threadNotFound(threadId)
  const entries = await auditLog.about(threadId, mostEvents)
  return entries
    .filter(({ targetType, outcome }) => targetType === 'thread' && outcome === 'success')
    .map(({ at, actorId, action, metadata: { threadId: _, ...details } }) => ({
      at,
      by: actorId,
      action,
      details,
    }))
}
