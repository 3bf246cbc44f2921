import { type Attention, attentionWith, attentionWithout } from './attention.ts'
import type { StoredMessage } from './message.ts'
import type { Thread } from './thread.ts'

export type LastFailures = Thread['lastFailures']

/** The user's last failed send that they have not read of; null when there is none. */
export function lastFailureOf({ lastFailures }: Pick<Thread, 'lastFailures'>, userId: string): string | null {
  const id = Object.hasOwn(lastFailures, userId) ? lastFailures[userId] : undefined
  return typeof id === 'string' ? id : null
}

/**
 * What a failed send changes on its thread: its author has to attend, unless they have been taken out of it. It adds no
 * message, so it leaves a mark of its own, for who has read everything may have read it before that.
 */
export function attentionAfterFailure(
  thread: Thread,
  { messageId, authorId }: StoredMessage,
  now: Date,
): Attention & { lastFailures: LastFailures } {
  const isHere = thread.participantIds.includes(authorId)
  const attention = isHere ? attentionWith(thread, authorId) : attentionWithout(thread, authorId)
  const mark = attention.needsAttention.includes(authorId)
    ? { [authorId]: `${messageId}_${now.getTime()}` }
    : {}
  return { ...attention, lastFailures: { ...thread.lastFailures, ...mark } }
}

/** The marks without that user's. */
export const withoutFailureOf = ({ lastFailures }: Pick<Thread, 'lastFailures'>, userId: string) =>
  Object.fromEntries(Object.entries(lastFailures).filter(([id]) => id !== userId))
