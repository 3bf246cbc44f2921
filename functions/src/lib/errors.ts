/** Every code an HTTP caller can get. `http/problem.ts` maps each to a status; a new one does not compile without. */
export type ErrorCode =
  | 'validation-failed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'property-not-found'
  | 'thread-not-found'
  | 'channel-not-found'
  | 'method-not-allowed'
  | 'channel-manager-connection-missing'
  | 'connection-in-progress'
  | 'already-connected'
  | 'hotel-connected-elsewhere'
  | 'hotel-id-invalid'
  | 'property-incomplete'
  | 'connection-test-failed'
  | 'ota-setup-incomplete'
  | 'mapping-failed'
  | 'activation-refused'
  | 'payment-failed'
  | 'provider-unavailable'
  | 'provider-timeout'
  | 'message-conflict'
  | 'mapping-changed'
  | 'load-in-progress'
  | 'not-retryable'
  | 'participant-limit'
  | 'request-timeout'
  | 'payload-too-large'
  | 'rate-limited'
  | 'thread-busy'
  | 'internal'

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
  cause?: unknown
}

/** The one error family of the domain. `detail` is a sentence for the caller; `summary` the same without the quote. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly detail: string
  readonly summary: string
  readonly quote: string | undefined
  readonly nextAction: string | undefined
  readonly errors: FieldError[]
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, summary: string, options: DomainErrorOptions = {}) {
    super(`${code}: ${summary}`, { cause: options.cause })
    const { quote } = options
    this.name = 'DomainError'
    this.code = code
    this.detail = quote === undefined ? summary : `${summary} It says: ${quote}.`
    this.summary = summary
    this.quote = quote
    this.nextAction = options.nextAction
    this.errors = options.errors ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Codes that are not the caller's fault: answered with a status of 500 or more. */
const failures = new Set<ErrorCode>(['provider-unavailable', 'provider-timeout', 'thread-busy', 'internal'])

/** Whether the caller was refused, as opposed to a failure of ours or a vendor's. */
export const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && !failures.has(error.code)

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
