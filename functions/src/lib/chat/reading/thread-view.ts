import { type Actor, isStaff } from '../../actor.ts'
import { attending, isAttending } from '../attention.ts'
import { lastFailureOf } from '../failure-mark.ts'
import type { Thread } from '../thread.ts'
import { publicMessage } from '../thread.ts'
import { type SummaryView, summaryView } from './message-view.ts'

/** A thread as its reader may see it. */
export interface ThreadView {
  threadId: string
  source: string
  participantIds: string[]
  /** The newest message; the newest that is no note for whoever is not staff. */
  lastMessage: SummaryView | null
  lastPublicMessage: SummaryView | null
  /** The time of the newest message that the reader may see. */
  updatedAt: Date | null
  lastChatappMessageSentAt: Date | null
  reservationId: string | null
  propertyId: string | null
  /** Of everybody for staff, else of the reader alone. */
  needsAttention: string[]
  importantFor: string[]
  /** For the reader. */
  unread: boolean
  important: boolean
  /** The last failure of a send of the reader's own that they have not read of. */
  lastFailureId: string | null
  /** For staff only. */
  selfJoinedIds?: string[]
  roleJoinedIds?: string[]
  version?: number
}

/** What staff know of the thread, or what any other reader may know: nothing of notes or of others' attention. */
export function threadView(actor: Actor, threadId: string, thread: Thread): ThreadView {
  const said = publicMessage(thread)
  return {
    threadId,
    source: thread.source,
    participantIds: thread.participantIds,
    lastPublicMessage: said && summaryView(said),
    lastChatappMessageSentAt: thread.lastChatappMessageSentAt ?? null,
    reservationId: thread.reservationId ?? null,
    propertyId: thread.propertyId ?? null,
    unread: isAttending(thread, actor.uid),
    important: thread.importantFor.includes(actor.uid),
    lastFailureId: lastFailureOf(thread, actor.uid),
    ...(isStaff(actor) ? forStaff(thread) : forParticipant(actor.uid, thread, said)),
  }
}

type Restricted = Pick<
  ThreadView,
  | 'lastMessage'
  | 'updatedAt'
  | 'needsAttention'
  | 'importantFor'
  | 'selfJoinedIds'
  | 'roleJoinedIds'
  | 'version'
>

const forStaff = (thread: Thread): Restricted => ({
  lastMessage: thread.lastMessage ? summaryView(thread.lastMessage) : null,
  updatedAt: thread.updatedAt ?? null,
  needsAttention: attending(thread),
  importantFor: thread.importantFor,
  selfJoinedIds: thread.selfJoinedIds,
  roleJoinedIds: thread.roleJoinedIds,
  version: thread.version,
})

/** The version and the thread's own time count notes too. */
function forParticipant(uid: string, thread: Thread, said: Record<string, unknown> | null): Restricted {
  const own = (ids: readonly string[]): string[] => (ids.includes(uid) ? [uid] : [])
  return {
    lastMessage: said && summaryView(said),
    updatedAt: said?.createdAt instanceof Date ? said.createdAt : null,
    needsAttention: own(attending(thread)),
    importantFor: own(thread.importantFor),
  }
}
