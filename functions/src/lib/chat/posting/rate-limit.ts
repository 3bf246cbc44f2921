import { type Actor, isTrusted } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { minuteOf, userMinute } from '../../identifiers.ts'
import { isMember, type Memberships } from '../membership.ts'
import type { ChatLimits } from './post-policy.ts'

/** The counters of a minute that a post may be counted in, `rateLimits/{id}`. */
export interface PostCounters {
  /** Absent for automations. */
  userCounterId: string | undefined
  threadCounterId: string
  /** Of all who came into the thread only by posting, or do so now; absent for those who have a role. */
  selfJoinedCounterId: string | undefined
  /** When the next minute begins. */
  minuteEndsAt: Date
  /** From when on nobody needs them. */
  expiresAt: Date
}

/** Posts of the minute so far, by the id of their counter. */
export type PostCounts = ReadonlyMap<string, number>

const minute = 60_000
const keptFor = 120 * minute

/**
 * Where a post of now may be counted; undefined for what guests send to our numbers, which is never turned away. One
 * account of the role `service` posts for all threads of an OTA, so it is counted by the thread alone.
 */
export function postCounters(actor: Actor, threadId: string, now: Date): PostCounters | undefined {
  if (actor.role === 'guest') return undefined
  const number = minuteOf(now)
  return {
    // It has no colon, so that no user is counted with a thread.
    userCounterId: actor.role === 'service' ? undefined : userMinute(actor.uid, now),
    threadCounterId: `thread:${threadId}_${number}`,
    selfJoinedCounterId: isTrusted(actor) ? undefined : `self-joined:${threadId}_${number}`,
    minuteEndsAt: new Date((number + 1) * minute),
    expiresAt: new Date(now.getTime() + keptFor),
  }
}

/** A counter that a post goes into, and how far it may go. */
export interface PostLimit {
  counterId: string
  atMost: number
  /** The limit in words. */
  words: string
}

/**
 * The counters of one post: its author's, and the thread's or, for who was not added to the thread, the one that all of
 * those share, so that they use up nobody else's.
 */
export function postLimits(
  { userCounterId, threadCounterId, selfJoinedCounterId }: PostCounters,
  actor: Actor,
  thread: Memberships,
  limits: ChatLimits,
): PostLimit[] {
  const { userPostsPerMinute, threadPostsPerMinute, selfJoinedPostsPerMinute } = limits
  const ofUser = userCounterId !== undefined && {
    counterId: userCounterId,
    atMost: userPostsPerMinute,
    words: `A user may post ${userPostsPerMinute} messages a minute.`,
  }
  const ofSelfJoined = selfJoinedCounterId !== undefined &&
    !isMember(thread, actor.uid) && {
      counterId: selfJoinedCounterId,
      atMost: selfJoinedPostsPerMinute,
      words: `A thread takes ${selfJoinedPostsPerMinute} messages a minute of users who were not added to it.`,
    }
  const ofThread = {
    counterId: threadCounterId,
    atMost: threadPostsPerMinute,
    words: `A thread takes ${threadPostsPerMinute} messages a minute.`,
  }
  return [ofUser, ofSelfJoined || ofThread].filter(limit => limit !== false)
}

/**
 * Whether one more post fits into the minute. Throws `rate-limited`, with the whole seconds (1 to 60) until the next
 * minute.
 */
export function authorizeRate(
  countOf: (counterId: string) => number,
  limits: readonly PostLimit[],
  { minuteEndsAt }: Pick<PostCounters, 'minuteEndsAt'>,
  now: Date,
): void {
  const reached = limits.find(({ counterId, atMost }) => countOf(counterId) >= atMost)
  if (!reached) return
  const seconds = Math.ceil((minuteEndsAt.getTime() - now.getTime()) / 1000)
  throw new DomainError('rate-limited', `${reached.words} Nothing was stored.`, {
    nextAction: 'Do it again in the next minute.',
    retryAfterSeconds: Math.min(60, Math.max(1, seconds)),
  })
}
