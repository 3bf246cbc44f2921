// Only this module: loading the whole SDK would slow down the webhook's start.
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import type { Proofs } from '../../lib/context.ts'
import { addressFrom } from './addresses.ts'
import { refusalOf, stageOf } from './refusals.ts'

/** Verifies and translates Twilio's calls. */
export const twilioWebhook = (authTokens: readonly string[]): Proofs['messagingWebhook'] => ({
  isValidSignature: async (...call) => authTokens.some(token => isValidTwilioSignature(token, ...call)),
  addressIn: async written => addressFrom(written),
  async reportOf(status, errorCode) {
    const stage = stageOf(status)
    return stage && { status: stage, ...(errorCode && { refusal: refusalOf(errorCode) }) }
  },
})

/**
 * Whether a form POST came from Twilio. `url` is the public URL that Twilio called, rebuilt from configuration; its
 * fragment is not part of what is signed. Values may be arrays where a key repeats. Never throws.
 */
export function isValidTwilioSignature(
  authToken: string,
  signature: string | undefined,
  url: string,
  params: Readonly<Record<string, unknown>>,
): boolean {
  // With an empty token anybody could compute the signature.
  if (authToken === '' || !signature) return false
  const [signed = ''] = url.split('#')
  try {
    return validateRequest(authToken, signature, signed, params)
  } catch {
    return false
  }
}
