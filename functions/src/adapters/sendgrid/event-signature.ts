import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Clock } from '../../lib/ports.ts'

/** SendGrid redelivers for a day, perhaps with the original signature. Milliseconds. */
const oldest = 25 * 3_600_000
const newest = 5 * 60_000

export interface SignedCall {
  /** `X-Twilio-Email-Event-Webhook-Signature`: ECDSA over time and body, DER, in base64. */
  signature: string
  /** `X-Twilio-Email-Event-Webhook-Timestamp`: seconds. */
  timestamp: string
  body: Buffer | undefined
}

/**
 * Whether SendGrid signed a call with the private half of one of these keys (SPKI in base64, as its settings show
 * them). Throws for an invalid key rather than silently refusing every call.
 */
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
