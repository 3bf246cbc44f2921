import type { Thread } from './thread.ts'

export type Memberships = Pick<Thread, 'participantIds' | 'selfJoinedIds' | 'roleJoinedIds' | 'removedIds'>

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

/** By a user who joined by posting, without a role or addition since. */
export const isByStranger = (
  thread: Memberships,
  { authorId, joined }: { authorId?: unknown; joined?: unknown },
): boolean =>
  typeof authorId === 'string' &&
  (thread.selfJoinedIds.includes(authorId) || (joined === 'self' && !isMember(thread, authorId)))
