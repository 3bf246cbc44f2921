import { randomBytes } from 'node:crypto'

/** A file of an inbound message. */
export interface StoredMedia {
  readonly sid: string
  readonly contentType: string
}

export interface StoredMessage {
  readonly sid: string
  readonly direction: 'inbound' | 'outbound-api'
  readonly from: string
  readonly to: string
  readonly messagingServiceSid: string | null
  readonly createdAt: Date
  readonly contentSid: string | null
  readonly statusCallback: string | null
  body: string
  numMedia: number
  contentVariables: string | null
  mediaUrls: readonly string[]
  media: readonly StoredMedia[]
  updatedAt: Date
  sentAt: Date | null
  status: string
  errorCode: number | null
}

export const newSid = (kind: 'SM' | 'MM' | 'ME'): string => kind + randomBytes(16).toString('hex')

/** Oldest first, as they came. */
export class MessageStore {
  readonly messages = new Map<string, StoredMessage>()
  /** SMS numbers that said STOP: the carrier side blocks them whatever the sender does. */
  readonly optedOut = new Set<string>()

  reset(): void {
    this.messages.clear()
    this.optedOut.clear()
  }

  add(message: StoredMessage): StoredMessage {
    this.messages.set(message.sid, message)
    return message
  }
}

const rfc2822 = (date: Date | null): string | null =>
  date ? date.toUTCString().replace('GMT', '+0000') : null

const segments = (body: string): string => String(Math.max(1, Math.ceil(body.length / 153)))

/** The resource as the vendor's API writes it. */
export function showMessage(message: StoredMessage, accountSid: string) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${message.sid}`
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: message.body,
    date_created: rfc2822(message.createdAt),
    date_sent: rfc2822(message.sentAt),
    date_updated: rfc2822(message.updatedAt),
    direction: message.direction,
    error_code: message.errorCode,
    error_message: null,
    from: message.from,
    messaging_service_sid: message.messagingServiceSid,
    num_media: String(message.numMedia),
    num_segments: segments(message.body),
    price: null,
    price_unit: null,
    sid: message.sid,
    status: message.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: message.to,
    uri: `${uri}.json`,
  }
}

/** For `/_sandbox/state`: the resource and what the vendor never shows. */
export const describeMessage = (message: StoredMessage, accountSid: string) => ({
  ...showMessage(message, accountSid),
  content_sid: message.contentSid,
  content_variables: message.contentVariables,
  status_callback: message.statusCallback,
  media_urls: message.mediaUrls,
})
