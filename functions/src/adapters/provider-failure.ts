import * as z from 'zod'
import { type FailureKind, ProviderError } from '../lib/errors.ts'

/** Whether a call changes anything at the vendor. Repeating a read is harmless, so its lost answer is retryable. */
export type Effect = 'read' | 'write'

/** One call to one vendor, as far as its failures are concerned. */
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
  /** The vendor's own code. */
  code?: string | undefined
  /** The vendor's words; only where they hold no personal data. */
  detail?: string | undefined
  /** The vendor's words whatever they hold: for people who act on them, not for the log. */
  quote?: string | undefined
  /** Where the vendor's code says more than the status. */
  kind?: FailureKind | undefined
}

/** The error of a reply whose status (or content) is a refusal. */
export function refusedCall(call: VendorCall, { status, code, detail, quote, kind }: Refusal): ProviderError {
  const words = `answered ${status}${code ? ` (${code})` : ''}${detail ? `: ${detail}` : ''}`
  return new ProviderError(call.provider, kind ?? kindOfStatus(status, call.effect), words, {
    status,
    ...(code !== undefined && { providerCode: code }),
    quote,
  })
}

/** The error of a 2xx whose body is not what the vendor documents: something happened, but what? */
export const malformedReply = (provider: string, status?: number): ProviderError =>
  new ProviderError(provider, 'unknown', 'answered in an unexpected form', {
    ...(status !== undefined && { status }),
  })

const thrown = z.object({
  name: z.string().catch('Error'),
  code: z.string().optional().catch(undefined),
  syscall: z.string().optional().catch(undefined),
  /** Where node-fetch keeps the system call. */
  erroredSysCall: z.string().optional().catch(undefined),
})
type Thrown = z.infer<typeof thrown>

/** Connecting failed, or the request could not even be written down (a line break in a key, say). */
const connectFailures = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_INVALID_URL',
  'ERR_INVALID_CHAR',
])
/** The other side's certificate was not to be trusted, so nothing was said to it. */
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

/** The error of a call without a complete reply. Only name and code of the original are kept: it may carry the request. */
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
