import * as z from 'zod'
import { type Actor, isStaff } from '../../actor.ts'
import { attending, causesFor, isAttending } from '../attention.ts'
import { threadStates } from '../desk/desk.ts'
import { lastFailureOf } from '../failure-mark.ts'
import { publicMessage, type Thread } from '../thread.ts'
import { type SummaryView, summaryView } from './message-view.ts'

export const deskShape = z
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

export interface ThreadView {
  threadId: string
  source: string
  participantIds: string[]
  lastMessage: SummaryView | null
  lastPublicMessage: SummaryView | null
  updatedAt: Date | null
  lastChatappMessageSentAt: Date | null
  reservationId: string | null
  propertyId: string | null
  needsAttention: string[]
  importantFor: string[]
  unread: boolean
  important: boolean
  lastFailureId: string | null
  desk?: DeskView
  attention?: { cause: string; since: Date | null }[]
  selfJoinedIds?: string[]
  roleJoinedIds?: string[]
  removedIds?: string[]
  mergedInto?: string | null
  merged?: string[]
  version?: number
}

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

type Restricted = Pick<
  ThreadView,
  | 'desk'
  | 'attention'
  | 'lastMessage'
  | 'updatedAt'
  | 'needsAttention'
  | 'importantFor'
  | 'selfJoinedIds'
  | 'roleJoinedIds'
  | 'removedIds'
  | 'mergedInto'
  | 'merged'
  | 'version'
>

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

const forStaff = (uid: string, thread: Thread): Restricted => ({
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
function forParticipant(
  uid: string,
  thread: Thread,
  lastPublicMessage: Record<string, unknown> | null,
): Restricted {
  const own = (ids: readonly string[]): string[] => (ids.includes(uid) ? [uid] : [])
  return {
    lastMessage: lastPublicMessage && summaryView(lastPublicMessage, thread),
    updatedAt: lastPublicMessage?.createdAt instanceof Date ? lastPublicMessage.createdAt : null,
    needsAttention: own(attending(thread)),
    importantFor: own(thread.importantFor),
  }
}
