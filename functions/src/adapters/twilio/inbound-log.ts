import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js'
import * as z from 'zod'
import type { OutboundChannel } from '../../lib/chat/delivery/outbound.ts'
import type { InboundLog, InboundPage, ListedEntry } from '../../lib/chat/inbound/inbound-log.ts'
import { ProviderError } from '../../lib/errors.ts'
import { baseUrl } from '../base-url.ts'
import { malformedReply } from '../provider-failure.ts'
import { addressOn, chatappPrefix, type TwilioAccount, throwProviderError, twilioClient } from './client.ts'

export interface TwilioInboundConfig extends TwilioAccount {
  /** Numbers we receive at; an empty one receives nothing. */
  chatappSender: string
  smsSender: string
}

/** What an entry must have to be one at all. */
const listedId = z.object({ sid: z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/) })
const listedTime = z.date().optional().catch(undefined)
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

/** What is used of a page of the SDK's. */
interface ListPage {
  instances: MessageInstance[]
  nextPageUrl?: string | undefined
}

/** What Twilio has received for us. */
export function twilioInboundLog(config: TwilioInboundConfig): InboundLog {
  const client = twilioClient(config)
  const senders = { chatapp: config.chatappSender, sms: config.smsSender }
  return {
    channels: (['chatapp', 'sms'] as const).filter(channel => senders[channel] !== ''),

    async page({ channel, day }, address) {
      // A list that was begun while we still received by that channel; without an address it would be everybody's.
      if (senders[channel] === '') return { entries: [], ids: [] }
      const to = addressOn[channel](senders[channel])
      const page: ListPage = await (address === undefined
        ? client.messages.page({ to, dateSent: day, pageSize })
        : client.messages.getPage(new URL(address, baseUrl(config.url)).href)
      ).catch(throwProviderError)
      return toPage(page, channel)
    },

    async one(providerMessageId) {
      const found = await client
        .messages(providerMessageId)
        .fetch()
        .catch((error: unknown) => {
          if (error instanceof ProviderError && error.status === 404) return undefined
          return throwProviderError(error)
        })
      return found && toEntry(found, String(found.to).startsWith(chatappPrefix) ? 'chatapp' : 'sms')
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

/** The address of the next page is kept without its host, which is that of the account. */
function toPage({ instances, nextPageUrl }: ListPage, channel: OutboundChannel): InboundPage {
  const next = nextPageUrl === undefined ? undefined : new URL(nextPageUrl)
  return {
    entries: instances.filter(isInbound).map(instance => toEntry(instance, channel)),
    ids: instances.map(idOf),
    next: next && next.pathname + next.search,
  }
}

/** Whatever does not say that it went out. */
const isInbound = ({ direction }: MessageInstance): boolean => !String(direction).startsWith('outbound')

function idOf(instance: MessageInstance): string {
  const { data } = listedId.safeParse(instance)
  if (!data) throw malformedReply('twilio')
  return data.sid
}

function toEntry(instance: MessageInstance, channel: OutboundChannel): ListedEntry {
  const providerMessageId = idOf(instance)
  const { data, error } = listed.safeParse(instance)
  if (!data) {
    const receivedAt = listedTime.parse(instance.dateCreated)
    return { providerMessageId, channel, receivedAt, odd: error.issues.map(({ path }) => path.join('.')) }
  }
  const { from, body, numMedia, dateCreated } = data
  return {
    providerMessageId,
    channel,
    from: (from.startsWith(chatappPrefix) ? from.slice(chatappPrefix.length) : from).toWellFormed(),
    body: (body ?? '').toWellFormed(),
    attachmentCount: numMedia,
    receivedAt: dateCreated,
  }
}
