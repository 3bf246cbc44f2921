import type { MessagingWebhook } from '../../lib/services.ts'
import { refusalOf } from './refusals.ts'
import { isValidTwilioSignature } from './signature.ts'
import { stageOf } from './status.ts'

/** How Twilio's calls are proven and understood. */
export const twilioWebhook = ({
  publicUrl,
  twilioAuthToken,
}: {
  publicUrl: string
  twilioAuthToken: string
}): MessagingWebhook => ({
  publicUrl,
  isValidSignature: (signature, url, params) =>
    isValidTwilioSignature(twilioAuthToken, signature, url, params),
  reportOf(status, errorCode) {
    const stage = stageOf(status)
    return stage && { status: stage, ...(errorCode && { refusal: refusalOf(errorCode) }) }
  },
})
