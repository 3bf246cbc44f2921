import type { FileAddress } from '../../lib/chat/media-source.ts'
import { baseUrl } from '../base-url.ts'

const realOrigin = 'https://api.twilio.com'
const mediaPath =
  /^\/2010-04-01\/Accounts\/([A-Za-z0-9]+)\/Messages\/((?:SM|MM)[0-9a-fA-F]{32})\/Media\/ME[0-9a-fA-F]{32}$/

interface Provider {
  url: string
  accountSid: string
}

export const isProviders = (address: string, { url }: Pick<Provider, 'url'>): boolean =>
  providersUrl(address, url) !== undefined

export function mediaUrl(file: FileAddress, { url, accountSid }: Provider): string | undefined {
  const parsed = providersUrl(file.url, url)
  if (!parsed) return undefined
  const base = baseUrl(url)
  const { origin, pathname } = new URL(base)
  const prefix = parsed.origin === origin ? pathname.replace(/\/$/, '') : ''
  if (!parsed.pathname.startsWith(prefix)) return undefined
  const path = parsed.pathname.slice(prefix.length)
  const [, account, messageSid] = mediaPath.exec(path) ?? []
  return account === accountSid && messageSid === file.providerMessageId ? base + path : undefined
}

function providersUrl(address: string, url: string): URL | undefined {
  if (!URL.canParse(address)) return undefined
  const parsed = new URL(address)
  const isOurs = parsed.origin === realOrigin || parsed.origin === new URL(url).origin
  return isOurs && parsed.username === '' && parsed.password === '' ? parsed : undefined
}
