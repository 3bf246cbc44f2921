import * as z from 'zod'
import { digestOf } from '../../lib/digest.ts'
import { fieldAt } from '../../lib/documents.ts'
import { malformedReply } from '../provider-failure.ts'
import { type ChannelManagerClient, type ClientRequest, provider } from './client.ts'

export const pageSize = 100

interface OddRow<One> {
  id: string
  odd: string[]
  neighbour: One | undefined
}

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
        else odd.push({ ...oddIn(one, parsed.error), neighbour: rows.at(-1) })
      }
      return { rows, odd, count: data.length, total: meta?.total }
    })

export const oddIn = (datum: unknown, { issues }: z.ZodError) => ({
  id: digestOf(fieldAt(datum, 'id') ?? datum),
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

/** A bound for lists without pages. */
const maxPages = 100

/** Changes shift the pages, so each id counts once. `isPartFine`: the first pages suffice. */
export async function everyPage<One extends { id: string }>(
  client: ChannelManagerClient,
  list: List<One>,
  isPartFine = false,
): Promise<One[]> {
  const rowById = new Map<string, One>()
  let read = 0
  for (let page = 1; page <= maxPages; page += 1) {
    const { rows, count, total } = await readPage(client, list, page)
    if (total === undefined) throw malformedReply(provider)
    for (const row of rows) rowById.set(row.id, row)
    read += count
    if (count > 0 && read < total) continue
    if (read > 0 && rowById.size === 0) break
    return [...rowById.values()]
  }
  if (isPartFine) return [...rowById.values()]
  throw malformedReply(provider)
}

export async function* eachPage<One>(client: ChannelManagerClient, list: List<One>): AsyncGenerator<One[]> {
  for (let page = 1; page <= maxPages; page += 1) {
    const { rows, count } = await readPage(client, list, page)
    yield rows
    if (count < pageSize) return
  }
}
