import type { SearchKey } from '@functions/lib/chat/search/search-key.ts'
import { liteClient, type SearchResponses } from 'algoliasearch/lite'
import { call } from '../api/client.ts'
import type { Json } from '../api/json.ts'
import { queryClient } from '../api/queries.ts'

export type Access = Json<SearchKey>

/** Renewed before it ends, so that no search meets an expired key. */
const margin = 5 * 60_000

const keyQuery = {
  queryKey: ['search-key'],
  queryFn: () => call<Access>({ path: '/chat/search-key' }),
  staleTime: ({ state }: { state: { data: Access | undefined } }) =>
    state.data ? Math.max(0, new Date(state.data.validUntil).getTime() - margin - Date.now()) : 0,
}

export const readAccess = (): Promise<Access> => queryClient.fetchQuery(keyQuery)

type Lite = ReturnType<typeof liteClient>
type Requests = Parameters<Lite['search']>[0]
let made: { key: string; client: Lite } | undefined

/** The vendor's client with the key that the signed-in user has now. */
async function currentClient(): Promise<Lite> {
  const { appId, key, host } = await readAccess()
  if (made?.key !== key) made = { key, client: liteClient(appId, key, host ? { hosts: hostsOf(host) } : {}) }
  return made.client
}

/** Another address than the vendor's own, path included. */
function hostsOf(address: string) {
  const { protocol, host, pathname } = new URL(address)
  const path = pathname.replace(/\/+$/, '')
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return [{ url: host + path, protocol: scheme, accept: 'readWrite' as const }]
}

/** What react-instantsearch searches with. A key that is refused is asked for again, once. */
export const searchClient = {
  async search<T>(requests: Requests): Promise<SearchResponses<T>> {
    try {
      return await (await currentClient()).search<T>(requests)
    } catch (error) {
      if (!isRefused(error)) throw error
      await queryClient.invalidateQueries({ queryKey: keyQuery.queryKey })
      return (await currentClient()).search<T>(requests)
    }
  },
}

const isRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 403
