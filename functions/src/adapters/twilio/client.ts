import Twilio from 'twilio/lib/rest/Twilio.js'
import type { OutboundChannel } from '../../lib/chat/delivery/outbound.ts'
import { ProviderError } from '../../lib/errors.ts'
import { malformedReply } from '../provider-failure.ts'
import { TwilioTransport } from './transport.ts'

export interface TwilioAccount {
  /** `https://api.twilio.com`, or a stand-in for it. */
  url: string
  accountSid: string
  authToken: string
  timeoutMs: number
}

/** The SDK, speaking through our own transport. Throws without credentials. */
export function twilioClient({ url, accountSid, authToken, timeoutMs }: TwilioAccount): Twilio {
  // The SDK would find out on the first send only, and its error would look like a send of unknown outcome.
  if (!accountSid || !authToken) throw new Error('Twilio needs an account SID and an auth token')
  return new Twilio(accountSid, authToken, { httpClient: new TwilioTransport(url, timeoutMs) })
}

export const chatappPrefix = 'whatsapp:'

/** Addresses of a channel as Twilio writes them. */
export const addressOn = {
  chatapp: (of: string) => (of.startsWith(chatappPrefix) ? of : `${chatappPrefix}${of}`),
  sms: (of: string) => of,
} satisfies Record<OutboundChannel, (of: string) => string>

/** What is used of the SDK's pages; its own type of a following page is another one than that of the first. */
export interface ListPage<T> {
  instances: T[]
  nextPage(): Promise<ListPage<T>> | undefined
}

/** Throws our own error on. Any other means that the SDK could not read the reply. */
export function throwProviderError(error: unknown): never {
  throw error instanceof ProviderError ? error : malformedReply('twilio')
}
