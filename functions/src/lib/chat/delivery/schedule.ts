import { fullJitter } from '../../durable/backoff.ts'
import type { Delivery } from '../message.ts'
import { providerBusy } from './delivery-failures.ts'

/** Sends that were surely not processed are tried this often, then failed. */
const maxAttempts = 6
/** Milliseconds. */
const leastWait = 7_500
const backoff = { baseMs: 7_500, capMs: 10 * 60_000 }

/** A delivery whose send was surely not processed: tried again after a while, or failed when that was tried enough. */
export function retriedLater(delivery: Delivery, now: Date): Delivery {
  if (delivery.attempts >= maxAttempts) return { ...delivery, status: 'failed', failure: providerBusy }
  const wait = leastWait + fullJitter(backoff, delivery.attempts)
  return { ...delivery, status: 'pending', notBefore: new Date(now.getTime() + wait) }
}

/** How long after its claim a send is asked after, as long as no callback has told of it. Milliseconds. */
const checks = [10 * 60_000, 60 * 60_000, 24 * 60 * 60_000] as const

/** When a send that was claimed then is asked after next; undefined when that was done enough. */
export function nextCheck(claimedAt: Date | undefined, now: Date): Date | undefined {
  if (!claimedAt) return undefined
  const next = checks.find(check => claimedAt.getTime() + check > now.getTime())
  return next === undefined ? undefined : new Date(claimedAt.getTime() + next)
}
