import type { algoliasearch } from 'algoliasearch'
import { ProviderError } from '../../lib/errors.ts'
import { httpExchange } from '../http-exchange.ts'
import { refusedCall, type VendorCall } from '../provider-failure.ts'

export type AlgoliaOptions = NonNullable<Parameters<typeof algoliasearch>[2]>
type Requester = NonNullable<AlgoliaOptions['requester']>

export const algoliaCall: VendorCall = { provider: 'algolia', effect: 'write' }

/** What the SDK takes for a host that cannot be reached: it goes on to the next one. */
const unreachable = { status: 0, content: 'unreachable', isTimedOut: false }

/**
 * The SDK's transport. Its own would try every host in turn with growing time-outs, several minutes in all; here only
 * a host that cannot be reached leads to the next, and any other failure ends the call.
 */
export function algoliaRequester(timeoutMs: number): Requester {
  const exchange = httpExchange(algoliaCall.provider, timeoutMs)
  return {
    async send({ method, url, headers, data }) {
      if (method === 'PATCH')
        throw new ProviderError(algoliaCall.provider, 'permanent', 'method not supported')
      const body = typeof data === 'object' ? Buffer.from(data) : data
      const reply = await exchange({ method, url, headers, body, effect: algoliaCall.effect }).catch(
        ifUnreachable,
      )
      if (!reply) return unreachable
      const { status, text } = reply
      if (status < 200 || status >= 300) throw refusedCall(algoliaCall, { status })
      return { status, content: text, isTimedOut: false }
    },
  }
}

function ifUnreachable(error: unknown): undefined {
  if (error instanceof ProviderError && error.kind === 'retryable') return
  throw error
}
