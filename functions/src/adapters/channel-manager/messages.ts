import type * as z from 'zod'
import type { OtaConversation, OtaInbox, OtaPageQuery } from '../../lib/chat/ota/ports.ts'
import { baseUrl } from '../base-url.ts'
import { malformedReply } from '../provider-failure.ts'
import {
  type ChannelManagerConfig,
  channelManagerClient,
  command,
  dataOf,
  ifAbsent,
  pageSize as mostRows,
  provider,
} from './client.ts'
import { throwIfNotInstalled } from './message-refusals.ts'
import { conversation, messageAt } from './message-replies.ts'
import { readPage } from './pages.ts'

/** Guests' messages at the OTAs, over HTTP. */
export function otaInbox(config: ChannelManagerConfig): OtaInbox {
  const client = channelManagerClient(config)
  const message = messageAt(baseUrl(config.url))

  async function pageOf<One>(path: string[], row: z.ZodType<One>, asked: OtaPageQuery & { of?: string }) {
    const pageSize = Math.min(asked.pageSize, mostRows)
    const query = asked.of === undefined ? {} : { 'filter[property_id]': asked.of }
    const list = { path, row, query, onRefusal: throwIfNotInstalled }
    const { rows, count, total } = await readPage(client, list, asked.page, pageSize)
    const isFull = count >= pageSize
    return { rows, hasMore: total === undefined ? isFull : count > 0 && asked.page * pageSize < total }
  }

  return {
    async conversations(propertyId, query) {
      const page = await pageOf(['message_threads'], conversation, { ...query, of: propertyId })
      const rows = page.rows.flatMap(({ channelManagerPropertyId = propertyId, ...one }) =>
        channelManagerPropertyId === propertyId ? { channelManagerPropertyId, ...one } : [],
      )
      return { ...page, rows: rows.toSorted((a, b) => timeOf(b) - timeOf(a)) }
    },

    async conversation(id) {
      const found = await client<z.infer<typeof conversation> | undefined>({
        path: ['message_threads', id],
        reply: dataOf(conversation),
        onRefusal: refused => throwIfNotInstalled(refused) ?? ifAbsent(refused),
      })
      if (!found) return undefined
      const { channelManagerPropertyId, ...rest } = found
      if (channelManagerPropertyId === undefined) throw malformedReply(provider)
      return { channelManagerPropertyId, ...rest }
    },

    async messages(id, query) {
      const page = await pageOf(['message_threads', id, 'messages'], message, query)
      return { ...page, rows: page.rows.toSorted((a, b) => b.at.getTime() - a.at.getTime()) }
    },

    noReplyNeeded: id =>
      command(client, 'POST', ['message_threads', id, 'no_reply_needed'], {
        effect: 'read',
        onRefusal: throwIfNotInstalled,
      }),
  }
}

const timeOf = ({ lastMessageAt }: Pick<OtaConversation, 'lastMessageAt'>): number =>
  lastMessageAt?.getTime() ?? 0
