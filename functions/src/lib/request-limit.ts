import { type Actor, isTrusted } from './actor.ts'
import type { Needs } from './context.ts'
import { DomainError } from './errors.ts'
import { minuteEnd, userMinute } from './identifiers.ts'

export interface RateLimit {
  count: number
  atMost: number
  words: string
}

/** Throws `rate-limited` with the seconds to the next minute. */
export function authorizeRate(now: Date, limits: readonly RateLimit[]): void {
  const reached = limits.find(({ count, atMost }) => count >= atMost)
  if (!reached) return
  const seconds = Math.ceil((minuteEnd(now).getTime() - now.getTime()) / 1000)
  throw new DomainError('rate-limited', `${reached.words} Nothing was stored.`, {
    nextAction: 'Do it again in the next minute.',
    retryAfterSeconds: Math.min(60, Math.max(1, seconds)),
  })
}

/** As many count as one more request. */
export const documentsOfRequest = 160
const bytesOfRequest = 250_000

/** Staff and services have no limit. Throws `rate-limited`. */
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

export const countBytes = (
  deps: Needs<'requestTally' | 'rules'>,
  actor: Actor,
  method: string,
  bytes: number,
): void => countRequest(deps, actor, method, Math.floor(bytes / bytesOfRequest))
