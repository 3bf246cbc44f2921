import { type Actor, isTrusted } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { minuteEnd, minuteOf, userMinute } from '../../identifiers.ts'
import { authorizeRate } from '../../request-limit.ts'
import type { Memberships } from '../members.ts'
import { hasMembership } from '../membership.ts'
import { beyondShare } from '../posting/rate-limit.ts'

/** Throws `rate-limited`. */
export function countMark(
  { markTally, rules }: Needs<'markTally' | 'rules'>,
  actor: Actor,
  { threadId, thread, now }: { threadId: string; thread: Memberships; now: Date },
): void {
  if (isTrusted(actor)) return
  const { userPostsPerMinute, selfJoinedPostsPerMinute } = rules.chatLimits()
  const ofUser = userMinute(actor.uid, now)
  const ofThread = `thread:${threadId}_${minuteOf(now)}`
  const [own, beyond] = [`${ofThread}:${ofUser}`, `${ofThread}:beyond`]
  const isMember = hasMembership(actor, thread)
  const beyondOf = (count: number) => beyondShare(count, selfJoinedPostsPerMinute)
  const before = markTally.count(own)
  authorizeRate(now, [
    isMember
      ? {
          count: markTally.count(ofUser),
          atMost: userPostsPerMinute,
          words: `A user may change ${userPostsPerMinute} marks a minute.`,
        }
      : {
          count: markTally.count(ofThread) - markTally.count(beyond) + beyondOf(before),
          atMost: selfJoinedPostsPerMinute,
          words: `A thread takes ${selfJoinedPostsPerMinute} marks a minute of users who were not added to it.`,
        },
  ])
  if (isMember) return void markTally.add(ofUser, minuteEnd(now))
  for (const id of [ofThread, own]) markTally.add(id, minuteEnd(now))
  markTally.add(beyond, minuteEnd(now), beyondOf(before + 1) - beyondOf(before))
}
