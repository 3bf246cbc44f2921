// The whole SDK is slow to load.
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import type { Proofs } from '../../lib/context.ts'
import { addressFrom } from './addresses.ts'
import { refusalOf, stageOf } from './refusals.ts'

export const twilioWebhook = (authTokens: readonly string[]): Proofs['messagingWebhook'] => ({
  isValidSignature: async (...call) => authTokens.some(token => isValidTwilioSignature(token, ...call)),
  addressIn: async written => addressFrom(written),
  async reportOf(status, errorCode) {
    const stage = stageOf(status)
    return stage && { status: stage, ...(errorCode && { refusal: refusalOf(errorCode) }) }
  },
})

/** `url` is public, from configuration; its fragment is not signed. Never throws. */
export function isValidTwilioSignature(
  authToken: string,
  signature: string | undefined,
  url: string,
  params: Readonly<Record<string, unknown>>,
): boolean {
  // Anybody can sign with an empty token.
  if (authToken === '' || !signature) return false
  const [signed = ''] = url.split('#')
  try {
    return validateRequest(authToken, signature, signed, params)
  } catch {
    return false
  }
}
