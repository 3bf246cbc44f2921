import { type Actor, isTrusted } from './actor.ts'
import { authorizeRate } from './chat/posting/rate-limit.ts'
import type { Needs } from './context.ts'
import { minuteEnd, userMinute } from './identifiers.ts'

/** Documents read, or bytes answered, that count as one more request. */
export const documentsOfRequest = 160
const bytesOfRequest = 250_000

/**
 * Counts a request of a user, by method, in this process; `times` is larger for one that reads or answers much. Staff
 * and services have no limit. Throws `rate-limited`.
 */
export function countRequest(
  { clock, requestTally, rules }: Needs<'requestTally' | 'rules'>,
  actor: Actor,
  method: string,
  times = 1,
): void {
  if (times < 1 || isTrusted(actor)) return
  const [now, atMost] = [clock.now(), rules.userRequestsPerMinute()]
  // No user's id holds a colon here.
  const id = `${method}:${userMinute(actor.uid, now)}`
  const words = `A user may make ${atMost} requests a minute; large answers count as several.`
  authorizeRate(now, [{ count: requestTally.count(id), atMost, words }])
  requestTally.add(id, minuteEnd(now), times)
}

/** Counts bytes that a request brings or is answered with. Throws `rate-limited`. */
export const countBytes = (
  deps: Needs<'requestTally' | 'rules'>,
  actor: Actor,
  method: string,
  bytes: number,
): void => countRequest(deps, actor, method, Math.floor(bytes / bytesOfRequest))
