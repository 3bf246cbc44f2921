import { jittered } from '../../retry-delay.ts'
import type { Delivery } from '../message.ts'
import { providerBusy } from './delivery-failures.ts'

/** Sends that were surely not processed are tried this often, then failed. */
const maxAttempts = 6
/** Milliseconds. */
const base = 15_000
const cap = 10 * 60_000

/** A delivery whose send was surely not processed: tried again after a while, or failed when that was tried enough. */
export function retriedLater(delivery: Delivery, now: Date): Delivery {
  if (delivery.attempts >= maxAttempts) return { ...delivery, status: 'failed', failure: providerBusy }
  const wait = base / 2 + jittered(delivery.attempts, base / 2, cap)
  return { ...delivery, status: 'pending', notBefore: new Date(now.getTime() + wait) }
}
