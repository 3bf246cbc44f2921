import type { algoliasearch } from 'algoliasearch'
import { baseUrl } from '../base-url.ts'

export type AlgoliaOptions = NonNullable<Parameters<typeof algoliasearch>[2]>

const ownHost = /(^|\.)(algolia\.net|algolianet\.com|algolia\.com)$/

/** The address to use in place of the SDK's own hosts, without a trailing slash; undefined to use the SDK's. */
export function standIn(url: string): string | undefined {
  if (url === '' || ownHost.test(new URL(url).hostname)) return undefined
  return baseUrl(url)
}

/** The hosts to use instead of the SDK's own. */
export function hostsOf(url: string): Pick<AlgoliaOptions, 'hosts'> {
  const address = standIn(url)
  if (address === undefined) return {}
  const { protocol, host, pathname } = new URL(address)
  const path = pathname === '/' ? '' : pathname
  return {
    hosts: [{ url: host + path, protocol: protocol === 'http:' ? 'http' : 'https', accept: 'readWrite' }],
  }
}
