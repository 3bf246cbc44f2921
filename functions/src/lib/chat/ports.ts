import type { Revision, Versioned } from '../ports.ts'
import type { Attention } from './attention.ts'
import type { MessageSummary, StoredMessage } from './message.ts'
import type { DeskFields, Thread } from './thread.ts'

export interface MessageRef {
  threadId: string
  messageId: string
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

export type ThreadFields = Partial<
  Attention & { lastMessage: MessageSummary; updatedAt: Date } & Pick<
      Thread,
      | 'participantIds'
      | 'selfJoinedIds'
      | 'roleJoinedIds'
      | 'removedIds'
      | 'guestName'
      | 'attention'
      | 'calledByNoteIds'
      | 'importantFor'
      | 'lastFailures'
      | 'failedSends'
      | 'scheduledIds'
      | 'lastPublicMessage'
      | 'lastAnswers'
      | 'lastChatappMessageSentAt'
      | 'version'
      | 'posts'
      | 'writerIds'
      | 'mergedInto'
      | 'mergedIds'
      | 'conversations'
      | 'supportNotificationDueAt'
      | 'supportNotificationDueFor'
      | 'guestId'
      | 'landlordId'
      | 'reservationId'
      | 'propertyId'
      | 'propertyName'
      | 'stay'
      | 'stayDueAt'
      | 'expireAt'
    > &
    DeskFields
>

export interface StoredThread {
  threadId: string
  stored: Versioned<Thread>
}
