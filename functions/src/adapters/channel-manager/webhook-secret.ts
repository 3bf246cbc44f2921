import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a call to our webhook carries the secret that we registered there. Without a secret nobody is known. */
export const isWebhookSecret = (secret: string, given: string): boolean =>
  secret !== '' && timingSafeEqual(digest(secret), digest(given))

/** Of one length whatever it is of, as the comparison needs. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
