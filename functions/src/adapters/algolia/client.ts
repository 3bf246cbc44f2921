import { algoliasearch } from 'algoliasearch'
import { ProviderError } from '../../lib/errors.ts'
import { type Effect, malformedReply } from '../provider-failure.ts'
import { hostsOf } from './hosts.ts'
import { algoliaRequester, provider } from './requester.ts'

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
