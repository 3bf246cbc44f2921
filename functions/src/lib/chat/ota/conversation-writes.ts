import type { Revision } from '../../ports.ts'
import { collection, expiring, fieldRemoval, increment, patch, set, type Write } from '../../store.ts'
import {
  type ConversationFields,
  type Marked,
  type Swept,
  storedOtaConversation,
  storedSwept,
} from './stored-conversation.ts'

export const otaConversations = collection('otaConversations/{conversationId}', storedOtaConversation)

export const otaInboxes = collection('otaInboxes/{propertyId}', storedSwept)

/** Unconditional. */
export const markingWrite = (conversationId: string, fields: Marked, at: Date): Write => {
  const marked = { ...fields, dueAt: at, marks: increment(1), ...expiring('otaConversations', at) }
  return set(otaConversations.at(conversationId), marked, true)
}

/** Fails if the conversation has changed. */
export const conversationWrite = (
  conversationId: string,
  { dueAt, ...fields }: ConversationFields,
  revision: Revision,
): Write =>
  patch(
    otaConversations.at(conversationId),
    { ...fields, dueAt: dueAt === null ? fieldRemoval : dueAt },
    revision,
  )

export const sweptWrite = (propertyId: string, swept: Swept): Write =>
  set(otaInboxes.at(propertyId), swept, true)
