import { createHash, timingSafeEqual } from 'node:crypto'

export const isWebhookSecret = (secret: string, given: string): boolean =>
  secret !== '' && timingSafeEqual(digest(secret), digest(given))

/** `timingSafeEqual` needs equal lengths. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
