import { quoted } from './quoted.ts'

interface Rendering {
  /** Of 500 and more: not the caller's fault. */
  status: number
  /** The same request may work later. */
  retryable: boolean
}

const final = (status: number): Rendering => ({ status, retryable: false })
const retryable = (status: number): Rendering => ({ status, retryable: true })

/** Every code an HTTP caller can get, and how it is answered. */
export const renderings = {
  'validation-failed': final(400),
  unauthenticated: final(401),
  forbidden: final(403),
  'not-found': final(404),
  'property-not-found': final(404),
  'thread-not-found': final(404),
  'channel-not-found': final(404),
  'method-not-allowed': final(405),
  'channel-manager-connection-missing': final(409),
  'connection-in-progress': retryable(409),
  'already-connected': final(409),
  'hotel-connected-elsewhere': final(409),
  'hotel-id-invalid': final(422),
  'property-incomplete': final(422),
  'connection-test-failed': final(422),
  'ota-setup-incomplete': final(422),
  'mapping-failed': final(422),
  'activation-refused': final(422),
  'payment-failed': final(402),
  'provider-unavailable': retryable(503),
  'provider-timeout': retryable(504),
  'message-conflict': final(409),
  'answered-meanwhile': final(409),
  'mapping-changed': final(409),
  'canned-reply-changed': final(409),
  'landlord-not-reachable': final(409),
  'load-in-progress': retryable(409),
  'thread-merged': final(409),
  'not-retryable': final(409),
  'participant-limit': final(409),
  'request-timeout': retryable(408),
  'payload-too-large': final(413),
  'rate-limited': retryable(429),
  'thread-busy': retryable(503),
  internal: retryable(500),
} satisfies Record<string, Rendering>
export type ErrorCode = keyof typeof renderings

/** One thing wrong with the input: where (JSON path) and what. */
export interface FieldError {
  path: string
  message: string
}

interface DomainErrorOptions {
  nextAction?: string
  errors?: FieldError[]
  retryAfterSeconds?: number
  /** The vendor's message. It may hold anything, so it is in the detail but not in the logged message. */
  quote?: string | undefined
  answer?: OtherAnswer
  cause?: unknown
}

/** The message that somebody else has answered by. */
export interface OtherAnswer {
  messageId: string
  authorId: string
  createdAt: Date
}

/** The one error family of the domain. `detail` is a sentence for the caller; `summary` the same without the quote. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly detail: string
  readonly summary: string
  readonly quote: string | undefined
  readonly nextAction: string | undefined
  readonly answer: OtherAnswer | undefined
  readonly errors: FieldError[]
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, summary: string, options: DomainErrorOptions = {}) {
    super(`${code}: ${summary}`, { cause: options.cause })
    const { quote } = options
    this.name = 'DomainError'
    this.code = code
    this.detail = quoted(summary, quote)
    this.summary = summary
    this.quote = quote
    this.nextAction = options.nextAction
    this.answer = options.answer
    this.errors = options.errors ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Whether the caller was refused, as opposed to a failure of ours or a vendor's. */
export const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && renderings[error.code].status < 500

/** An invalid stored document. */
export class UnreadableError extends Error {
  override readonly name: string = 'UnreadableError'
}

/**
 * What is known after a failed vendor call: `retryable`, it was not processed; `permanent`, it was refused and would be
 * again; `unknown`, it may have been processed, so look before repeating it.
 */
export type FailureKind = 'retryable' | 'permanent' | 'unknown'

interface ProviderErrorOptions {
  /** HTTP status, when there was a reply. */
  status?: number
  /** The vendor's own error code. */
  providerCode?: string
  timedOut?: boolean
  /** It concerns what was asked for, and says nothing of our key. */
  isForbidden?: boolean
  /** The call was not made, so it says nothing of the vendor. */
  isUnasked?: boolean
  /** The vendor's message, for the people who act on it. */
  quote?: string | undefined
  cause?: unknown
}

/** The vendor rejects our key: unrelated to the request itself, and over once the key is corrected. */
export const refusesOurKey = (error: unknown): boolean =>
  error instanceof ProviderError && (error.status === 401 || (error.status === 403 && !error.isForbidden))

/** The vendor has not processed what was asked for, and may later. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'retryable'

/** The vendor refused what was asked for, and would again. A refused key says nothing of it. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'permanent' && !refusesOurKey(error)

/** A failed vendor call, translated by its adapter. The message is logged, so it never carries the vendor's. */
export class ProviderError extends Error {
  readonly provider: string
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly providerCode: string | undefined
  readonly timedOut: boolean
  readonly isForbidden: boolean
  readonly isUnasked: boolean
  readonly quote: string | undefined

  constructor(provider: string, kind: FailureKind, message: string, options: ProviderErrorOptions = {}) {
    super(`${provider}: ${message}`, { cause: options.cause })
    this.name = 'ProviderError'
    this.provider = provider
    this.kind = kind
    this.status = options.status
    this.providerCode = options.providerCode
    this.timedOut = options.timedOut ?? false
    this.isForbidden = options.isForbidden ?? false
    this.isUnasked = options.isUnasked ?? false
    this.quote = options.quote
  }
}

/** One thing that was asked for is told so that it cannot be read, or another one is told: a vendor's fault, but no outage. */
export class OddAnswerError extends ProviderError {}
