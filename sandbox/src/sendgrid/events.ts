/** The calls SendGrid makes to the project: a list of events, signed over their time and bytes. */

import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import type { JsonObject } from '../core/values.ts'

/** The words of the project, where they differ from the vendor's. */
const synonyms: Readonly<Record<string, string>> = {
  accepted: 'processed',
  bounced: 'bounce',
  'spam-reported': 'spamreport',
  unsubscribed: 'unsubscribe',
}

export const eventWord = (event: string): string => synonyms[event] ?? event

/** Why an e-mail to an address is dropped after such an event. */
const listedAs: Readonly<Record<string, string>> = {
  bounce: 'Bounced Address',
  spamreport: 'Spam Reporting Address',
  unsubscribe: 'Unsubscribed Address',
}

export const suppressionAfter = (event: string): string | undefined => listedAs[event]

const detailsOf: Readonly<Record<string, JsonObject>> = {
  bounce: { type: 'bounce', status: '5.1.1', reason: '550 5.1.1 The email account does not exist' },
  deferred: { response: '451 4.7.1 Try again later', attempt: '1' },
  delivered: { response: '250 OK' },
  dropped: { reason: 'Bounced Address' },
}

export interface MailEvent {
  readonly event: string
  /** The vendor always sends it; the sandbox knows it only of mails that it accepted. */
  readonly email?: string | undefined
  readonly emailId: string
  /** Seconds. */
  readonly timestamp: number
  readonly messageId?: string | undefined
  readonly reason?: string | undefined
}

/** An event as the vendor writes it: `custom_args` are fields among the others. */
export const eventOf = ({ event, messageId, reason, ...fields }: MailEvent): JsonObject => ({
  ...fields,
  event,
  sg_event_id: randomUUID(),
  sg_message_id: `${messageId ?? 'unknown'}.recvd-0`,
  'smtp-id': `<${messageId ?? 'unknown'}@sandbox.example>`,
  ...detailsOf[event],
  ...(reason !== undefined && { reason }),
})

/** Signs the events with the key and sends them; returns the project's status, null without an answer. */
export async function tellEvents(
  url: string,
  privateKey: string,
  events: readonly JsonObject[],
  signedAt = new Date(),
): Promise<number | null> {
  const timestamp = String(Math.floor(signedAt.getTime() / 1000))
  const body = JSON.stringify(events)
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'SendGrid Event API',
      'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), key).toString(
        'base64',
      ),
      'x-twilio-email-event-webhook-timestamp': timestamp,
    },
    body,
    signal: AbortSignal.timeout(60_000),
  }).catch(() => null)
  return response?.status ?? null
}
