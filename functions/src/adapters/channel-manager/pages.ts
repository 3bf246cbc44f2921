import * as z from 'zod'
import { type ChannelManagerClient, type ClientRequest, pageSize } from './client.ts'

/** A page of a list, of which unreadable rows are left out; `count` is of all, `total` of the whole list, if told. */
const pageWith = <One>(row: z.ZodType<One>) =>
  z
    .object({
      data: z.array(z.unknown()),
      meta: z.object({ total: z.number().int().nonnegative() }).optional().catch(undefined),
    })
    .transform(({ data, meta }) => ({
      rows: data.flatMap(one => row.safeParse(one).data ?? []),
      count: data.length,
      total: meta?.total,
    }))

type Page<One> = z.infer<ReturnType<typeof pageWith<One>>>

interface List<One> extends Pick<ClientRequest<Page<One>>, 'path' | 'query' | 'onRefusal'> {
  row: z.ZodType<One>
}

export const readPage = <One>(
  client: ChannelManagerClient,
  { row, query, ...list }: List<One>,
  page: number,
  limit = pageSize,
): Promise<Page<One>> =>
  client({
    ...list,
    query: { ...query, 'pagination[page]': String(page), 'pagination[limit]': String(limit) },
    reply: pageWith(row),
  })

/** More than any list of ours; a list without pages must not keep us asking for ever. */
const maxPages = 100

/** Page after page, as long as somebody asks for more. */
export async function* eachPage<One>(client: ChannelManagerClient, list: List<One>): AsyncGenerator<One[]> {
  for (let page = 1; page <= maxPages; page += 1) {
    const { rows, count } = await readPage(client, list, page)
    yield rows
    if (count < pageSize) return
  }
}
