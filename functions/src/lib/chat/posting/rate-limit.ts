import { type Actor, isTrusted } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { minuteOf, userMinute } from '../../identifiers.ts'
import type { Memberships } from '../members.ts'
import { hasMembership } from '../membership.ts'
import type { ChatLimits } from './post-input.ts'

/** A post's counters for the current minute, `rateLimits/{id}`. */
export interface PostCounters {
  /** Absent for automations. */
  userCounterId: string | undefined
  threadCounterId: string
  /** Shared by all who joined the thread by posting, or do so now; absent for roles. */
  selfJoinedCounterId: string | undefined
  /** When the next minute begins. */
  minuteEndsAt: Date
  /** End of their retention. */
  expiresAt: Date
}

/** Posts in the current minute, by counter id. */
export type PostCounts = ReadonlyMap<string, number>

const minute = 60_000
const keptFor = 120 * minute

/**
 * The counters for a post; undefined for guests' messages to our numbers, which are never refused. A `service` account
 * posts for all threads of an OTA, so only its posts per thread are counted.
 */
export function postCounters(actor: Actor, threadId: string, now: Date): PostCounters | undefined {
  if (actor.role === 'guest') return undefined
  const number = minuteOf(now)
  return {
    // Without a colon, so that it cannot collide with a thread's id.
    userCounterId: actor.role === 'service' ? undefined : userMinute(actor.uid, now),
    threadCounterId: `thread:${threadId}_${number}`,
    selfJoinedCounterId: isTrusted(actor) ? undefined : `self-joined:${threadId}_${number}`,
    minuteEndsAt: new Date((number + 1) * minute),
    expiresAt: new Date(now.getTime() + keptFor),
  }
}

/** A counter and its limit. */
export interface PostLimit {
  counterId: string
  atMost: number
  /** The limit in words. */
  words: string
}

/**
 * The limits of one post: the author's and the thread's. Those who were not added to the thread share a counter of
 * their own, so that they do not use up the members' limit.
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
    !hasMembership(actor, thread) && {
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
 * Whether one more post fits into the minute. Throws `rate-limited` with the seconds (1 to 60) until the next minute.
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
