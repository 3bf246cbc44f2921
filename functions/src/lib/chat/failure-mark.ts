import { type Attention, attentionBecause, attentionWithout, attentionWithoutCause } from './attention.ts'
import type { StoredMessage } from './message.ts'
import type { Thread } from './thread.ts'

/** The user's unread failed sends in one mark, the last one first, or null. */
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
  const others = failuresOf(thread, authorId).filter(failure => messageOf(failure) !== messageId)
  const marks = [`${messageId}_${now.getTime()}`, ...others].slice(0, mostMarks)
  return { ...after, lastFailures: { ...lastFailures, [authorId]: marks.join(' ') } }
}

/** How many failures a mark names: a reader sends it back in 2,000 characters. */
const mostMarks = 12

/** The newest first. */
const failuresOf = (thread: Pick<Thread, 'lastFailures'>, userId: string): string[] =>
  (lastFailureOf(thread, userId) ?? '').split(' ').filter(failure => failure !== '')

const messageOf = (failure: string): string => failure.slice(0, failure.lastIndexOf('_'))

/** Whether a reader has seen every failure that a mark names. */
export const isFailureSeen = (mark: string | null, seen: string | null): boolean =>
  (mark ?? '').split(' ').every(failure => (seen ?? '').split(' ').includes(failure) || failure === '')

type Calmed = Partial<Attention> & FailureFields

/**
 * The change of a thread once messages got through after all: an author of whose sends none is left that failed need
 * not attend because of one. Undefined where nothing tells of them.
 */
export function attentionAfterSuccess(
  thread: Thread,
  isOver: (messageId: string) => boolean,
): Calmed | undefined {
  let fields: Calmed | undefined
  for (const userId of Object.keys(thread.lastFailures)) {
    const before = { ...thread, ...fields }
    const failures = failuresOf(before, userId)
    const others = failures.filter(failure => !isOver(messageOf(failure)))
    if (others.length === failures.length) continue
    fields = { attention: before.attention, ...fields, ...withFailures(before, userId, others) }
  }
  return fields
}

const withFailures = (thread: Thread, userId: string, failures: readonly string[]) =>
  failures.length > 0
    ? { lastFailures: { ...thread.lastFailures, [userId]: failures.join(' ') } }
    : {
        ...attentionWithoutCause(thread, userId, 'send-failed'),
        lastFailures: without(thread.lastFailures, userId),
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
