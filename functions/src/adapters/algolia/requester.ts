import type { algoliasearch } from 'algoliasearch'
import { ProviderError } from '../../lib/errors.ts'
import { httpExchange } from '../http-exchange.ts'
import { type Effect, refusedCall } from '../provider-failure.ts'

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
