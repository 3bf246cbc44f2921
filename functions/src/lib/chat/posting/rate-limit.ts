import type { Actor } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { minuteOf, userMinute } from '../../identifiers.ts'
import type { ChatLimits } from './post-policy.ts'

/** The two counters of a minute that a post is counted in, `rateLimits/{id}`. */
export interface PostCounters {
  /** Absent for automations. */
  userCounterId: string | undefined
  threadCounterId: string
  /** When the next minute begins. */
  minuteEndsAt: Date
  /** From when on nobody needs them. */
  expiresAt: Date
}

/** Posts of the minute so far. */
export interface PostCounts {
  user: number
  thread: number
}

const minute = 60_000
const keptFor = 120 * minute

/**
 * Where a post of now is counted; undefined for what guests send to our numbers, which is never turned away. One account
 * of the role `service` posts for all threads of an OTA, so it is counted by the thread alone.
 */
export function postCounters(actor: Actor, threadId: string, now: Date): PostCounters | undefined {
  if (actor.role === 'guest') return undefined
  const number = minuteOf(now)
  return {
    // It has no colon, so that no user is counted with a thread.
    userCounterId: actor.role === 'service' ? undefined : userMinute(actor.uid, now),
    threadCounterId: `thread:${threadId}_${number}`,
    minuteEndsAt: new Date((number + 1) * minute),
    expiresAt: new Date(now.getTime() + keptFor),
  }
}

/**
 * Whether one more post fits into the minute. Throws `rate-limited`, with the whole seconds (1 to 60) until the next
 * minute.
 */
export function authorizeRate(
  counts: PostCounts,
  { minuteEndsAt }: PostCounters,
  limits: ChatLimits,
  now: Date,
): void {
  const reached = limitReached(counts, limits)
  if (!reached) return
  const seconds = Math.ceil((minuteEndsAt.getTime() - now.getTime()) / 1000)
  throw new DomainError('rate-limited', `${reached} Nothing was stored.`, {
    nextAction: 'Post it again in the next minute.',
    retryAfterSeconds: Math.min(60, Math.max(1, seconds)),
  })
}

function limitReached({ user, thread }: PostCounts, limits: ChatLimits): string | undefined {
  const { userPostsPerMinute, threadPostsPerMinute } = limits
  if (user >= userPostsPerMinute) return `A user may post ${userPostsPerMinute} messages a minute.`
  if (thread >= threadPostsPerMinute) return `A thread takes ${threadPostsPerMinute} messages a minute.`
  return undefined
}
