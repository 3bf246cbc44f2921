import { type Actor, cameIn } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { isRefusal } from '../../errors.ts'
import { minuteEnd, userMinute } from '../../identifiers.ts'
import { authorizeRate } from './rate-limit.ts'

/**
 * Posts, unless too many posts of the author were refused in this minute, as this process counts them: then nothing is
 * read, and the author waits for the next minute. Services and guests have no such limit, as they have none for posts.
 */
export async function limitingRefusals<T>(
  { clock, refusalTally, rules }: Needs<'refusalTally' | 'rules'>,
  actor: Actor,
  post: () => Promise<T>,
): Promise<T> {
  if (actor.role === 'service' || cameIn(actor)) return post()
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
