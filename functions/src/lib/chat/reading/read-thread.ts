import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { authorizeReading } from '../access.ts'
import {
  type Reachability,
  reachability as reachabilityShape,
  readReachability,
} from '../reachability/reachability.ts'
import { threads } from '../thread-writes.ts'
import { messageSummary } from './message-view.ts'
import { deskShape, type ThreadView, threadView } from './thread-view.ts'

export const threadQuery = z.object({
  text: z.string().max(1600).optional().meta({ description: 'A text somebody thinks of sending.' }),
})

const userIds = z.array(z.string())

export const thread = z
  .object({
    threadId: z.string(),
    source: z.string(),
    participantIds: userIds,
    lastMessage: messageSummary
      .nullable()
      .meta({ description: 'The newest message; the newest that is no note for whoever is not staff.' }),
    lastPublicMessage: messageSummary.nullable(),
    updatedAt: z
      .date()
      .nullable()
      .meta({ description: 'The time of the newest message that the reader may see.' }),
    lastChatappMessageSentAt: z.date().nullable(),
    reservationId: z.string().nullable(),
    propertyId: z.string().nullable(),
    needsAttention: userIds.meta({ description: 'Of everybody for staff, else of the reader alone.' }),
    importantFor: userIds.meta({ description: 'As `needsAttention`.' }),
    unread: z.boolean().meta({ description: 'For the reader.' }),
    important: z.boolean().meta({ description: 'To the reader.' }),
    lastFailureId: z
      .string()
      .nullable()
      .meta({ description: "The last failure of a send of the reader's own that they have not read of." }),
    desk: deskShape.optional().meta({ description: 'For staff only.' }),
    attention: z
      .array(z.object({ cause: z.string(), since: z.date().nullable() }))
      .optional()
      .meta({
        description: 'For staff only: why the reader has to attend; without a stored cause a `message`.',
      }),
    selfJoinedIds: userIds.optional().meta({ description: 'For staff only.' }),
    roleJoinedIds: userIds.optional().meta({ description: 'For staff only.' }),
    removedIds: userIds.optional().meta({ description: 'For staff only: who stays out.' }),
    mergedInto: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'For staff only: the thread to which everything new of the guest goes.' }),
    merged: userIds.optional().meta({ description: 'For staff only: the threads for which this one is it.' }),
    version: z.number().optional().meta({ description: 'For staff only.' }),
    reachability: reachabilityShape,
  })
  .meta({ id: 'Thread' })

/** Three round trips, four with a reservation. Throws `thread-not-found`. */
export async function readThread(
  deps: Needs<'rules' | 'store'>,
  actor: Actor,
  { threadId, text }: { threadId: string } & z.infer<typeof threadQuery>,
): Promise<ThreadView & { reachability: Reachability }> {
  const document = await deps.store.read(threads.at(threadId))
  const thread = authorizeReading(actor, threadId, document?.value)
  const reachability = await readReachability(deps, actor, { threadId, thread, text })
  return { ...threadView(actor, threadId, thread), reachability }
}
