import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { ReportedFate, SuppressionList } from '../../lib/email/outbox.ts'
import type { Clock } from '../../lib/ports.ts'

const fates: Readonly<Record<string, ReportedFate>> = {
  processed: 'accepted',
  deferred: 'deferred',
  delivered: 'delivered',
  bounce: 'bounced',
  dropped: 'dropped',
  spamreport: 'spam-reported',
}

const lists: readonly (readonly [RegExp, SuppressionList])[] = [
  [/bounced address/i, 'bounces'],
  [/spam reporting address/i, 'spam-reports'],
  [/unsubscribe/i, 'unsubscribes'],
  [/^invalid$|invalid address/i, 'invalid-addresses'],
]

export interface EventMeaning {
  fate: ReportedFate
  suppression?: SuppressionList
}

export function meaningOf(event: string, reason: string | undefined): EventMeaning | undefined {
  const fate = Object.hasOwn(fates, event) ? fates[event] : undefined
  if (!fate) return undefined
  const suppression = fate === 'dropped' && lists.find(([words]) => words.test(reason ?? ''))?.[1]
  return { fate, ...(suppression && { suppression }) }
}

/** SendGrid redelivers for a day, perhaps with the first signature. */
const oldest = 25 * 3_600_000
const newest = 5 * 60_000

export interface SignedCall {
  /** `X-Twilio-Email-Event-Webhook-Signature`: ECDSA over time and body, DER, base64. */
  signature: string
  /** `X-Twilio-Email-Event-Webhook-Timestamp`: seconds. */
  timestamp: string
  body: Buffer | undefined
}

/** SPKI in base64, as in SendGrid's settings. Throws for an invalid key. */
export function isEventSignature(
  keys: readonly string[],
  { now }: Pick<Clock, 'now'>,
  { signature, timestamp, body }: SignedCall,
): boolean {
  const all = keys.map(keyOf)
  if (!/^\d{1,12}$/.test(timestamp) || !body) return false
  const age = now().getTime() - Number(timestamp) * 1000
  if (age > oldest || age < -newest) return false
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  return all.some(key => verify('sha256', signed, key, Buffer.from(signature, 'base64')))
}

function keyOf(text: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  } catch {
    throw new Error('SENDGRID_WEBHOOK_PUBLIC_KEY must be the key that SendGrid shows, such as "MFkwEwYH…"')
  }
}
