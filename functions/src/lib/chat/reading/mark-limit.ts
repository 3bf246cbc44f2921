import { type Actor, isTrusted } from '../../actor.ts'
import { minuteOf, userMinute } from '../../identifiers.ts'
import { isMember, type Memberships } from '../membership.ts'
import type { ChatLimits } from '../posting/post-policy.ts'
import type { PostTally } from '../posting/post-tally.ts'
import { authorizeRate, type PostLimit } from '../posting/rate-limit.ts'

export interface MarkLimitDeps {
  /** Of marks, in this process: each one is a write to the thread, which posts compete with, and one to the index. */
  tally: PostTally
  limits: Pick<ChatLimits, 'userPostsPerMinute' | 'selfJoinedPostsPerMinute'>
}

const minute = 60_000

/** Counts a mark that is about to change a thread; those of staff and services are not counted. Throws `rate-limited`. */
export function countMark(
  { tally, limits }: MarkLimitDeps,
  actor: Actor,
  { threadId, thread, now }: { threadId: string; thread: Memberships; now: Date },
): void {
  if (isTrusted(actor)) return
  const minuteEndsAt = new Date((minuteOf(now) + 1) * minute)
  const limit = isMember(thread, actor.uid)
    ? ofUser(userMinute(actor.uid, now), limits.userPostsPerMinute)
    : ofSelfJoined(`thread:${threadId}_${minuteOf(now)}`, limits.selfJoinedPostsPerMinute)
  authorizeRate(id => tally.count(id), [limit], { minuteEndsAt }, now)
  tally.add([limit.counterId], minuteEndsAt)
}

const ofUser = (counterId: string, atMost: number): PostLimit => ({
  ...{ counterId, atMost },
  words: `A user may change ${atMost} marks a minute.`,
})

const ofSelfJoined = (counterId: string, atMost: number): PostLimit => ({
  ...{ counterId, atMost },
  words: `A thread takes ${atMost} marks a minute of users who were not added to it.`,
})
