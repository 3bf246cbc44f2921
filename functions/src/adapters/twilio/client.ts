import RequestClient from 'twilio/lib/base/RequestClient.js'
import Twilio from 'twilio/lib/rest/Twilio.js'
import * as z from 'zod'
import { type FailureKind, ProviderError } from '../../lib/errors.ts'
import { baseUrl } from '../base-url.ts'
import { lostCall, malformedReply, refusedCall, type VendorCall } from '../provider-failure.ts'

export interface TwilioAccount {
  url: string
  accountSid: string
  authToken: string
  timeoutMs: number
}

export function twilioClient({ url, accountSid, authToken, timeoutMs }: TwilioAccount): Twilio {
  // The SDK would fail at the first send, like an unknown outcome.
  if (!accountSid || !authToken) throw new Error('Twilio needs an account SID and an auth token')
  return new Twilio(accountSid, authToken, { httpClient: new TwilioTransport(url, timeoutMs) })
}

export interface ListPage<T> {
  instances: T[]
  nextPage(): Promise<ListPage<T>> | undefined
}

/** The SDK could not parse the reply. */
export function throwProviderError(error: unknown): never {
  throw error instanceof ProviderError ? error : malformedReply('twilio')
}

const refusal = z.object({ code: z.number().int().optional().catch(undefined) })

/** Too many requests, a full queue, an exceeded rate. */
const laterCodes = new Set([20429, 21611, 63017, 63018])

/** A reused connection, closed while idle, would look like an unknown outcome. */
class TwilioTransport extends RequestClient {
  readonly #base: string

  constructor(url: string, timeoutMs: number) {
    super({ timeout: timeoutMs, keepAlive: false, autoRetry: false })
    this.#base = baseUrl(url)
    this.axios.interceptors.request.use(config =>
      Object.assign(config, { signal: AbortSignal.timeout(timeoutMs) }),
    )
  }

  /** The SDK's errors carry the request or the vendor's message. */
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
