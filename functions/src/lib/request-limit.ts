import { type Actor, isTrusted } from './actor.ts'
import { authorizeRate } from './chat/posting/rate-limit.ts'
import type { Needs } from './context.ts'
import { minuteEnd, userMinute } from './identifiers.ts'

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
