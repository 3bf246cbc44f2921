/** The calls Twilio makes to the project, signed as the vendor's own SDK signs them. */

import webhooks from 'twilio/lib/webhooks/webhooks.js'
import type { SandboxContext } from '../core/context.ts'
import type { JsonObject } from '../core/values.ts'
import { addressOf } from './address.ts'
import { channels } from './channels.ts'
import { type MessageStore, newSid, type StoredMedia, type StoredMessage } from './store.ts'

export type Form = Record<string, string>

export interface CallbackResult {
  readonly status: number
  readonly body: string
}

/** Keys in lower camel case are written as Twilio writes them: `profileName` → `ProfileName`. */
export const formOf = (extras: JsonObject): Form =>
  Object.fromEntries(
    Object.entries(extras).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), String(value)]),
  )

/** Repetitions of a call without an answer in time, by the address's fragment: `#rc=3&rt=15000`. */
function overridesOf(target: string): { repetitions: number; patienceMs: number } {
  const overrides = new URLSearchParams(target.split('#')[1])
  return { repetitions: Number(overrides.get('rc') ?? 0), patienceMs: Number(overrides.get('rt') ?? 30_000) }
}

/** `signature`: undefined sends the right one, an empty text none, any other text itself. */
export async function callProject(
  token: string,
  target: string,
  form: Form,
  signature?: string,
): Promise<CallbackResult> {
  const url = target.replace(/#.*$/, '')
  const { repetitions, patienceMs } = overridesOf(target)
  const signed = signature ?? webhooks.getExpectedTwilioSignature(token, url, form)
  const call = async () => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        'user-agent': 'TwilioProxy/1.1',
        ...(signed === '' ? {} : { 'x-twilio-signature': signed }),
      },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(patienceMs),
    })
    return { status: response.status, body: await response.text() }
  }
  for (let left = repetitions; ; left -= 1) {
    try {
      return await call()
    } catch (error) {
      const isSilence = error instanceof DOMException && error.name === 'TimeoutError'
      if (!isSilence || left === 0) throw error
    }
  }
}

export interface Inbound {
  /** The sandbox's address, for its own files. */
  readonly origin: string
  readonly from: string
  readonly body: string
  readonly to?: string | undefined
  readonly messageSid?: string | undefined
  readonly extras: JsonObject
}

const maxMedia = 100
const mediaKey = /^Media(?:Url|ContentType)(\d+)$/
const defaultType = 'image/png'

const mediaCount = ({ NumMedia }: Form): number => Math.min(Math.max(Number(NumMedia) || 0, 0), maxMedia)

/** The greater of `NumMedia` and the count that names of fields imply. */
function countMedia(form: Form): number {
  const named = Object.keys(form).map(key => Number(mediaKey.exec(key)?.[1] ?? -1) + 1)
  return Math.max(mediaCount(form), ...named)
}

/** Files without an address from the caller are at the sandbox. */
function mediaFields({ credentials }: SandboxContext, origin: string, sid: string, extras: Form): Form {
  const base = `${origin}/twilio/2010-04-01/Accounts/${credentials.twilioAccountSid}/Messages/${sid}/Media`
  const fields = Array.from({ length: countMedia(extras) }, (_, index) => [
    [`MediaUrl${index}`, `${base}/${newSid('ME')}`],
    [`MediaContentType${index}`, defaultType],
  ])
  return { NumMedia: String(fields.length), ...Object.fromEntries(fields.flat()) }
}

const ownSid = (url: string): string | undefined => /\/Media\/(ME[0-9a-f]{32})$/.exec(url)?.[1]

const mediaOf = (form: Form): StoredMedia[] =>
  Array.from({ length: mediaCount(form) }, (_, index) => ({
    sid: ownSid(form[`MediaUrl${index}`] ?? '') ?? newSid('ME'),
    contentType: form[`MediaContentType${index}`] ?? defaultType,
  }))

export function inboundForm(context: SandboxContext, inbound: Inbound): Form {
  const { credentials } = context
  const { channel, id } = addressOf(inbound.from)
  const extras = formOf(inbound.extras)
  const sid = inbound.messageSid ?? newSid(countMedia(extras) > 0 ? 'MM' : 'SM')
  return {
    ToCountry: 'US',
    SmsMessageSid: sid,
    ...channels[channel].inboundFields(id),
    SmsSid: sid,
    SmsStatus: 'received',
    Body: inbound.body,
    To: inbound.to ?? channels[channel].sender(credentials),
    NumSegments: '1',
    MessageSid: sid,
    AccountSid: credentials.twilioAccountSid,
    From: inbound.from,
    ApiVersion: '2010-04-01',
    ...mediaFields(context, inbound.origin, sid, extras),
    ...extras,
  }
}

const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const startWords = new Set(['START', 'YES', 'UNSTOP'])

function followKeyword(store: MessageStore, from: string, body: string): void {
  if (!channels[addressOf(from).channel].followsKeywords) return
  const word = body.trim().toUpperCase()
  if (stopWords.has(word)) store.optedOut.add(from)
  if (startWords.has(word)) store.optedOut.delete(from)
}

/** Adds the message to the account's list; a repeated sid is the same message. */
export function recordInbound(store: MessageStore, form: Form, sentAt = new Date()): void {
  const { MessageSid: sid = '', From: from = '', To: to = '', Body: body = '', NumMedia: media = '0' } = form
  followKeyword(store, from, body)
  if (store.messages.has(sid)) return
  store.add({
    sid,
    direction: 'inbound',
    from,
    to,
    body,
    numMedia: Number(media),
    messagingServiceSid: null,
    createdAt: sentAt,
    updatedAt: sentAt,
    sentAt,
    status: 'received',
    errorCode: null,
    contentSid: null,
    contentVariables: null,
    statusCallback: null,
    media: mediaOf(form),
    mediaUrls: Object.entries(form).flatMap(([key, value]) => (/^MediaUrl\d+$/.test(key) ? [value] : [])),
  })
}

/** A later status never unsends: the sent date stays once it is there. */
export function updateStatus(message: StoredMessage, status: string, errorCode: number | null): void {
  message.status = status
  message.errorCode = errorCode
  message.updatedAt = new Date()
  if (['sent', 'delivered', 'read'].includes(status)) message.sentAt ??= message.updatedAt
}

export function statusForm(
  context: SandboxContext,
  message: Pick<StoredMessage, 'sid' | 'from' | 'to'>,
  status: string,
  errorCode: number | null,
): Form {
  return {
    SmsSid: message.sid,
    SmsStatus: status,
    MessageStatus: status,
    MessageSid: message.sid,
    AccountSid: context.credentials.twilioAccountSid,
    From: message.from,
    To: message.to,
    ApiVersion: '2010-04-01',
    ...channels[addressOf(message.to).channel].statusFields(message.to),
    ...(errorCode === null ? {} : { ErrorCode: String(errorCode) }),
  }
}
