import type { Actor } from '../../actor.ts'
import { type Attention, attentionAfterPost } from '../attention.ts'
import { joining } from '../membership.ts'
import { type MessageSummary, type StoredMessage, summarize } from '../message.ts'
import { type NotificationPatch, notificationPatch } from '../support/notification.ts'
import type { Thread } from '../thread.ts'
import { publicMessage } from '../thread.ts'

/** The fields of a thread that a post writes. */
export interface ThreadPatch extends Attention, NotificationPatch {
  lastMessage: MessageSummary
  lastPublicMessage?: MessageSummary | Record<string, unknown>
  updatedAt: Date
  participantIds: string[]
  selfJoinedIds?: string[]
  roleJoinedIds?: string[]
  guestName?: string
  lastChatappMessageSentAt?: Date
  lastFailures?: Thread['lastFailures']
  version: number
}

/** `guestName`: what a guest who posts is called, where that is known. */
export function threadPatch(
  thread: Thread,
  message: StoredMessage,
  author: Actor,
  guestName?: string | null,
): ThreadPatch {
  const participantIds = [...new Set([...thread.participantIds, author.uid])]
  return {
    ...attentionAfterPost(thread, participantIds, author.uid),
    lastMessage: summarize(message),
    ...lastPublicMessage(thread, message),
    updatedAt: message.createdAt,
    participantIds,
    ...(guestName && guestName !== thread.guestName && { guestName }),
    ...joining(thread, author),
    ...(isOurChatappMessage(message) && {
      lastChatappMessageSentAt: later(message.createdAt, thread.lastChatappMessageSentAt),
    }),
    ...notificationPatch(thread, message, author),
    version: thread.version + 1,
  }
}

/** A note leaves it alone; on a thread with `lastMessage` alone it is the message that the note hides. */
function lastPublicMessage(thread: Thread, message: StoredMessage): Pick<ThreadPatch, 'lastPublicMessage'> {
  if (message.type !== 'note') return { lastPublicMessage: summarize(message) }
  const hidden = thread.lastPublicMessage ? null : publicMessage(thread)
  return hidden ? { lastPublicMessage: hidden } : {}
}

const isOurChatappMessage = (message: StoredMessage): boolean =>
  message.type === 'chatapp-message' && message.source !== 'chatapp'

export const later = (time: Date, other: Date | null | undefined): Date =>
  other && other > time ? other : time
