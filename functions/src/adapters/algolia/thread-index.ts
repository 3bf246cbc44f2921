import { algoliasearch } from 'algoliasearch'
import * as z from 'zod'
import type { ThreadIndex } from '../../lib/chat/search/ports.ts'
import { ProviderError } from '../../lib/errors.ts'
import { malformedReply } from '../provider-failure.ts'
import { type AlgoliaOptions, algoliaCall, algoliaRequester } from './requester.ts'

export interface AlgoliaThreadIndexConfig {
  /** Empty or an address of Algolia itself: the SDK's own hosts of the application. Any other is the only host. */
  url: string
  appId: string
  apiKey: string
  index: string
  timeoutMs: number
}

const updated = z.object({ taskID: z.number(), objectID: z.string() })

/**
 * The threads' search records at Algolia. A write whose version is not above the stored one is ignored there, so a
 * late write never replaces a newer one and repeating one is harmless.
 */
export function algoliaThreadIndex({
  url,
  appId,
  apiKey,
  index,
  timeoutMs,
}: AlgoliaThreadIndexConfig): ThreadIndex {
  const client = algoliasearch(appId, apiKey, {
    requester: algoliaRequester(timeoutMs),
    ...hostsOf(url),
  })
  return {
    async save({ objectID, version, ...fields }) {
      const reply = await client
        .partialUpdateObject({
          indexName: index,
          objectID,
          attributesToUpdate: { ...fields, version: { _operation: 'IncrementSet', value: version } },
          createIfNotExists: true,
        })
        .catch((error: unknown) => {
          throw translated(error)
        })
      if (!updated.safeParse(reply).success) throw malformedReply(algoliaCall.provider)
    },
  }
}

const ownHost = /(^|\.)(algolia\.net|algolianet\.com|algolia\.com)$/

/** The hosts to use instead of the SDK's own. */
export function hostsOf(url: string): Pick<AlgoliaOptions, 'hosts'> {
  if (url === '') return {}
  const { protocol, hostname, host, pathname } = new URL(url)
  if (ownHost.test(hostname)) return {}
  const path = pathname.replace(/\/+$/, '')
  return {
    hosts: [{ url: host + path, protocol: protocol === 'http:' ? 'http' : 'https', accept: 'readWrite' }],
  }
}

/** The SDK's errors hold the whole request; what they say is known from their kind. */
function translated(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const isUnreachable = error instanceof Error && error.name === 'RetryError'
  return isUnreachable
    ? new ProviderError(algoliaCall.provider, 'retryable', 'no host could be reached')
    : malformedReply(algoliaCall.provider)
}
