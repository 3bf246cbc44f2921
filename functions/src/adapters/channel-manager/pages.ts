import * as z from 'zod'
import { digestOf } from '../../lib/digest.ts'
import { fieldAt } from '../../lib/documents.ts'
import { type ChannelManagerClient, type ClientRequest, pageSize } from './client.ts'

/** An unreadable row: an id of ours, the same each time, its odd fields, and the row before it. */
interface OddRow<One> {
  id: string
  odd: string[]
  beside: One | undefined
}

/** A page of a list, with unreadable rows apart; `count` is of all, `total` of the whole list, if told. */
const pageWith = <One>(row: z.ZodType<One>) =>
  z
    .object({
      data: z.array(z.unknown()),
      meta: z.object({ total: z.number().int().nonnegative() }).optional().catch(undefined),
    })
    .transform(({ data, meta }) => {
      const [rows, odd]: [One[], OddRow<One>[]] = [[], []]
      for (const one of data) {
        const parsed = row.safeParse(one)
        if (parsed.success) rows.push(parsed.data)
        else odd.push({ ...oddIn(one, parsed.error), beside: rows.at(-1) })
      }
      return { rows, odd, count: data.length, total: meta?.total }
    })

/** Known again by its id, since what else is told of it may change. */
export const oddIn = (told: unknown, { issues }: z.ZodError) => ({
  id: digestOf(fieldAt(told, 'id') ?? told),
  odd: [...new Set(issues.map(({ path }) => path.join('.') || 'all of it'))],
})

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
