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
