import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a webhook call carries the secret we registered. Without a secret every call is refused. */
export const isWebhookSecret = (secret: string, given: string): boolean =>
  secret !== '' && timingSafeEqual(digest(secret), digest(given))

/** Fixed length, as the constant-time comparison needs. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
