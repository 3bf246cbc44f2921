import * as z from 'zod'
import { type FailureKind, ProviderError } from '../lib/errors.ts'
import { optional } from '../lib/shapes.ts'

/** A read with a lost answer is retryable. */
export type Effect = 'read' | 'write'

export interface VendorCall {
  provider: string
  effect: Effect
}

const lost = (effect: Effect): FailureKind => (effect === 'read' ? 'retryable' : 'unknown')

function kindOfStatus(status: number, effect: Effect): FailureKind {
  // 408: the vendor never got the whole request (RFC 9110, 15.5.9).
  if (status === 429 || status === 408) return 'retryable'
  return status >= 400 && status < 500 ? 'permanent' : lost(effect)
}

interface Refusal {
  status: number
  code?: string | undefined
  /** No personal data. */
  detail?: string | undefined
  /** Never in the log. */
  quote?: string | undefined
  kind?: FailureKind | undefined
  isForbidden?: boolean
}

export function refusedCall(call: VendorCall, refusal: Refusal): ProviderError {
  const { status, code, detail, quote, kind, isForbidden } = refusal
  const words = `answered ${status}${code ? ` (${code})` : ''}${detail ? `: ${detail}` : ''}`
  return new ProviderError(call.provider, kind ?? kindOfStatus(status, call.effect), words, {
    status,
    ...(code !== undefined && { providerCode: code }),
    ...(isForbidden && { isForbidden }),
    quote,
  })
}

/** The outcome of a 2xx with such a body is unknown. */
export const malformedReply = (provider: string, status?: number): ProviderError =>
  new ProviderError(provider, 'unknown', 'answered in an unexpected form', {
    ...(status !== undefined && { status }),
  })

export function readReply<Schema extends z.ZodType>(
  provider: string,
  schema: Schema,
  reply: unknown,
  status?: number,
): z.output<Schema> {
  const { success, data } = schema.safeParse(reply)
  if (!success) throw malformedReply(provider, status)
  return data
}

const thrown = z.object({
  name: z.string().catch('Error'),
  code: optional(z.string()),
  syscall: optional(z.string()),
  /** node-fetch has the system call here. */
  erroredSysCall: optional(z.string()),
})
type Thrown = z.infer<typeof thrown>

const connectFailures = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_INVALID_URL',
  'ERR_INVALID_CHAR',
])
/** Without a trusted certificate nothing is sent. */
const handshakeFailure = /^(ERR_TLS_CERT_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/
const timeOuts = new Set([
  'ECONNABORTED',
  'ETIMEDOUT',
  'ERR_CANCELED',
  'AbortError',
  'TimeoutError',
  'CanceledError',
])

const isNeverSent = ({ code = '', syscall, erroredSysCall }: Thrown): boolean =>
  connectFailures.has(code) ||
  handshakeFailure.test(code) ||
  syscall === 'connect' ||
  erroredSysCall === 'connect'

/** The original may carry the request. */
export function lostCall(call: VendorCall, error: unknown): ProviderError {
  const cause = thrown.safeParse(error).data ?? { name: 'Error' }
  const what = cause.code ?? cause.name
  if (isNeverSent(cause)) {
    return new ProviderError(call.provider, 'retryable', `could not be reached (${what})`, {
      cause: harmless(cause),
    })
  }
  const timedOut = timeOuts.has(cause.code ?? '') || timeOuts.has(cause.name)
  const words = timedOut ? 'did not answer in time' : `broke the connection (${what})`
  return new ProviderError(call.provider, lost(call.effect), words, { timedOut, cause: harmless(cause) })
}

function harmless({ name, code }: Thrown): Error {
  const cause = Object.assign(new Error(code ?? name), code !== undefined && { code })
  cause.name = name
  return cause
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
