import { type Actor, isStaff } from '../actor.ts'
import { type Attention, attentionAfterPost } from './attention.ts'
import { type MessageSummary, type StoredMessage, summarize } from './message.ts'
import type { Thread } from './thread.ts'

/** The fields of a thread that a post writes. */
export interface ThreadPatch extends Attention {
  lastMessage: MessageSummary
  lastPublicMessage?: MessageSummary
  updatedAt: Date
  participantIds: string[]
  selfJoinedIds?: string[]
  lastChatappMessageSentAt?: Date
  version: number
}

export function threadPatch(thread: Thread, message: StoredMessage, author: Actor): ThreadPatch {
  const participantIds = [...new Set([...thread.participantIds, author.uid])]
  return {
    ...attentionAfterPost(thread, participantIds, author.uid),
    lastMessage: summarize(message),
    ...(message.type !== 'note' && { lastPublicMessage: summarize(message) }),
    updatedAt: message.createdAt,
    participantIds,
    ...(joinsByPosting(thread, author) && { selfJoinedIds: [...thread.selfJoinedIds, author.uid] }),
    ...(isOurChatappMessage(message) && {
      lastChatappMessageSentAt: later(message.createdAt, thread.lastChatappMessageSentAt),
    }),
    version: thread.version + 1,
  }
}

const joinsByPosting = (thread: Thread, author: Actor): boolean =>
  !thread.participantIds.includes(author.uid) &&
  !isStaff(author) &&
  author.role !== 'service' &&
  author.role !== 'guest'

const isOurChatappMessage = (message: StoredMessage): boolean =>
  message.type === 'chatapp-message' && message.source !== 'chatapp'

export const later = (time: Date, other: Date | null | undefined): Date =>
  other && other > time ? other : time
