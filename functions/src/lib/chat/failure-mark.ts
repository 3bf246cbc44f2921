import { type Attention, attentionBecause, attentionWithout, attentionWithoutCause } from './attention.ts'
import type { StoredMessage } from './message.ts'
import type { Thread } from './thread.ts'

export function lastFailureOf({ lastFailures }: Pick<Thread, 'lastFailures'>, userId: string): string | null {
  const id = Object.hasOwn(lastFailures, userId) ? lastFailures[userId] : undefined
  return typeof id === 'string' ? id : null
}

type FailureFields = Pick<Thread, 'attention' | 'lastFailures'>

/** A failure adds no message, so it needs its own mark. */
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

/** A reader returns the mark in 2,000 characters. */
const mostMarks = 12

const failuresOf = (thread: Thread, userId: string): string[] =>
  (lastFailureOf(thread, userId) ?? '').split(' ').filter(failure => failure !== '')

const messageOf = (failure: string): string => failure.slice(0, failure.lastIndexOf('_'))

export const isFailureSeen = (mark: string | null, reading: string | null): boolean =>
  (mark ?? '').split(' ').every(failure => (reading ?? '').split(' ').includes(failure) || failure === '')

type Calmed = Partial<Attention> & FailureFields

/** Undefined without a change. */
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

export const withoutFailureOf = (
  { attention, lastFailures }: FailureFields,
  userId: string,
): FailureFields => ({
  attention: without(attention, userId),
  lastFailures: without(lastFailures, userId),
})

const without = <T>(byUser: Record<string, T>, userId: string): Record<string, T> =>
  Object.fromEntries(Object.entries(byUser).filter(([id]) => id !== userId))
