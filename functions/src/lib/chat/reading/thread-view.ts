import { type Actor, isStaff } from '../../actor.ts'
import { attending, causesFor, isAttending } from '../attention.ts'
import type { ThreadState } from '../desk/desk.ts'
import { lastFailureOf } from '../failure-mark.ts'
import type { Thread } from '../thread.ts'
import { publicMessage } from '../thread.ts'
import { type SummaryView, summaryView } from './message-view.ts'

/** What has to be done with a thread, by whom, and until when. */
export interface DeskView {
  state: ThreadState
  /** Null: it is in the queue of its team. */
  ownerId: string | null
  teamId: string | null
  snoozedUntil: Date | null
  /** Null where nobody waits. */
  unansweredSince: Date | null
  dueBy: Date | null
  escalatedAt: Date | null
  /** Messages that did not get through and that nobody has dealt with. */
  failedSends: string[]
  /** Messages that are to be sent at a time, or were not. */
  scheduledIds: string[]
}

/** A reader's view of a thread. */
export interface ThreadView {
  threadId: string
  source: string
  participantIds: string[]
  /** The newest message; for non-staff, the newest that is not a note. */
  lastMessage: SummaryView | null
  lastPublicMessage: SummaryView | null
  /** The time of the newest visible message. */
  updatedAt: Date | null
  lastChatappMessageSentAt: Date | null
  reservationId: string | null
  propertyId: string | null
  /** For staff everybody's, else only the reader's own. */
  needsAttention: string[]
  importantFor: string[]
  /** For the reader; a note alone makes nothing unread for a landlord. */
  unread: boolean
  important: boolean
  /** The last unread failure of the reader's own sends. */
  lastFailureId: string | null
  /** How the team works on it, for staff only. */
  desk?: DeskView
  /** Why the reader has to attend, and since when, where that is known; for staff only. */
  attention?: { cause: string; since: Date | null }[]
  /** For staff only. */
  selfJoinedIds?: string[]
  roleJoinedIds?: string[]
  removedIds?: string[]
  /** The thread to which everything new of its guest goes, and those for which this one is it. */
  mergedInto?: string | null
  merged?: string[]
  version?: number
}

/** The view for staff, or for other readers, without notes and others' attention. */
export function threadView(actor: Actor, threadId: string, thread: Thread): ThreadView {
  const said = publicMessage(thread)
  return {
    threadId,
    source: thread.source,
    participantIds: thread.participantIds,
    lastPublicMessage: said && summaryView(said, thread),
    lastChatappMessageSentAt: thread.lastChatappMessageSentAt ?? null,
    reservationId: thread.reservationId ?? null,
    propertyId: thread.propertyId ?? null,
    unread: isAttending(thread, actor.uid) && !(actor.role === 'landlord' && isCalledByNote(thread, actor)),
    important: thread.importantFor.includes(actor.uid),
    lastFailureId: lastFailureOf(thread, actor.uid),
    ...(isStaff(actor) ? forStaff(actor.uid, thread) : forParticipant(actor.uid, thread, said)),
  }
}

/** A landlord sees no notes: where nothing else calls them, nothing new stands. */
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

/** A thread without a state is open. */
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

/** Without version and time of the thread and since when one is called, which would reveal notes. */
function forParticipant(uid: string, thread: Thread, said: Record<string, unknown> | null): Restricted {
  const own = (ids: readonly string[]): string[] => (ids.includes(uid) ? [uid] : [])
  return {
    lastMessage: said && summaryView(said, thread),
    updatedAt: said?.createdAt instanceof Date ? said.createdAt : null,
    needsAttention: own(attending(thread)),
    importantFor: own(thread.importantFor),
  }
}
