import type * as z from 'zod'
import { malformedReply } from '../provider-failure.ts'
import { type ChannelManagerClient, type ClientRequest, provider } from './client.ts'

const pageSize = 100
/** Far beyond any list of ours; a total that never comes true must not keep us asking. */
const maxPages = 100

interface List<Item> extends Pick<ClientRequest<unknown>, 'path' | 'query'> {
  /** One page. */
  reply: z.ZodType<{ data: Item[]; meta: { total: number } }>
  /** Of an overlong list its beginning will do. */
  isPartFine?: boolean
}

/** Every page of a list, by id: what comes or goes meanwhile shifts the pages. */
export async function everyPage<Item extends { id: string }>(
  client: ChannelManagerClient,
  { path, query, reply, isPartFine = false }: List<Item>,
): Promise<Item[]> {
  const found = new Map<string, Item>()
  let read = 0
  for (let page = 1; page <= maxPages; page += 1) {
    const { data, meta } = await client({
      method: 'GET',
      path,
      query: { ...query, 'pagination[page]': String(page), 'pagination[limit]': String(pageSize) },
      effect: 'read',
      reply,
    })
    for (const item of data) found.set(item.id, item)
    read += data.length
    if (data.length === 0 || read >= meta.total) return [...found.values()]
  }
  if (isPartFine) return [...found.values()]
  throw malformedReply(provider)
}
