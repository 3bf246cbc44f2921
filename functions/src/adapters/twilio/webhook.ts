// The webhooks module alone: the whole SDK would only slow the start of the webhook down.
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import type { MessagingWebhook } from '../../lib/services.ts'
import { refusalOf, stageOf } from './refusals.ts'

/** How Twilio's calls are proven and understood. */
export const twilioWebhook = (config: {
  publicUrl: string
  twilioAuthTokens: readonly string[]
}): MessagingWebhook => ({
  publicUrl: config.publicUrl,
  isValidSignature: (...call) =>
    config.twilioAuthTokens.some(token => isValidTwilioSignature(token, ...call)),
  reportOf(status, errorCode) {
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
  // An empty token would make the signature one that anybody can compute.
  if (authToken === '' || !signature) return false
  const [signed = ''] = url.split('#')
  try {
    return validateRequest(authToken, signature, signed, params)
  } catch {
    return false
  }
}
