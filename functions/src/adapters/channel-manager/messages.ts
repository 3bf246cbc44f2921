import * as z from 'zod'
import type { OtaConversation, OtaInbox, OtaPageQuery } from '../../lib/chat/ota/ports.ts'
import { baseUrl } from '../base-url.ts'
import { type ChannelManagerConfig, channelManagerClient, command, dataOf, ifAbsent } from './client.ts'
import { conversation, messageAt, ownConversation } from './message-replies.ts'
import { throwIfNotInstalled } from './messenger.ts'
import { pageSize as mostRows, oddIn, readPage } from './pages.ts'

export function otaInbox(config: ChannelManagerConfig): OtaInbox {
  const client = channelManagerClient(config)
  const message = messageAt(baseUrl(config.url))

  async function pageOf<One>(path: string[], row: z.ZodType<One>, pageQuery: OtaPageQuery & { of?: string }) {
    const pageSize = Math.min(pageQuery.pageSize, mostRows)
    const query = pageQuery.of === undefined ? {} : { 'filter[property_id]': pageQuery.of }
    const list = { path, row, query, onRefusal: throwIfNotInstalled }
    const { rows, odd, count, total } = await readPage(client, list, pageQuery.page, pageSize)
    const isFull = count >= pageSize
    const hasMore = total === undefined ? isFull : count > 0 && pageQuery.page * pageSize < total
    const oddAt = (timeOf: (one: One) => Date | null) =>
      odd.length > 0 && {
        odd: odd.map(({ neighbour = rows[0], ...one }) => ({
          ...one,
          at: (neighbour && timeOf(neighbour)) ?? new Date(),
        })),
      }
    return { rows, hasMore, oddAt }
  }

  return {
    async conversations(propertyId, query) {
      const page = await pageOf(['message_threads'], conversation, { ...query, of: propertyId })
      const { hasMore, oddAt } = page
      const rows = page.rows.flatMap(({ channelManagerPropertyId = propertyId, ...one }) =>
        channelManagerPropertyId === propertyId ? { channelManagerPropertyId, ...one } : [],
      )
      const odd = oddAt(({ lastMessageAt }) => lastMessageAt)
      return { rows: rows.toSorted((a, b) => timeOf(b) - timeOf(a)), ...odd, hasMore }
    },

    async conversation(id) {
      const body = await client<object | undefined>({
        path: ['message_threads', id],
        reply: dataOf(z.looseObject({})),
        onRefusal: refused => throwIfNotInstalled(refused) ?? ifAbsent(refused),
      })
      if (!body) return undefined
      const { data, error } = ownConversation.safeParse(body)
      return data ?? { ...oddIn(body, error), at: new Date() }
    },

    async messages(id, query) {
      const { rows, hasMore, oddAt } = await pageOf(['message_threads', id, 'messages'], message, query)
      const odd = oddAt(({ at }) => at)
      return { rows: rows.toSorted((a, b) => b.at.getTime() - a.at.getTime()), ...odd, hasMore }
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
