import { type Attention, attentionBecause, attentionWithout } from './attention.ts'
import type { StoredMessage } from './message.ts'
import type { Thread } from './thread.ts'

/** The user's last unread failed send, or null. */
export function lastFailureOf({ lastFailures }: Pick<Thread, 'lastFailures'>, userId: string): string | null {
  const id = Object.hasOwn(lastFailures, userId) ? lastFailures[userId] : undefined
  return typeof id === 'string' ? id : null
}

type FailureFields = Pick<Thread, 'attention' | 'lastFailures'>

/**
 * The change of a thread by a failed send: puts the author into attention with a cause of its own, unless they were
 * removed from the thread. It adds no message, so it sets a mark of its own: the author may have read everything before.
 */
export function attentionAfterFailure(
  thread: Thread,
  { messageId, authorId }: Pick<StoredMessage, 'messageId' | 'authorId'>,
  now: Date,
): Attention & FailureFields {
  const { lastFailures, participantIds } = thread
  if (!participantIds.includes(authorId))
    return { ...attentionWithout(thread, authorId), ...withoutFailureOf(thread, authorId) }
  const after = attentionBecause(thread, [authorId], 'send-failed', now)
  if (!after.needsAttention.includes(authorId)) return { ...after, lastFailures }
  return { ...after, lastFailures: { ...lastFailures, [authorId]: `${messageId}_${now.getTime()}` } }
}

/** Removes that user's mark and causes. */
export const withoutFailureOf = (
  { attention, lastFailures }: FailureFields,
  userId: string,
): FailureFields => ({
  attention: without(attention, userId),
  lastFailures: without(lastFailures, userId),
})

const without = <T>(byUser: Record<string, T>, userId: string): Record<string, T> =>
  Object.fromEntries(Object.entries(byUser).filter(([id]) => id !== userId))
