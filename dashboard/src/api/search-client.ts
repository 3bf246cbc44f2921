import type { ThreadRecord } from '@functions/lib/chat/search/thread-record.ts'
import { liteClient, type SearchResponses } from 'algoliasearch/lite'
import { ApiError, offline } from './problem.ts'
import { forgetAccess, readAccess } from './search-access.ts'

type Lite = ReturnType<typeof liteClient>
type Options = NonNullable<Parameters<typeof liteClient>[2]>
type Requests = Parameters<Lite['search']>[0]
let made: { key: string; client: Lite } | undefined

/** The vendor's own answers every search it has seen before from memory, for as long as the page is open. */
const remembersNothing: NonNullable<Options['responsesCache']> = {
  get: (_key, ask) => ask(),
  set: (_key, value) => Promise.resolve(value),
  delete: () => Promise.resolve(),
  clear: () => Promise.resolve(),
}

/** The vendor's client with the key that the signed-in user has now. */
async function currentClient(): Promise<Lite> {
  const { appId, key, host } = await readAccess()
  if (made?.key !== key) {
    const options = { responsesCache: remembersNothing, ...(host && { hosts: hostsOf(host) }) }
    made = { key, client: liteClient(appId, key, options) }
  }
  return made.client
}

/** Another address than the vendor's own, path included. */
function hostsOf(address: string) {
  const { protocol, host, pathname } = new URL(address)
  const path = pathname.replace(/\/+$/, '')
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return [{ url: host + path, protocol: scheme, accept: 'readWrite' as const }]
}

export interface ThreadSearch {
  indexName: string
  query: string
  /** In the index's language. */
  filters?: string
  hitsPerPage: number
}

/** The vendor sends whole records, and their texts again with marks, unless told not to. */
const read = [
  'threadId',
  'guestName',
  'lastMessage',
  'updatedAt',
  'needsAttention',
  'important',
  'version',
] as const satisfies (keyof ThreadRecord)[]

export type IndexRecord = Pick<ThreadRecord, (typeof read)[number]>

const readOptions = { attributesToRetrieve: [...read], attributesToHighlight: [], attributesToSnippet: [] }

/** The index's answer, as far as it is read. */
export interface IndexPage {
  hits: IndexRecord[]
  /** Of all pages. */
  nbHits: number
  nbPages: number
  page: number
}

const emptyPage: IndexPage = { hits: [], nbHits: 0, nbPages: 0, page: 0 }

/** A text is, or may become, a number or an e-mail address: it stays out of the page's address. */
export const isAddress = (text: string): boolean =>
  /^\S+@\S*$/.test(text.trim()) || /^[+\d\s()./-]*\d[+\d\s()./-]*$/.test(text.trim())

/**
 * The pages come in one request. Numbers and e-mail addresses are not in the index, and its vendor is not told them:
 * nothing is found. A key that is refused is asked for again, once. Throws ApiError.
 */
export async function searchThreads(
  { indexName, ...search }: ThreadSearch,
  pages: readonly number[],
): Promise<IndexPage[]> {
  if (isAddress(search.query)) return pages.map(() => emptyPage)
  const { results } = await ask(
    pages.map(page => ({ indexName, params: { ...search, ...readOptions, page } })),
  )
  return results.map(result => {
    if (!('hits' in result)) return emptyPage
    const { hits, nbHits = 0, nbPages = 0, page = 0 } = result
    return { hits, nbHits, nbPages, page }
  })
}

async function ask(requests: Requests): Promise<SearchResponses<IndexRecord>> {
  try {
    return await (await currentClient()).search<IndexRecord>(requests)
  } catch (error) {
    if (statusOf(error) !== 403) throw apiErrorOf(error)
    await forgetAccess()
    return (await currentClient())
      .search<IndexRecord>(requests)
      .catch(again => Promise.reject(apiErrorOf(again)))
  }
}

const statusOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined

/** In our words, not the vendor's. */
function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const status = statusOf(error)
  if (status === undefined) return offline(error)
  return new ApiError(
    { status, code: 'malformed', detail: String(error), errors: [], retryable: true },
    { cause: error },
  )
}
