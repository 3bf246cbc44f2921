import { liteClient, type SearchResponses } from 'algoliasearch/lite'
import { forgetAccess, readAccess } from './search-access.ts'

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
      await forgetAccess()
      return (await currentClient()).search<T>(requests)
    }
  },
}

const isRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 403
