import { algoliasearch } from 'algoliasearch'
import { ProviderError } from '../../lib/errors.ts'
import { baseUrl } from '../base-url.ts'
import { httpExchange } from '../http-json.ts'
import { type Effect, malformedReply, refusedCall } from '../provider-failure.ts'

export interface AlgoliaConfig {
  /** Empty, or an address of Algolia, leaves the SDK its own hosts. */
  url: string
  appId: string
  apiKey: string
  index: string
  timeoutMs: number
}

export const algoliaClient = ({ url, appId, apiKey, timeoutMs }: AlgoliaConfig, effect: Effect) =>
  algoliasearch(appId, apiKey, { requester: algoliaRequester(timeoutMs, effect), ...hostsOf(url) })

/** The SDK's errors carry the whole request. */
function translated(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const isUnreachable = error instanceof Error && error.name === 'RetryError'
  return isUnreachable
    ? new ProviderError(provider, 'retryable', 'no host could be reached')
    : malformedReply(provider)
}

export const algoliaAnswer = async <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw translated(error)
  })

type Requester = NonNullable<AlgoliaOptions['requester']>

export const provider = 'algolia'

const unreachable = { status: 0, content: 'unreachable', isTimedOut: false }

/** The SDK's transport tries every host in turn for minutes; this one leaves only unreachable hosts. */
function algoliaRequester(timeoutMs: number, effect: Effect): Requester {
  const exchange = httpExchange(provider, timeoutMs)
  return {
    async send({ method, url, headers, data }) {
      if (method === 'PATCH') throw new ProviderError(provider, 'permanent', 'method not supported')
      const body = typeof data === 'object' ? Buffer.from(data) : data
      const reply = await exchange({ method, url, headers, body, effect }).catch(ifUnreachable)
      if (!reply) return unreachable
      const { status, text } = reply
      if (status < 200 || status >= 300) throw refusedCall({ provider, effect }, { status })
      return { status, content: text, isTimedOut: false }
    },
  }
}

function ifUnreachable(error: unknown): undefined {
  if (error instanceof ProviderError && error.kind === 'retryable' && !error.timedOut) return
  throw error
}

type AlgoliaOptions = NonNullable<Parameters<typeof algoliasearch>[2]>

const ownHost = /(^|\.)(algolia\.net|algolianet\.com|algolia\.com)$/

export function standIn(url: string): string | undefined {
  if (url === '' || ownHost.test(new URL(url).hostname)) return undefined
  return baseUrl(url)
}

export function hostsOf(url: string): Pick<AlgoliaOptions, 'hosts'> {
  const address = standIn(url)
  if (address === undefined) return {}
  const { protocol, host, pathname } = new URL(address)
  const path = pathname === '/' ? '' : pathname
  return {
    hosts: [{ url: host + path, protocol: protocol === 'http:' ? 'http' : 'https', accept: 'readWrite' }],
  }
}
