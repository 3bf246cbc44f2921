import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js'
import * as z from 'zod'
import type { OutboundChannel } from '../../lib/chat/delivery/outbound.ts'
import type { InboundLog, ListedInbound } from '../../lib/chat/inbound/receive-message.ts'
import type { Log } from '../../lib/ports.ts'
import { baseUrl } from '../base-url.ts'
import { malformedReply } from '../provider-failure.ts'
import {
  addressOn,
  chatappPrefix,
  type ListPage,
  type TwilioAccount,
  throwProviderError,
  twilioClient,
} from './client.ts'

export interface TwilioInboundConfig extends TwilioAccount {
  /** Numbers we receive at; an empty one receives nothing. */
  chatappSender: string
  smsSender: string
}

/** What an entry must have to be one at all. */
const listedId = z.object({ sid: z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/) })
const listed = listedId.extend({
  direction: z.string(),
  from: z.string().min(1).max(256),
  body: z.string().nullable(),
  numMedia: z.coerce.number().int().min(0),
  dateCreated: z.date(),
})
const listedMedia = z.object({
  uri: z.string().regex(/^\/[\w./-]+\.json$/),
  contentType: z.string().nullish(),
})

const pageSize = 1000
/** What the webhook would tell at most. */
const maxMedia = 10

/** What Twilio has received for us. An entry that cannot be read is logged and left out: the others matter too. */
export function twilioInboundLog(config: TwilioInboundConfig, log: Log): InboundLog {
  const client = twilioClient(config)
  const senders: [OutboundChannel, string][] = [
    ['chatapp', config.chatappSender],
    ['sms', config.smsSender],
  ]
  const firstPage = (channel: OutboundChannel, to: string, day: Date): Promise<ListPage<MessageInstance>> =>
    client.messages.page({ to: addressOn[channel](to), dateSent: day, pageSize }).catch(throwProviderError)
  return {
    async receivedOn(day, since) {
      const found: ListedInbound[] = []
      for (const [channel, to] of senders)
        if (to) found.push(...(await readBack(await firstPage(channel, to, day), channel, since, log)))
      return found
    },

    async attachmentsOf(providerMessageId) {
      const page = await client
        .messages(providerMessageId)
        .media.page({ pageSize: maxMedia })
        .catch(throwProviderError)
      return page.instances.map(instance => {
        const { success, data } = listedMedia.safeParse(instance)
        if (!success) throw malformedReply('twilio')
        return {
          url: baseUrl(config.url) + data.uri.replace(/\.json$/, ''),
          type: data.contentType ?? undefined,
        }
      })
    },
  }
}

/** Newest first: a page that reaches back far enough is the last that matters. */
async function readBack(
  first: ListPage<MessageInstance>,
  channel: OutboundChannel,
  since: Date,
  log: Log,
): Promise<ListedInbound[]> {
  const found: ListedInbound[] = []
  for (let page = first; ; ) {
    const entries = page.instances.filter(isInbound).flatMap(instance => parsedEntry(instance, log))
    const recent = entries.filter(({ dateCreated }) => dateCreated >= since)
    found.push(...recent.map(entry => toInbound(entry, channel)))
    const next = recent.length === entries.length ? page.nextPage() : undefined
    if (!next) return found
    page = await next.catch(throwProviderError)
  }
}

/** Whatever does not say that it went out. */
const isInbound = ({ direction }: MessageInstance): boolean => !String(direction).startsWith('outbound')

function parsedEntry(instance: MessageInstance, log: Log): z.infer<typeof listed>[] {
  const { data, error } = listed.safeParse(instance)
  if (data) return [data]
  const id = listedId.safeParse(instance).data
  if (!id) throw malformedReply('twilio')
  const odd = error?.issues.map(({ path }) => path.join('.'))
  log.error('an inbound message that cannot be read was left out', { providerMessageId: id.sid, odd })
  return []
}

const toInbound = (
  { sid, from, body, numMedia, dateCreated }: z.infer<typeof listed>,
  channel: OutboundChannel,
): ListedInbound => ({
  providerMessageId: sid,
  channel,
  from: (from.startsWith(chatappPrefix) ? from.slice(chatappPrefix.length) : from).toWellFormed(),
  body: (body ?? '').toWellFormed(),
  attachmentCount: numMedia,
  receivedAt: dateCreated,
})
