import type { Thread } from './thread.ts'

/** Who takes part in a thread, and how each came in. */
export type Memberships = Pick<Thread, 'participantIds' | 'selfJoinedIds' | 'roleJoinedIds' | 'removedIds'>

/** Participants who were added, not those who joined by posting or were removed. */
export const membersOf = ({
  participantIds,
  selfJoinedIds,
  roleJoinedIds,
  removedIds,
}: Memberships): string[] => {
  const others = new Set([...selfJoinedIds, ...roleJoinedIds, ...removedIds])
  return participantIds.filter(id => !others.has(id))
}

export const isMember = (thread: Memberships, userId: string): boolean => membersOf(thread).includes(userId)

/** Whether a message is by somebody who joined by posting without a role and has not been added since. */
export const isByStranger = (
  thread: Memberships,
  { authorId, joined }: { authorId?: unknown; joined?: unknown },
): boolean =>
  typeof authorId === 'string' &&
  (thread.selfJoinedIds.includes(authorId) || (joined === 'self' && !isMember(thread, authorId)))
