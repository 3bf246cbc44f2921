import { type Actor, isTrusted } from './actor.ts'
import { authorizeRate } from './chat/posting/rate-limit.ts'
import type { Needs } from './context.ts'
import { minuteEnd, minuteOf, userMinute } from './identifiers.ts'

/**
 * Counts a request, or a further page of documents that it reads, except for staff and services. Nothing is stored: each
 * process counts for itself, and each method apart. Throws `rate-limited`.
 */
export function countRequest(
  { clock, requestTally, rules }: Needs<'requestTally' | 'rules'>,
  actor: Actor,
  method: string,
): void {
  if (isTrusted(actor)) return
  const now = clock.now()
  const counterId = `${method}:${userMinute(actor.uid, now)}`
  const atMost = rules.userRequestsPerMinute()
  const words = `A user may make ${atMost} requests a minute.`
  authorizeRate(now, [{ count: requestTally.count(counterId), atMost, words }])
  requestTally.add(counterId, minuteEnd(now))
}

/**
 * Counts a page of a thread that is read by membership: what all landlords and members read together is bounded in each
 * process. Throws `rate-limited`.
 */
export function countMemberPage(
  { clock, requestTally, rules }: Needs<'requestTally' | 'rules'>,
  actor: Actor,
): void {
  if (isTrusted(actor)) return
  const now = clock.now()
  // No method has this name.
  const counterId = `members:${minuteOf(now)}`
  const atMost = rules.memberPagesPerMinute()
  const words = `All members together may read ${atMost} pages a minute.`
  authorizeRate(now, [{ count: requestTally.count(counterId), atMost, words }])
  requestTally.add(counterId, minuteEnd(now))
}
