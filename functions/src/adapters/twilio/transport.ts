import RequestClient from 'twilio/lib/base/RequestClient.js'
import * as z from 'zod'
import type { FailureKind } from '../../lib/errors.ts'
import { baseUrl } from '../base-url.ts'
import { lostCall, refusedCall, type VendorCall } from '../provider-failure.ts'

const refusal = z.object({ code: z.number().int().optional().catch(undefined) })

/** Codes that mean "not now": too many requests, sender's queue full, channel rate exceeded. */
const laterCodes = new Set([20429, 21611, 63017, 63018])

/**
 * The SDK's own transport, for any base URL, with one time-out over everything. A connection is never reused: an idle
 * one that the other side has closed would look like a send of unknown outcome.
 */
export class TwilioTransport extends RequestClient {
  readonly #base: string

  constructor(url: string, timeoutMs: number) {
    super({ timeout: timeoutMs, keepAlive: false, autoRetry: false })
    this.#base = baseUrl(url)
    this.axios.interceptors.request.use(config =>
      Object.assign(config, { signal: AbortSignal.timeout(timeoutMs) }),
    )
  }

  /** Answers with a 2xx reply or throws ProviderError: the SDK's own errors carry the request or the vendor's words. */
  override async request<TData>(
    options: RequestClient.RequestOptions<TData>,
  ): ReturnType<typeof RequestClient.prototype.request<TData>> {
    const call: VendorCall = { provider: 'twilio', effect: options.method === 'get' ? 'read' : 'write' }
    const { pathname, search } = new URL(options.uri)
    const response = await super
      .request({ ...options, uri: `${this.#base}${pathname}${search}` })
      .catch((error: unknown) => {
        throw lostCall(call, error)
      })
    if (response.statusCode >= 200 && response.statusCode < 300) return response
    throw refused(call, response.statusCode, response.body)
  }
}

function refused(call: VendorCall, status: number, body: unknown) {
  const code = refusal.safeParse(body).data?.code
  const isLater = status < 500 && code !== undefined && laterCodes.has(code)
  const kind: FailureKind | undefined = isLater ? 'retryable' : undefined
  return refusedCall(call, { status, code: code?.toString(), kind })
}
