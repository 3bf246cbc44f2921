import { type Actor, cameIn, isStaff, isTrusted } from '../actor.ts'
import { attentionWithout } from './attention.ts'
import { withoutFailureOf } from './failure-mark.ts'
import { isMember, type Memberships } from './members.ts'
import type { Thread } from './thread.ts'

/** Whether the actor takes part as a member. Who was staff does not, however they were listed. */
export const hasMembership = (actor: Actor, thread: Memberships): boolean =>
  !actor.wasStaff && isMember(thread, actor.uid)

/** Whether the author's messages may leave the platform: be sent, forwarded or mentioned in an e-mail. */
export const mayReachOut = (author: Actor, thread: Memberships): boolean =>
  isTrusted(author) || hasMembership(author, thread)

/** Whether the actor was removed and their role does not let them in all the same. */
export const isKeptOut = (actor: Actor, { removedIds }: Pick<Memberships, 'removedIds'>): boolean =>
  removedIds.includes(actor.uid) && !isStaff(actor) && actor.role !== 'guest'

/** The participants once somebody has posted. Posting brings nobody back who was removed, and no guest into another's thread. */
export const participantsAfterPost = (
  thread: Pick<Thread, 'participantIds' | 'removedIds' | 'guestId' | 'mergedIds'>,
  author: Actor,
): string[] => {
  const joined = author.role === 'ota' || isOfAnotherGuest(thread, author) ? [] : [author.uid]
  return [...new Set([...thread.participantIds, ...joined])].filter(id => !thread.removedIds.includes(id))
}

/** Whether a guest writes in another one's thread, since theirs is merged into it, or was. */
export const isOfAnotherGuest = (
  { guestId, mergedIds }: Pick<Thread, 'guestId' | 'mergedIds'>,
  { uid, role }: Actor,
): boolean => role === 'guest' && (guestId ? guestId !== uid : mergedIds.length > 0)

/** What allowed somebody to do what they did, stored with it. */
export interface SendGrant {
  /** No role, at most their membership: a message goes out only while its author is a member. */
  byMember?: boolean | undefined
}

export const sendGrantOf = (author: Actor): SendGrant => (isTrusted(author) ? {} : { byMember: true })

/** Whether a waiting message may still go out. What was written in a role always may. */
export const mayStillReachOut = (thread: Memberships, authorId: string, { byMember }: SendGrant): boolean =>
  !byMember || isMember(thread, authorId)

type Joining = Partial<Pick<Thread, 'selfJoinedIds' | 'roleJoinedIds'>>

/**
 * How a non-member joins by posting: through their role, which is then all that grants access, or by themselves. A
 * guest who writes to one of our numbers becomes a member.
 */
export function joining(thread: Memberships, author: Actor): Joining {
  const { participantIds, selfJoinedIds, roleJoinedIds, removedIds } = thread
  const { uid } = author
  if (cameIn(author) || hasMembership(author, thread) || removedIds.includes(uid)) return {}
  if (!isTrusted(author)) {
    const isIn = participantIds.includes(uid) || selfJoinedIds.includes(uid)
    return isIn ? {} : { selfJoinedIds: [...selfJoinedIds, uid] }
  }
  return {
    ...(!roleJoinedIds.includes(uid) && { roleJoinedIds: [...roleJoinedIds, uid] }),
    ...(selfJoinedIds.includes(uid) && { selfJoinedIds: without(selfJoinedIds, uid) }),
  }
}

/** The thread's fields after adding somebody, however they joined before, and also if they were removed. */
export const withMember = (
  { participantIds, selfJoinedIds, roleJoinedIds, removedIds }: Memberships,
  userId: string,
) => ({
  participantIds: [...new Set([...participantIds, userId])],
  selfJoinedIds: without(selfJoinedIds, userId),
  roleJoinedIds: without(roleJoinedIds, userId),
  removedIds: without(removedIds, userId),
})

/** The thread's fields after removing somebody. `selfJoinedIds` stays: their messages are still a stranger's. */
export const withoutParticipant = (thread: Thread, userId: string) => ({
  removedIds: [...new Set([...thread.removedIds, userId])],
  participantIds: without(thread.participantIds, userId),
  roleJoinedIds: without(thread.roleJoinedIds, userId),
  importantFor: without(thread.importantFor, userId),
  ...attentionWithout(thread, userId),
  ...withoutFailureOf(thread, userId),
})

const without = (ids: readonly string[], id: string): string[] => ids.filter(one => one !== id)
