import { type Actor, isTrusted } from '../actor.ts'
import { attentionWithout } from './attention.ts'
import type { Thread } from './thread.ts'

/** Who takes part in a thread, and how each came in. */
export type Memberships = Pick<Thread, 'participantIds' | 'selfJoinedIds' | 'roleJoinedIds'>

/** Participants who were added. Who came in only by posting, in a role or without one, is none. */
export const membersOf = ({ participantIds, selfJoinedIds, roleJoinedIds }: Memberships): string[] => {
  const joined = new Set([...selfJoinedIds, ...roleJoinedIds])
  return participantIds.filter(id => !joined.has(id))
}

export const isMember = (thread: Memberships, userId: string): boolean => membersOf(thread).includes(userId)

/** Whether what the author writes may leave the house: be sent, forwarded or told of by e-mail. */
export const mayReachOut = (author: Actor, thread: Memberships): boolean =>
  isTrusted(author) || isMember(thread, author.uid)

/** What let a message out when it was posted, kept with what is to be sent of it. */
export interface Standing {
  /** Its author's membership alone, so it goes out only while they are a member. */
  byMember?: boolean | undefined
}

export const standingOf = (author: Actor): Standing => (isTrusted(author) ? {} : { byMember: true })

/** Whether a message that waits to go out may still go. What was written in a role stands, as the house's own word. */
export const mayStillReachOut = (thread: Memberships, authorId: string, { byMember }: Standing): boolean =>
  !byMember || isMember(thread, authorId)

type Joining = Partial<Pick<Thread, 'selfJoinedIds' | 'roleJoinedIds'>>

/**
 * How the author of a post comes in, where they are no member: in their role, which then is all that lets them in, or by
 * themselves. A guest who writes to one of our numbers belongs to the conversation.
 */
export function joining(thread: Memberships, { uid, role }: Actor): Joining {
  const { participantIds, selfJoinedIds, roleJoinedIds } = thread
  if (role === 'guest' || isMember(thread, uid)) return {}
  if (!isTrusted({ uid, role })) {
    const isIn = participantIds.includes(uid) || selfJoinedIds.includes(uid)
    return isIn ? {} : { selfJoinedIds: [...selfJoinedIds, uid] }
  }
  return {
    ...(!roleJoinedIds.includes(uid) && { roleJoinedIds: [...roleJoinedIds, uid] }),
    ...(selfJoinedIds.includes(uid) && { selfJoinedIds: without(selfJoinedIds, uid) }),
  }
}

/** The thread's fields once somebody was added, however they came in before. */
export const withMember = (
  { participantIds, selfJoinedIds, roleJoinedIds }: Memberships,
  userId: string,
) => ({
  participantIds: [...new Set([...participantIds, userId])],
  selfJoinedIds: without(selfJoinedIds, userId),
  roleJoinedIds: without(roleJoinedIds, userId),
})

/** The same once they take no part any more: nothing on the thread is theirs. */
export const withoutParticipant = (thread: Thread, userId: string) => ({
  participantIds: without(thread.participantIds, userId),
  selfJoinedIds: without(thread.selfJoinedIds, userId),
  roleJoinedIds: without(thread.roleJoinedIds, userId),
  importantFor: without(thread.importantFor, userId),
  ...attentionWithout(thread, userId),
})

const without = (ids: readonly string[], id: string): string[] => ids.filter(one => one !== id)
