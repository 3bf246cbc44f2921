import { algoliasearch } from 'algoliasearch'
import { ProviderError } from '../../lib/errors.ts'
import { httpExchange } from '../http-json.ts'
import { type Effect, malformedReply, refusedCall } from '../provider-failure.ts'
import { hostsOf } from './hosts.ts'

export interface AlgoliaConfig {
  /** Empty or an address of Algolia itself: the SDK's own hosts of the application. Any other is the only host. */
  url: string
  appId: string
  apiKey: string
  index: string
  timeoutMs: number
}

/** The SDK, for calls of one kind. */
export const algoliaClient = ({ url, appId, apiKey, timeoutMs }: AlgoliaConfig, effect: Effect) =>
  algoliasearch(appId, apiKey, { requester: algoliaRequester(timeoutMs, effect), ...hostsOf(url) })

/** The SDK's errors hold the whole request; what they say is known from their kind. */
export function translated(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const isUnreachable = error instanceof Error && error.name === 'RetryError'
  return isUnreachable
    ? new ProviderError(provider, 'retryable', 'no host could be reached')
    : malformedReply(provider)
}

/** The answer of a call; throws only ProviderError. */
export const asked = async <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw translated(error)
  })

export type AlgoliaOptions = NonNullable<Parameters<typeof algoliasearch>[2]>
type Requester = NonNullable<AlgoliaOptions['requester']>

export const provider = 'algolia'

/** What the SDK takes for a host that cannot be reached: it goes on to the next one. */
const unreachable = { status: 0, content: 'unreachable', isTimedOut: false }

/**
 * The SDK's transport. Its own would try every host in turn with growing time-outs, several minutes in all; here only
 * a host that cannot be reached leads to the next, and any other failure ends the call.
 */
export function algoliaRequester(timeoutMs: number, effect: Effect): Requester {
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
  // A read that got no answer in time may be repeated, but not at every host in turn.
  if (error instanceof ProviderError && error.kind === 'retryable' && !error.timedOut) return
  throw error
}
