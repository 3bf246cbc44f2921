import { isMap } from '@functions/lib/documents.ts'
import { liteClient, type SearchResponses } from 'algoliasearch/lite'
import { ApiError, offline } from '../api/problem.ts'
import { onUserChange } from '../session/session.ts'
import { isAddress } from './finds.ts'
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

/**
 * What react-instantsearch searches with. Numbers and e-mail addresses are not in the index, and its vendor is not told
 * them: it finds nothing. A key that is refused is asked for again, once. Throws ApiError.
 */
export const searchClient = {
  async search<T>(requests: Requests): Promise<SearchResponses<T>> {
    const all = 'requests' in requests ? requests.requests : requests
    if (all.some(one => isAddress(queryOf(one)))) return { results: all.map(() => foundNothing) }
    if (!navigator.onLine) return answeredBefore<T>(all)
    const answer = await ask<T>(requests)
    for (const [index, one] of all.entries()) keepAnswer(keyOf(one), answer.results[index])
    return answer
  },
}

async function ask<T>(requests: Requests): Promise<SearchResponses<T>> {
  try {
    return await (await currentClient()).search<T>(requests)
  } catch (error) {
    if (statusOf(error) !== 403) throw told(error)
    await forgetAccess()
    return (await currentClient()).search<T>(requests).catch(again => Promise.reject(told(again)))
  }
}

/** To the searches that were made last, for whoever searches the same offline. */
const answers = new Map<string, unknown>()
const mostKept = 50
onUserChange(() => answers.clear())

function keepAnswer(key: string, answer: unknown): void {
  answers.delete(key)
  answers.set(key, answer)
  const [oldest] = answers.keys()
  if (answers.size > mostKept && oldest !== undefined) answers.delete(oldest)
}

function answeredBefore<T>(requests: readonly object[]): SearchResponses<T> {
  const results = requests.map(one => answers.get(keyOf(one)))
  if (results.includes(undefined)) throw offline('asked for the first time')
  return { results } as SearchResponses<T>
}

function keyOf(request: object): string {
  const { indexName, params } = { indexName: '', params: {}, ...request }
  const { query = '', filters = '', page = 0 }: Record<string, unknown> = params
  return JSON.stringify([indexName, query, filters, page])
}

const queryOf = (request: object): string => {
  const params: unknown = 'params' in request ? request.params : request
  return isMap(params) ? String(params.query ?? '') : ''
}

const foundNothing = {
  hits: [],
  nbHits: 0,
  nbPages: 0,
  page: 0,
  hitsPerPage: 0,
  query: '',
  params: '',
  processingTimeMS: 0,
}

const statusOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined

/** In our words, not the vendor's. */
function told(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const status = statusOf(error)
  if (status === undefined) return offline(error)
  return new ApiError(
    { status, code: 'malformed', detail: String(error), errors: [], retryable: true },
    { cause: error },
  )
}
