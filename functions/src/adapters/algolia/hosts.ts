import type { AlgoliaOptions } from './client.ts'

const ownHost = /(^|\.)(algolia\.net|algolianet\.com|algolia\.com)$/

/** The address to use instead of the SDK's own hosts, without a slash at its end; undefined for those. */
export function standIn(url: string): string | undefined {
  if (url === '' || ownHost.test(new URL(url).hostname)) return undefined
  return url.replace(/\/+$/, '')
}

/** The hosts to use instead of the SDK's own. */
export function hostsOf(url: string): Pick<AlgoliaOptions, 'hosts'> {
  const address = standIn(url)
  if (address === undefined) return {}
  const { protocol, host, pathname } = new URL(address)
  const path = pathname.replace(/\/+$/, '')
  return {
    hosts: [{ url: host + path, protocol: protocol === 'http:' ? 'http' : 'https', accept: 'readWrite' }],
  }
}
