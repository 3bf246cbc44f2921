import { type Actor, isInbound, isTrusted } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { isRefusal } from '../../errors.ts'
import { minuteEnd, minuteOf, userMinute } from '../../identifiers.ts'
import { authorizeRate } from '../../request-limit.ts'
import { hasMembership } from '../membership.ts'
import type { Thread } from '../thread.ts'
import type { ChatLimits } from './post-input.ts'

export interface PostCounter {
  id: string
  minuteEndsAt: Date
  expiresAt: Date
}

const counterLifeMs = 2 * 60 * 60_000

/** We never refuse guests' messages to our numbers. */
export const isLimited = (actor: Actor): boolean => !isInbound(actor)

/** A `service` account posts for all threads of an OTA, so it has no counter. */
export const postCounter = (actor: Actor, now: Date): PostCounter | undefined =>
  isLimited(actor) && actor.role !== 'service'
    ? {
        id: userMinute(actor.uid, now),
        minuteEndsAt: minuteEnd(now),
        expiresAt: new Date(now.getTime() + counterLifeMs),
      }
    : undefined

type ThreadPosts = NonNullable<Thread['posts']>

/** Non-members share a limit, so that they leave the members' alone. */
const partOf = (actor: Actor, thread: Thread): 'members' | 'others' =>
  isTrusted(actor) || hasMembership(actor, thread) ? 'members' : 'others'

const postsIn = (now: Date, { posts }: Thread): ThreadPosts =>
  posts?.minute === minuteOf(now) ? posts : { minute: minuteOf(now), members: 0, others: 0 }

export function postsAfter(actor: Actor, thread: Thread, now: Date): ThreadPosts {
  const [posts, part] = [postsIn(now, thread), partOf(actor, thread)]
  const after = { ...posts, [part]: posts[part] + 1 }
  return part === 'members'
    ? after
    : { ...after, own: { ...posts.own, [actor.uid]: ownIn(posts, actor) + 1 } }
}

const ownIn = ({ own = {} }: ThreadPosts, { uid }: Actor): number =>
  Object.hasOwn(own, uid) ? (own[uid] ?? 0) : 0

/** A user's posts beyond half of a shared limit do not count for others. */
export const beyondShare = (count: number, atMost: number): number =>
  Math.max(0, count - Math.ceil(atMost / 2))

/** `ofUser`: the author's posts so far. Throws `rate-limited`. */
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

/** Too many refusals in a minute, by this process's count, stop the author without a read. */
export async function limitingRefusals<T>(
  { clock, refusalTally, rules }: Needs<'refusalTally' | 'rules'>,
  actor: Actor,
  post: () => Promise<T>,
): Promise<T> {
  if (actor.role === 'service' || isInbound(actor)) return post()
  const now = clock.now()
  const [counterId, minuteEndsAt] = [userMinute(actor.uid, now), minuteEnd(now)]
  const atMost = rules.userRefusalsPerMinute()
  const words = `Of one user, ${atMost} posts are refused a minute.`
  authorizeRate(now, [{ count: refusalTally.count(counterId), atMost, words }])
  try {
    return await post()
  } catch (error) {
    if (isRefusal(error)) refusalTally.add(counterId, minuteEndsAt)
    throw error
  }
}
