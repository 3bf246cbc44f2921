import type { Needs } from '../../context.ts'
import type { PullDeps } from '../../reservations/run-pull.ts'
import type { ReceiveMessageDeps } from '../inbound/receive-message.ts'
import type { Conversation } from '../ota-conversations.ts'
import type { ConversationFields, StoredOtaConversation } from './stored-conversation.ts'

export type ReadDeps = ReceiveMessageDeps & PullDeps & Needs<'auditLog' | 'otaInbox' | 'store'>

export interface ConversationLease {
  conversationId: string
  stored: StoredOtaConversation
  until: Date
  claimId: string
  /** Stored even if a later step fails. */
  progress: ConversationFields
}

export interface Read {
  fields: ConversationFields
  dueAt?: Date | undefined
  /** New guest messages. */
  guestMessageCount?: number
}

export interface Home {
  threadId: string
  guestId: string
  conversation: Conversation
  fields: Pick<
    StoredOtaConversation,
    | 'channelManagerPropertyId'
    | 'propertyId'
    | 'provider'
    | 'title'
    | 'bookingId'
    | 'reservationId'
    | 'threadId'
    | 'guestId'
    | 'waitingSince'
  > &
    Partial<Pick<StoredOtaConversation, 'formerThreadId'>>
  /** Next look-up of the booking. */
  dueAt?: Date | undefined
}
