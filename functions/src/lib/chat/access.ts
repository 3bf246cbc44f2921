import { type Actor, isStaff, isTrusted } from '../actor.ts'
import type { Memberships } from './members.ts'
import { hasMembership, isKeptOut } from './membership.ts'
import type { StoredMessage } from './message.ts'
import { threadNotFound } from './thread-writes.ts'

export const mayReadMessage = (actor: Actor, { type }: Pick<StoredMessage, 'type'>): boolean =>
  type !== 'note' || isStaff(actor)

/** Services also read threads with posts in their role. */
const mayRead = (actor: Actor, thread: Memberships): boolean =>
  isStaff(actor) || hasMembership(actor, thread) || isServing(actor, thread)

/** Throws `thread-not-found`. */
export function authorizeReading<Read extends Memberships>(
  actor: Actor,
  threadId: string,
  thread: Read | undefined,
): Read {
  if (!thread || !mayRead(actor, thread)) throw threadNotFound(threadId)
  return thread
}

const isServing = (actor: Actor, thread: Memberships): boolean =>
  actor.role === 'service' && isIn(thread, 'roleJoinedIds', actor)

export const mayMark = (actor: Actor, thread: Memberships): boolean =>
  mayRead(actor, thread) || isIn(thread, 'selfJoinedIds', actor)

const isIn = (thread: Memberships, way: 'selfJoinedIds' | 'roleJoinedIds', actor: Actor): boolean =>
  thread.participantIds.includes(actor.uid) && thread[way].includes(actor.uid) && !isKeptOut(actor, thread)

/** `authenticated`: any user may post; `participants`: strangers get `thread-not-found`. */
export type JoinPolicy = 'authenticated' | 'participants'

/** Joining by posting does not count. Throws `thread-not-found`. */
export function authorizeVisit(
  actor: Actor,
  threadId: string,
  thread: Memberships,
  joinPolicy: JoinPolicy,
): void {
  if (isKeptOut(actor, thread)) throw threadNotFound(threadId)
  const isStranger = !hasMembership(actor, thread) && !isTrusted(actor)
  if (isStranger && joinPolicy === 'participants') throw threadNotFound(threadId)
}
