import { type Actor, isTrusted } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { minuteEnd, minuteOf, userMinute } from '../../identifiers.ts'
import type { Memberships } from '../members.ts'
import { hasMembership } from '../membership.ts'
import { authorizeRate } from '../posting/rate-limit.ts'

/** Counts a mark about to change a thread, except for staff and services. Throws `rate-limited`. */
export function countMark(
  { markTally, rules }: Needs<'markTally' | 'rules'>,
  actor: Actor,
  { threadId, thread, now }: { threadId: string; thread: Memberships; now: Date },
): void {
  if (isTrusted(actor)) return
  const { userPostsPerMinute, selfJoinedPostsPerMinute } = rules.chatLimits()
  const [id, atMost, words] = hasMembership(actor, thread)
    ? [
        userMinute(actor.uid, now),
        userPostsPerMinute,
        `A user may change ${userPostsPerMinute} marks a minute.`,
      ]
    : [
        `thread:${threadId}_${minuteOf(now)}`,
        selfJoinedPostsPerMinute,
        `A thread takes ${selfJoinedPostsPerMinute} marks a minute of users who were not added to it.`,
      ]
  authorizeRate(now, [{ count: markTally.count(id), atMost, words }])
  markTally.add(id, minuteEnd(now))
}
