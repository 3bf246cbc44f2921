import type * as z from 'zod'
import { ProviderError } from '../../lib/errors.ts'
import { type JsonRequest, jsonApi } from '../http-json.ts'
import { malformedReply, refusedCall } from '../provider-failure.ts'
import { errorsOf, hiddenErrors, quoteOf, type VendorErrors } from './refusal.ts'

export interface ChannelManagerConfig {
  /** With the version, e.g. `https://app.channex.io/api/v1`. */
  url: string
  apiKey: string
  /** Of one call. */
  timeoutMs: number
}

export const provider = 'channel-manager'

export interface Refused {
  status: number
  errors: VendorErrors
  error: ProviderError
}

export interface ClientRequest<Output> extends JsonRequest {
  /** What a success must look like. */
  reply: z.ZodType<Output>
  /** A refusal that is an answer, or that has an error of its own to throw. */
  onRefusal?: (refused: Refused) => { answer: Output } | undefined
}

export type ChannelManagerClient = ReturnType<typeof channelManagerClient>

/**
 * Calls the channel manager and parses the answer. A status code is never enough there: a 2xx that carries errors is
 * a refusal like any other. Throws ProviderError, unless `onRefusal` knows better. No call takes longer than the
 * milliseconds that are left when it begins, and without any left it is not made: whoever was held up for so long may
 * have lost the right to it.
 */
export function channelManagerClient(
  { url, apiKey, timeoutMs }: ChannelManagerConfig,
  millisecondsLeft: () => number = () => timeoutMs,
) {
  const api = jsonApi({ provider, url, headers: { 'user-api-key': apiKey }, timeoutMs })
  const timeLeft = () => Math.max(1, Math.min(timeoutMs, millisecondsLeft()))
  return async <Output>({ reply, onRefusal, ...request }: ClientRequest<Output>): Promise<Output> => {
    if (millisecondsLeft() <= 0) throw outOfTime()
    const { status, body, isEmpty } = await api({ ...request, timeoutMs: timeLeft() })
    const isSuccess = status >= 200 && status < 300
    const errors = isSuccess ? hiddenErrors(body) : errorsOf(body)
    if (errors) {
      const error = refusedCall(
        { provider, effect: request.effect },
        { status, code: errors.code, quote: quoteOf(errors), kind: isSuccess ? 'permanent' : undefined },
      )
      const known = onRefusal?.({ status, errors, error })
      if (known) return known.answer
      throw error
    }
    const parsed = reply.safeParse(isEmpty ? null : body)
    if (!parsed.success) throw malformedReply(provider, status)
    return parsed.data
  }
}

const outOfTime = (): ProviderError =>
  new ProviderError(provider, 'retryable', 'was not asked, because no time was left', { timedOut: true })
