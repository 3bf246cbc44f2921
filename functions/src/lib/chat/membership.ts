import { type Actor, isInbound, isStaff, isTrusted } from '../actor.ts'
import { attentionWithout } from './attention.ts'
import { withoutFailureOf } from './failure-mark.ts'
import { isMember, type Memberships } from './members.ts'
import type { Thread } from './thread.ts'

/** Former staff are no members, whatever the lists say. */
export const hasMembership = (actor: Actor, thread: Memberships): boolean =>
  !actor.wasStaff && isMember(thread, actor.uid)

/** Beyond the platform: a send, forwarding or an e-mail. */
export const mayReachOut = (author: Actor, thread: Memberships): boolean =>
  isTrusted(author) || hasMembership(author, thread)

export const isKeptOut = (actor: Actor, { removedIds }: Pick<Memberships, 'removedIds'>): boolean =>
  removedIds.includes(actor.uid) && !isStaff(actor) && actor.role !== 'guest'

/** Posting restores no removed user, and adds no guest to another's thread. */
export const participantsAfterPost = (
  thread: Pick<Thread, 'participantIds' | 'removedIds' | 'guestId' | 'mergedIds'>,
  author: Actor,
): string[] => {
  const joined = author.role === 'ota' || isOfAnotherGuest(thread, author) ? [] : [author.uid]
  return [...new Set([...thread.participantIds, ...joined])].filter(id => !thread.removedIds.includes(id))
}

/** Possible after a merge. */
export const isOfAnotherGuest = (
  { guestId, mergedIds }: Pick<Thread, 'guestId' | 'mergedIds'>,
  { uid, role }: Actor,
): boolean => role === 'guest' && (guestId ? guestId !== uid : mergedIds.length > 0)

export interface SendGrant {
  /** Without a role, the message goes out only while its author is a member. */
  byMember?: boolean | undefined
}

export const sendGrantOf = (author: Actor): SendGrant => (isTrusted(author) ? {} : { byMember: true })

export const mayStillReachOut = (thread: Memberships, authorId: string, { byMember }: SendGrant): boolean =>
  !byMember || isMember(thread, authorId)

type Joining = Partial<Pick<Thread, 'selfJoinedIds' | 'roleJoinedIds'>>

/** Posting in a role gives access only by that role; a guest on our number becomes a member. */
export function joining(thread: Memberships, author: Actor): Joining {
  const { participantIds, selfJoinedIds, roleJoinedIds, removedIds } = thread
  const { uid } = author
  if (isInbound(author) || hasMembership(author, thread) || removedIds.includes(uid)) return {}
  if (!isTrusted(author)) {
    const isIn = participantIds.includes(uid) || selfJoinedIds.includes(uid)
    return isIn ? {} : { selfJoinedIds: [...selfJoinedIds, uid] }
  }
  return {
    ...(!roleJoinedIds.includes(uid) && { roleJoinedIds: [...roleJoinedIds, uid] }),
    ...(selfJoinedIds.includes(uid) && { selfJoinedIds: without(selfJoinedIds, uid) }),
  }
}

export const withMember = (
  { participantIds, selfJoinedIds, roleJoinedIds, removedIds }: Memberships,
  userId: string,
) => ({
  participantIds: [...new Set([...participantIds, userId])],
  selfJoinedIds: without(selfJoinedIds, userId),
  roleJoinedIds: without(roleJoinedIds, userId),
  removedIds: without(removedIds, userId),
})

/** `selfJoinedIds` stays: earlier messages remain a stranger's. */
export const withoutParticipant = (thread: Thread, userId: string) => ({
  removedIds: [...new Set([...thread.removedIds, userId])],
  participantIds: without(thread.participantIds, userId),
  roleJoinedIds: without(thread.roleJoinedIds, userId),
  importantFor: without(thread.importantFor, userId),
  ...attentionWithout(thread, userId),
  ...withoutFailureOf(thread, userId),
})

const without = (ids: readonly string[], id: string): string[] => ids.filter(one => one !== id)
