import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js'
import Twilio from 'twilio/lib/rest/Twilio.js'
import * as z from 'zod'
import type { OutboundChannel } from '../../lib/chat/delivery/outbound.ts'
import type { ListedMessage, Messenger, OutgoingContent } from '../../lib/chat/delivery/ports.ts'
import { stageOf } from '../../lib/chat/delivery/provider-status.ts'
import { ProviderError } from '../../lib/errors.ts'
import { malformedReply } from '../provider-failure.ts'
import { TwilioTransport } from './transport.ts'

export interface TwilioConfig {
  /** `https://api.twilio.com`, or a stand-in for it. */
  url: string
  accountSid: string
  authToken: string
  /** Number or address we send chatapp messages from, with or without its prefix. */
  chatappSender: string
  /** Number we send SMS from, E.164. */
  smsSender: string
  /** Origin that Twilio reaches us at; empty when it cannot, and then it tells no statuses. */
  publicUrl: string
  /** The id of each approved template at Twilio (`HX…`), by its name. */
  templates: Readonly<Record<string, string>>
  timeoutMs: number
}

const sid = z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/)
/** What is used of the SDK's pages; its own type of a following page is another one than that of the first. */
interface ListPage {
  instances: MessageInstance[]
  nextPage(): Promise<ListPage> | undefined
}

const accepted = z.object({ sid })
const listed = z.object({
  sid,
  status: z.string(),
  body: z.string().nullable(),
  direction: z.string(),
  dateCreated: z.date(),
  errorCode: z.number().nullable(),
})

/** Tells Twilio to call again three times, whatever went wrong; not part of what it signs. */
const callAgain = '#rc=3&rp=all'
const pageSize = 100

const chatappPrefix = 'whatsapp:'

/** Addresses of a channel as Twilio writes them. */
const address = {
  chatapp: (of: string) => (of.startsWith(chatappPrefix) ? of : `${chatappPrefix}${of}`),
  sms: (of: string) => of,
} satisfies Record<OutboundChannel, (of: string) => string>

/** Chatapp and SMS through Twilio. Sending knows no idempotency key: `unknown` is not to be repeated. */
export function twilioMessenger(config: TwilioConfig): Messenger {
  // The SDK would find out on the first send only, and its error would look like a send of unknown outcome.
  if (!config.accountSid || !config.authToken)
    throw new Error('Twilio needs an account SID and an auth token')
  const client = new Twilio(config.accountSid, config.authToken, {
    httpClient: new TwilioTransport(config.url, config.timeoutMs),
  })
  const senders = { chatapp: config.chatappSender, sms: config.smsSender }
  const addresses = (channel: OutboundChannel, to: string) => ({
    to: address[channel](to),
    from: address[channel](senders[channel]),
  })
  const firstPage = (channel: OutboundChannel, to: string): Promise<ListPage> =>
    client.messages.page({ ...addresses(channel, to), pageSize }).catch(readable)
  const origin = config.publicUrl.replace(/\/$/, '')
  return {
    async send({ channel, to, content, callback }) {
      const created = await client.messages
        .create({
          ...addresses(channel, to),
          ...contentOf(content, config.templates),
          ...(origin && { statusCallback: origin + callback + callAgain }),
        })
        .catch(readable)
      const reply = accepted.safeParse(created)
      if (!reply.success) throw malformedReply('twilio')
      return { providerMessageId: reply.data.sid }
    },

    async sentTo(channel, to, since) {
      const found: ListedMessage[] = []
      let page = await firstPage(channel, to)
      for (;;) {
        const entries = page.instances.map(parsedEntry)
        const recent = entries.filter(entry => entry.createdAt >= since)
        found.push(...recent.flatMap(entry => (entry.isOurs ? [entry.message] : [])))
        // Newest first: a page that reaches back far enough is the last that matters.
        const next = recent.length === entries.length ? page.nextPage() : undefined
        if (!next) return found
        page = await next.catch(readable)
      }
    },
  }
}

/** What Twilio answers to a content id that is none. */
const contentSidInvalid = '21655'

function contentOf(content: OutgoingContent, templates: TwilioConfig['templates']) {
  if ('text' in content) return { body: content.text }
  const { name, variables } = content.template
  const contentSid = templates[name]
  if (!contentSid) {
    throw new ProviderError('twilio', 'permanent', `no content id is set for template ${name}`, {
      providerCode: contentSidInvalid,
    })
  }
  return { contentSid, contentVariables: JSON.stringify(variables) }
}

function parsedEntry(instance: MessageInstance) {
  const { success, data } = listed.safeParse(instance)
  if (!success) throw malformedReply('twilio')
  const { direction, dateCreated: createdAt, errorCode, body } = data
  const message: ListedMessage = {
    providerMessageId: data.sid,
    status: stageOf(data.status) ?? 'sent',
    ...(errorCode !== null && { errorCode: String(errorCode) }),
    body: body ?? '',
    createdAt,
  }
  return { createdAt, isOurs: direction.startsWith('outbound'), message }
}

/** Anything but our own error is the SDK stumbling over a reply it cannot read. */
function readable(error: unknown): never {
  throw error instanceof ProviderError ? error : malformedReply('twilio')
}
