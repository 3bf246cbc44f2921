import { type Actor, isTrusted } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { minuteOf, userMinute } from '../../identifiers.ts'
import type { Memberships } from '../members.ts'
import { hasMembership } from '../membership.ts'
import { authorizeRate, type PostLimit } from '../posting/rate-limit.ts'

const minute = 60_000

/** Counts a mark about to change a thread, except for staff and services. Throws `rate-limited`. */
export function countMark(
  { markTally, rules }: Needs<'markTally' | 'rules'>,
  actor: Actor,
  { threadId, thread, now }: { threadId: string; thread: Memberships; now: Date },
): void {
  if (isTrusted(actor)) return
  const minuteEndsAt = new Date((minuteOf(now) + 1) * minute)
  const limit = hasMembership(actor, thread)
    ? ofUser(userMinute(actor.uid, now), rules.chatLimits().userPostsPerMinute)
    : ofSelfJoined(`thread:${threadId}_${minuteOf(now)}`, rules.chatLimits().selfJoinedPostsPerMinute)
  authorizeRate(id => markTally.count(id), [limit], { minuteEndsAt }, now)
  markTally.add([limit.counterId], minuteEndsAt)
}

const ofUser = (counterId: string, atMost: number): PostLimit => ({
  ...{ counterId, atMost },
  words: `A user may change ${atMost} marks a minute.`,
})

const ofSelfJoined = (counterId: string, atMost: number): PostLimit => ({
  ...{ counterId, atMost },
  words: `A thread takes ${atMost} marks a minute of users who were not added to it.`,
})
