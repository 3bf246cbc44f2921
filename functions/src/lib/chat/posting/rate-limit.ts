import { type Actor, cameIn, isTrusted } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { minuteEnd, minuteOf, userMinute } from '../../identifiers.ts'
import { hasMembership } from '../membership.ts'
import type { Thread } from '../thread.ts'
import type { ChatLimits } from './post-input.ts'

/** A user's posts in a minute, `rateLimits/{id}`. */
export interface PostCounter {
  id: string
  /** When the next minute begins. */
  minuteEndsAt: Date
  /** End of its retention. */
  expiresAt: Date
}

const keptForMs = 2 * 60 * 60_000

/** Who is not limited: guests' messages to our numbers are never refused. */
export const isLimited = (actor: Actor): boolean => !cameIn(actor)

/** The author's counter. A `service` account posts for all threads of an OTA, so it has none. */
export const postCounter = (actor: Actor, now: Date): PostCounter | undefined =>
  isLimited(actor) && actor.role !== 'service'
    ? {
        id: userMinute(actor.uid, now),
        minuteEndsAt: minuteEnd(now),
        expiresAt: new Date(now.getTime() + keptForMs),
      }
    : undefined

type ThreadPosts = NonNullable<Thread['posts']>

/** Those who were not added to a thread share a limit of their own, so that they do not use up the members'. */
const partOf = (actor: Actor, thread: Thread): 'members' | 'others' =>
  isTrusted(actor) || hasMembership(actor, thread) ? 'members' : 'others'

const postsIn = (now: Date, { posts }: Thread): ThreadPosts =>
  posts?.minute === minuteOf(now) ? posts : { minute: minuteOf(now), members: 0, others: 0 }

/** The thread's posts of the minute after one more. */
export function postsAfter(actor: Actor, thread: Thread, now: Date): ThreadPosts {
  const [posts, part] = [postsIn(now, thread), partOf(actor, thread)]
  const after = { ...posts, [part]: posts[part] + 1 }
  return part === 'members'
    ? after
    : { ...after, own: { ...posts.own, [actor.uid]: ownIn(posts, actor) + 1 } }
}

const ownIn = ({ own = {} }: ThreadPosts, { uid }: Actor): number =>
  Object.hasOwn(own, uid) ? (own[uid] ?? 0) : 0

/** A user's use of a shared limit beyond its half: no other user feels it. */
export const beyondShare = (count: number, atMost: number): number =>
  Math.max(0, count - Math.ceil(atMost / 2))

/**
 * Whether one more post is within the minute's limits of the author and of the thread. `ofUser`: the author's posts so
 * far. Throws `rate-limited`.
 */
export function authorizePosting(
  actor: Actor,
  thread: Thread,
  { ofUser, limits, now }: { ofUser: number; limits: ChatLimits; now: Date },
): void {
  const { userPostsPerMinute, threadPostsPerMinute, selfJoinedPostsPerMinute } = limits
  const part = partOf(actor, thread)
  const posts = postsIn(now, thread)
  const shared = Object.entries(posts.own ?? {})
    .filter(([uid]) => uid !== actor.uid)
    .reduce((sum, [, count]) => sum - beyondShare(count, selfJoinedPostsPerMinute), posts.others)
  authorizeRate(now, [
    {
      count: ofUser,
      atMost: userPostsPerMinute,
      words: `A user may post ${userPostsPerMinute} messages a minute.`,
    },
    part === 'members'
      ? {
          count: posts.members,
          atMost: threadPostsPerMinute,
          words: `A thread takes ${threadPostsPerMinute} messages a minute.`,
        }
      : {
          count: shared,
          atMost: selfJoinedPostsPerMinute,
          words: `A thread takes ${selfJoinedPostsPerMinute} messages a minute of users who were not added to it.`,
        },
  ])
}

/** What was counted in the current minute, and its limit. */
export interface RateLimit {
  count: number
  atMost: number
  /** The limit in words. */
  words: string
}

/** Throws `rate-limited`, with the seconds (1 to 60) until the next minute, when a limit is reached. */
export function authorizeRate(now: Date, limits: readonly RateLimit[]): void {
  const reached = limits.find(({ count, atMost }) => count >= atMost)
  if (!reached) return
  const seconds = Math.ceil((minuteEnd(now).getTime() - now.getTime()) / 1000)
  throw new DomainError('rate-limited', `${reached.words} Nothing was stored.`, {
    nextAction: 'Do it again in the next minute.',
    retryAfterSeconds: Math.min(60, Math.max(1, seconds)),
  })
}
