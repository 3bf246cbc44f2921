import type { AuditEntry } from '../audit.ts'
import type { Revision, Versioned } from '../ports.ts'
import type { GuestChange } from './guest-change.ts'
import type { StoredMessage } from './message.ts'
import type { Conversation } from './ota-conversations.ts'
import type { ThreadPatch } from './posting/thread-patch.ts'
import type { DeskFields, Thread } from './thread.ts'

export interface MessageRef {
  threadId: string
  messageId: string
}

export interface InboundTrace {
  providerMessageId: string
  guests: readonly GuestChange[]
  conversation?: Conversation | undefined
  /** A missing merge target; the thread takes its messages itself. */
  missingTarget?: string | undefined
  /** From triage. */
  assignment?: Assignment
  /** Of the whole assignment, with its last message. */
  audit?: AuditEntry | undefined
}

interface Assignment {
  assignedBy: string
  assignedAt: Date
}

/** Idempotent. Throws ProviderError. */
export interface GuestPlatform {
  putMessage(message: StoredMessage): Promise<void>
}

/** Without a new version the search record stays. */
export interface ThreadEdit {
  threadId: string
  revision: Revision
  fields: ThreadFields
  without?: readonly (keyof ThreadFields)[]
}

type StayFields = Pick<
  Thread,
  | 'guestId'
  | 'landlordId'
  | 'reservationId'
  | 'propertyId'
  | 'propertyName'
  | 'stay'
  | 'stayDueAt'
  | 'expireAt'
>

export type ThreadFields = Partial<
  ThreadPatch &
    Pick<
      Thread,
      | 'importantFor'
      | 'failedSends'
      | 'scheduledIds'
      | 'removedIds'
      | 'mergedInto'
      | 'mergedIds'
      | 'conversations'
    > &
    DeskFields &
    StayFields
>

export interface StoredThread {
  threadId: string
  stored: Versioned<Thread>
}
