import type { Needs } from '../../context.ts'
import type { PullDeps } from '../../reservations/run-pull.ts'
import type { ReceiveMessageDeps } from '../inbound/receive-message.ts'
import type { Conversation } from './conversations.ts'
import type { ConversationFields, StoredOtaConversation } from './stored-conversation.ts'

export type ReadDeps = ReceiveMessageDeps & PullDeps & Needs<'auditLog' | 'otaConversations' | 'otaInbox'>

/** A conversation that is being read by nobody else. */
export interface Held {
  conversationId: string
  /** As it was last stored. */
  stored: StoredOtaConversation
  until: Date
  claimId: string
  /** What is noted even where a later step fails. */
  known: ConversationFields
}

/** What a step found out; `dueAt`: when the conversation is read again, unless somebody marks it meanwhile. */
export interface Read {
  fields: ConversationFields
  dueAt?: Date | undefined
  /** Messages of guests that are new. */
  asked?: number
}

/** Whose a conversation is, and the thread that has it. */
export interface Home {
  threadId: string
  guestId: string
  conversation: Conversation
  /** What is to be noted of it. */
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
  /** When its booking is looked for again. */
  dueAt?: Date | undefined
}
