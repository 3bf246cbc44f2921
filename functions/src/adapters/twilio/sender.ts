import Twilio from 'twilio/lib/rest/Twilio.js'
import * as z from 'zod'
import type { OutboundChannel } from '../../lib/chat/outbound.ts'
import type { TextSender } from '../../lib/chat/ports.ts'
import { ProviderError } from '../../lib/errors.ts'
import { malformedReply } from '../provider-failure.ts'
import { TwilioTransport } from './transport.ts'

export interface TwilioSenderConfig {
  /** `https://api.twilio.com`, or a stand-in for it. */
  url: string
  accountSid: string
  authToken: string
  /** Number or address we send chatapp messages from, with or without its prefix. */
  chatappSender: string
  /** Number we send SMS from, E.164. */
  smsSender: string
  timeoutMs: number
}

const accepted = z.object({ sid: z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/) })

const chatappPrefix = 'whatsapp:'

/** Addresses of a channel as Twilio writes them. */
const address = {
  chatapp: (of: string) => (of.startsWith(chatappPrefix) ? of : `${chatappPrefix}${of}`),
  sms: (of: string) => of,
} satisfies Record<OutboundChannel, (of: string) => string>

/** Sends chatapp and SMS texts through Twilio. It knows no idempotency key: `unknown` is not to be repeated. */
export function twilioSender(config: TwilioSenderConfig): TextSender {
  // The SDK would find out on the first send only, and its error would look like a send of unknown outcome.
  if (!config.accountSid || !config.authToken)
    throw new Error('Twilio needs an account SID and an auth token')
  const client = new Twilio(config.accountSid, config.authToken, {
    httpClient: new TwilioTransport(config.url, config.timeoutMs),
  })
  const senders = { chatapp: config.chatappSender, sms: config.smsSender }
  return {
    async send(channel, to, body) {
      const from = address[channel](senders[channel])
      const created = await client.messages
        .create({ to: address[channel](to), from, body })
        .catch((error: unknown) => {
          // Anything else is the SDK stumbling over a reply it cannot read.
          throw error instanceof ProviderError ? error : malformedReply('twilio')
        })
      const reply = accepted.safeParse(created)
      if (!reply.success) throw malformedReply('twilio')
      return { providerMessageId: reply.data.sid }
    },
  }
}
