import * as z from 'zod'
import { type Actor, isStaff } from '../../actor.ts'
import { attending, causesFor, isAttending } from '../attention.ts'
import { threadStates } from '../desk/desk.ts'
import { lastFailureOf } from '../failure-mark.ts'
import { publicMessage, type Thread } from '../thread.ts'
import { messageSummary, type SummaryView, summaryView } from './message-view.ts'

const deskShape = z
  .object({
    state: z.enum(threadStates),
    ownerId: z.string().nullable().meta({ description: 'Null: it is in the queue of its team.' }),
    teamId: z.string().nullable().meta({ description: 'Null: the default queue.' }),
    snoozedUntil: z.date().nullable(),
    unansweredSince: z.date().nullable().meta({ description: 'Null where nobody waits for an answer.' }),
    dueBy: z.date().nullable(),
    escalatedAt: z.date().nullable(),
    failedSends: z
      .array(z.string())
      .meta({ description: 'Messages that did not get through and that nobody has dealt with.' }),
    scheduledIds: z
      .array(z.string())
      .meta({ description: 'Messages that are to be sent at a time, or were not sent then.' }),
  })
  .meta({ id: 'Desk', description: 'The state of a thread, its owner and its deadlines.' })
export type DeskView = z.infer<typeof deskShape>

const userIds = z.array(z.string())

export const threadShape = z.object({
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
})

type Summaries = Record<'lastMessage' | 'lastPublicMessage', SummaryView | null>
export type ThreadView = Omit<z.infer<typeof threadShape>, keyof Summaries> & Summaries

export function threadView(actor: Actor, threadId: string, thread: Thread): ThreadView {
  const lastPublicMessage = publicMessage(thread)
  return {
    threadId,
    source: thread.source,
    participantIds: thread.participantIds,
    lastPublicMessage: lastPublicMessage && summaryView(lastPublicMessage, thread),
    lastChatappMessageSentAt: thread.lastChatappMessageSentAt ?? null,
    reservationId: thread.reservationId ?? null,
    propertyId: thread.propertyId ?? null,
    unread: isAttending(thread, actor.uid) && !(actor.role === 'landlord' && isCalledByNote(thread, actor)),
    important: thread.importantFor.includes(actor.uid),
    lastFailureId: lastFailureOf(thread, actor.uid),
    ...(isStaff(actor) ? forStaff(actor.uid, thread) : forParticipant(actor.uid, thread, lastPublicMessage)),
  }
}

/** Landlords see no notes, so a note alone is nothing new. */
const isCalledByNote = (thread: Thread, { uid }: Actor): boolean =>
  thread.calledByNoteIds.includes(uid) && causesFor(thread, uid).every(({ cause }) => cause === 'message')

export const deskView = (thread: Thread): DeskView => ({
  state: thread.state ?? 'open',
  ownerId: thread.ownerId ?? null,
  teamId: thread.teamId ?? null,
  snoozedUntil: thread.snoozedUntil ?? null,
  unansweredSince: thread.unansweredSince ?? null,
  dueBy: thread.dueBy ?? null,
  escalatedAt: thread.escalatedAt ?? null,
  failedSends: thread.failedSends,
  scheduledIds: thread.scheduledIds,
})

const forStaff = (uid: string, thread: Thread) => ({
  desk: deskView(thread),
  attention: causesFor(thread, uid),
  lastMessage: thread.lastMessage ? summaryView(thread.lastMessage, thread) : null,
  updatedAt: thread.updatedAt ?? null,
  needsAttention: attending(thread),
  importantFor: thread.importantFor,
  selfJoinedIds: thread.selfJoinedIds,
  roleJoinedIds: thread.roleJoinedIds,
  removedIds: thread.removedIds,
  mergedInto: thread.mergedInto ?? null,
  merged: thread.mergedIds,
  version: thread.version,
})

/** Version, thread time and attention times would reveal notes. */
function forParticipant(uid: string, thread: Thread, lastPublicMessage: Record<string, unknown> | null) {
  const own = (ids: readonly string[]): string[] => (ids.includes(uid) ? [uid] : [])
  return {
    lastMessage: lastPublicMessage && summaryView(lastPublicMessage, thread),
    updatedAt: lastPublicMessage?.createdAt instanceof Date ? lastPublicMessage.createdAt : null,
    needsAttention: own(attending(thread)),
    importantFor: own(thread.importantFor),
  }
}
