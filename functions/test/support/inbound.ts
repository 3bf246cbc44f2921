import { randomBytes } from 'node:crypto'
import webhooks from 'twilio/lib/webhooks/webhooks.js'
import { sandboxCredentials } from '../../../sandbox/src/index.ts'
import { type Answer, call, fromStack } from './stack.ts'

const path = '/webhooks/twilio/inbound'

/** A provider message id of the test's own. */
export const newSid = (): string => `SM${randomBytes(16).toString('hex')}`

/** The form of an inbound chatapp message. */
export const inboundForm = (from: string, body: string): Record<string, string> => ({
  MessageSid: newSid(),
  AccountSid: sandboxCredentials.twilioAccountSid,
  From: from,
  To: sandboxCredentials.chatappSender,
  Body: body,
  NumMedia: '0',
})

/** The provider's signature of the form, as the vendor's own SDK computes it. */
export const signatureOf = (
  form: Record<string, string | string[]>,
  token = sandboxCredentials.twilioAuthToken,
  url = fromStack('API_URL') + path,
): string => webhooks.getExpectedTwilioSignature(token, url, form)

/** Posts a form to a webhook; a key with several values is repeated. Without a signature none is sent. */
export function postForm(
  form: Record<string, string | string[]>,
  signature?: string,
  target = path,
): Promise<Answer> {
  const pairs = Object.entries(form).flatMap(([key, value]) =>
    [value].flat().map((item): [string, string] => [key, item]),
  )
  return call('POST', target, {
    body: new URLSearchParams(pairs).toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(signature !== undefined && { 'X-Twilio-Signature': signature }),
    },
  })
}
