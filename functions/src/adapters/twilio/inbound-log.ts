import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js'
import * as z from 'zod'
import type { ChannelName } from '../../lib/chat/channel-names.ts'
import type { InboundLog, InboundPage, ListedEntry } from '../../lib/chat/inbound/inbound-log.ts'
import { digestOf } from '../../lib/digest.ts'
import { ProviderError } from '../../lib/errors.ts'
import { baseUrl } from '../base-url.ts'
import { malformedReply, readReply } from '../provider-failure.ts'
import { addressFrom, addressOn, ownAddress, twilioChannels } from './addresses.ts'
import { type TwilioAccount, throwProviderError, twilioClient } from './client.ts'

export interface TwilioInboundConfig extends TwilioAccount {
  /** Empty: receives nothing. */
  chatappSender: string
  smsSender: string
}

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
const maxMedia = 10

interface ListPage {
  instances: MessageInstance[]
  nextPageUrl?: string | undefined
}

export function twilioInboundLog(config: TwilioInboundConfig): InboundLog {
  const client = twilioClient(config)
  return {
    channels: async () => twilioChannels.filter(channel => ownAddress(config, channel) !== ''),

    async page({ channel, day }, address) {
      // Without an address the list covers every number; a channel can be switched off midway.
      const own = ownAddress(config, channel)
      if (own === '') return { entries: [], ids: [] }
      const to = addressOn(channel, own)
      const page: ListPage = await (address === undefined
        ? client.messages.page({ to, dateSent: day, pageSize })
        : client.messages.getPage(new URL(address, baseUrl(config.url)).href)
      ).catch(throwProviderError)
      return toPage(page, channel)
    },

    async one(providerMessageId) {
      const message = await client
        .messages(providerMessageId)
        .fetch()
        .catch((error: unknown) => {
          if (error instanceof ProviderError && error.status === 404) return undefined
          return throwProviderError(error)
        })
      if (message && idOf(message) !== providerMessageId) throw malformedReply('twilio')
      return message && toEntry(message, addressFrom(String(message.to)).channel)
    },

    async attachmentsOf(providerMessageId) {
      const page = await client
        .messages(providerMessageId)
        .media.page({ pageSize: maxMedia })
        .catch(throwProviderError)
      return page.instances.map(instance => {
        const { uri, contentType } = readReply('twilio', listedMedia, instance)
        return { url: baseUrl(config.url) + uri.replace(/\.json$/, ''), type: contentType ?? undefined }
      })
    },
  }
}

function toPage({ instances, nextPageUrl }: ListPage, channel: ChannelName): InboundPage {
  if (instances.length > 0 && !instances.some(isEntry)) throw malformedReply('twilio')
  const next = nextPageUrl === undefined ? undefined : new URL(nextPageUrl)
  return {
    entries: instances.filter(isInbound).map(instance => toEntry(instance, channel)),
    ids: instances.map(idOf),
    next: next && next.pathname + next.search,
  }
}

const isInbound = ({ direction }: MessageInstance): boolean => !String(direction).startsWith('outbound')

/** The id is stable. */
const idOf = (instance: MessageInstance): string =>
  listedId.safeParse(instance).data?.sid ?? `odd-${digestOf(String(instance.sid))}`

const isEntry = (instance: MessageInstance): boolean =>
  listedId.safeParse(instance).success || listed.omit({ sid: true }).safeParse(instance).success

function toEntry(instance: MessageInstance, channel: ChannelName): ListedEntry {
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
    from: addressFrom(from).address.toWellFormed(),
    body: (body ?? '').toWellFormed(),
    attachmentCount: numMedia,
    receivedAt: dateCreated,
  }
}
