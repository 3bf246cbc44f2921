import { algoliasearch } from 'algoliasearch'
import { ProviderError } from '../../lib/errors.ts'
import { httpExchange } from '../http-json.ts'
import { type Effect, malformedReply, refusedCall } from '../provider-failure.ts'
import { type AlgoliaOptions, hostsOf } from './hosts.ts'

export interface AlgoliaConfig {
  /** Empty, or an address of Algolia itself, means the SDK's own hosts; any other address is the only host. */
  url: string
  appId: string
  apiKey: string
  index: string
  timeoutMs: number
}

/** An SDK client for either reads or writes. */
export const algoliaClient = ({ url, appId, apiKey, timeoutMs }: AlgoliaConfig, effect: Effect) =>
  algoliasearch(appId, apiKey, { requester: algoliaRequester(timeoutMs, effect), ...hostsOf(url) })

/** The SDK's errors carry the whole request, so only their kind is kept. */
function translated(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const isUnreachable = error instanceof Error && error.name === 'RetryError'
  return isUnreachable
    ? new ProviderError(provider, 'retryable', 'no host could be reached')
    : malformedReply(provider)
}

/** The call's result; every failure becomes a ProviderError. */
export const asked = async <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw translated(error)
  })

type Requester = NonNullable<AlgoliaOptions['requester']>

export const provider = 'algolia'

/** Makes the SDK treat the host as unreachable and try the next one. */
const unreachable = { status: 0, content: 'unreachable', isTimedOut: false }

/**
 * The SDK's transport. Its own would try every host in turn with growing time-outs, several minutes in all; here only
 * a host that cannot be reached leads to the next, and any other failure ends the call.
 */
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
  // A read that timed out may be retried, but not on every host in turn.
  if (error instanceof ProviderError && error.kind === 'retryable' && !error.timedOut) return
  throw error
}
