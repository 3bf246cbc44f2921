import type { SandboxCredentials } from '../core/context.ts'
import { asList, type JsonObject, presentText } from '../core/values.ts'
import { json, type Reply } from '../core/vendor.ts'
import { type Address, isReachable, magicCode, parseAddress } from './address.ts'
import { channels } from './channels.ts'
import { refuse } from './errors.ts'
import { type MessageStore, newSid, type StoredMessage, showMessage } from './store.ts'

const maxBody = 1600
const maxMedia = 10

interface Content {
  readonly body: string
  readonly mediaUrls: readonly string[]
  readonly contentSid: string | null
  readonly contentVariables: string | null
}

function readMedia(form: JsonObject): readonly string[] {
  const value = form.MediaUrl
  const urls = asList(typeof value === 'string' ? [value] : value).filter(url => typeof url === 'string')
  if (urls.length > maxMedia) throw refuse(21623)
  return urls
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function readContent(form: JsonObject): Content {
  const body = presentText(form.Body) ?? ''
  const contentSid = presentText(form.ContentSid) ?? null
  const contentVariables = presentText(form.ContentVariables) ?? null
  const mediaUrls = readMedia(form)
  if (body === '' && mediaUrls.length === 0 && contentSid === null) throw refuse(21619)
  if (body.length > maxBody) throw refuse(21617)
  if (contentSid !== null && !/^HX[0-9a-fA-F]{32}$/.test(contentSid)) throw refuse(21655)
  if (contentVariables !== null && !isJsonObject(contentVariables)) throw refuse(21656)
  return { body, mediaUrls, contentSid, contentVariables }
}

/** The host may not contain an underscore. */
function readStatusCallback(form: JsonObject): string | null {
  const text = presentText(form.StatusCallback)
  if (text === undefined) return null
  if (!URL.canParse(text)) throw refuse(21609)
  const { protocol, hostname } = new URL(text)
  if (!/^https?:$/.test(protocol) || hostname.includes('_')) throw refuse(21609)
  return text
}

interface Route {
  readonly to: Address
  readonly from: string
  readonly serviceSid: string | null
}

function checkSender(from: Address, to: Address, credentials: SandboxCredentials): void {
  if (from.channel !== to.channel) throw refuse(21910)
  const { sender, wrongSender } = channels[from.channel]
  if (from.text !== sender(credentials)) throw refuse(wrongSender)
}

function readRoute(form: JsonObject, credentials: SandboxCredentials): Route {
  const to = parseAddress(form.To)
  if (!to) throw refuse(21604)
  const from = parseAddress(form.From)
  const serviceSid = presentText(form.MessagingServiceSid) ?? null
  if (!from && serviceSid === null) throw refuse(21603)
  if (from) checkSender(from, to, credentials)
  if (!isReachable(to)) throw refuse(21211)
  return { to, from: from?.text ?? channels[to.channel].sender(credentials), serviceSid }
}

function checkRecipient(store: MessageStore, to: Address, isTemplate: boolean): void {
  const code = magicCode(to, isTemplate)
  if (code !== undefined) throw refuse(code)
  if (store.optedOut.has(to.text)) throw refuse(21610)
}

function build(route: Route, content: Content, statusCallback: string | null): StoredMessage {
  const now = new Date()
  return {
    ...content,
    media: [],
    sid: newSid(content.mediaUrls.length > 0 ? 'MM' : 'SM'),
    direction: 'outbound-api',
    from: route.from,
    to: route.to.text,
    numMedia: content.mediaUrls.length,
    messagingServiceSid: route.serviceSid,
    statusCallback,
    createdAt: now,
    updatedAt: now,
    sentAt: null,
    status: route.serviceSid === null ? 'queued' : 'accepted',
    errorCode: null,
  }
}

/** Sends every time it is called: the vendor has no idempotency. */
export function sendMessage(store: MessageStore, credentials: SandboxCredentials, form: JsonObject): Reply {
  const route = readRoute(form, credentials)
  const content = readContent(form)
  const statusCallback = readStatusCallback(form)
  checkRecipient(store, route.to, content.contentSid !== null)
  const message = store.add(build(route, content, statusCallback))
  return json(201, showMessage(message, credentials.twilioAccountSid))
}
