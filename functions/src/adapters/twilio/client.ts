import RequestClient from 'twilio/lib/base/RequestClient.js'
import Twilio from 'twilio/lib/rest/Twilio.js'
import * as z from 'zod'
import { type FailureKind, ProviderError } from '../../lib/errors.ts'
import { baseUrl } from '../base-url.ts'
import { lostCall, malformedReply, refusedCall, type VendorCall } from '../provider-failure.ts'

export interface TwilioAccount {
  /** `https://api.twilio.com`, or a stand-in. */
  url: string
  accountSid: string
  authToken: string
  timeoutMs: number
}

/** The SDK with our own transport. Throws without credentials. */
export function twilioClient({ url, accountSid, authToken, timeoutMs }: TwilioAccount): Twilio {
  // The SDK would only fail on the first send, and that would look like a send of unknown outcome.
  if (!accountSid || !authToken) throw new Error('Twilio needs an account SID and an auth token')
  return new Twilio(accountSid, authToken, { httpClient: new TwilioTransport(url, timeoutMs) })
}

/** The used part of the SDK's pages, whose types differ between the first and later pages. */
export interface ListPage<T> {
  instances: T[]
  nextPage(): Promise<ListPage<T>> | undefined
}

/** Rethrows our own errors. Any other means that the SDK could not parse the reply. */
export function throwProviderError(error: unknown): never {
  throw error instanceof ProviderError ? error : malformedReply('twilio')
}

const refusal = z.object({ code: z.number().int().optional().catch(undefined) })

/** Retryable codes: too many requests, sender's queue full, channel rate exceeded. */
const laterCodes = new Set([20429, 21611, 63017, 63018])

/**
 * A transport for the SDK, for any base URL, with one time-out for the whole call. Connections are never reused: one
 * closed while idle would look like a send of unknown outcome.
 */
class TwilioTransport extends RequestClient {
  readonly #base: string

  constructor(url: string, timeoutMs: number) {
    super({ timeout: timeoutMs, keepAlive: false, autoRetry: false })
    this.#base = baseUrl(url)
    this.axios.interceptors.request.use(config =>
      Object.assign(config, { signal: AbortSignal.timeout(timeoutMs) }),
    )
  }

  /** Returns a 2xx reply or throws ProviderError: the SDK's own errors carry the request or the vendor's message. */
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
