import * as z from 'zod'
import type { Needs } from '../../context.ts'
import { plainFields } from '../../shapes.ts'
import { collection } from '../../store.ts'
import { threadNotFound, threads } from '../thread-writes.ts'

export const threadEventList = z
  .object({
    events: z.array(
      z.object({
        at: z.date(),
        by: z.string(),
        action: z.string(),
        details: plainFields,
      }),
    ),
  })
  .meta({ id: 'ThreadEvents' })

export interface ThreadEvent {
  at: Date
  by: string
  /** Such as `thread.state`. */
  action: string
  details: Record<string, string | number | boolean | null>
}

const mostEvents = 100

const entries = collection(
  'auditLog/{id}',
  z.looseObject({
    action: z.string(),
    outcome: z.string(),
    actorId: z.string(),
    targetType: z.string(),
    metadata: plainFields.catch({}),
    at: z.date(),
  }),
).sound

/** Newest first. Throws `thread-not-found`. */
export async function threadEvents({ store }: Needs<'store'>, threadId: string): Promise<ThreadEvent[]> {
  if (!(await store.read(threads.at(threadId)))) throw threadNotFound(threadId)
  const documents = await store.find(
    entries.where('targetId', '==', threadId).orderBy('at', 'desc').limit(mostEvents),
  )
  return documents
    .map(({ value }) => value)
    .filter(({ targetType, outcome }) => targetType === 'thread' && outcome === 'success')
    .map(({ at, actorId, action, metadata: { threadId: _, ...details } }) => ({
      at,
      by: actorId,
      action,
      details,
    }))
}
