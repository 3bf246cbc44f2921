/** Every code an HTTP caller can meet. `http/problem.ts` gives each its status, so a new one does not compile until it has one. */
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
  /** What a vendor said. It may hold anything, so it stands in the detail, but not in the message that is logged. */
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

/** What went wrong is not the caller's doing: such a problem is answered with a status of 500 or more. */
const failures = new Set<ErrorCode>(['provider-unavailable', 'provider-timeout', 'thread-busy', 'internal'])

/** The caller is refused, rather than that something failed. */
export const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && !failures.has(error.code)

/** A stored document that is not what it should be. */
export class UnreadableError extends Error {
  override readonly name: string = 'UnreadableError'
}

/**
 * What a failed vendor call leaves us knowing:
 * `retryable` it was not processed and may be tried again; `permanent` it was refused and would be again;
 * `unknown` it may or may not have been processed, so look before repeating anything.
 */
export type FailureKind = 'retryable' | 'permanent' | 'unknown'

interface ProviderErrorOptions {
  /** HTTP status, when there was a reply. */
  status?: number
  /** The vendor's own error code. */
  providerCode?: string
  timedOut?: boolean
  /** What the vendor said, for people who act on it. */
  quote?: string | undefined
  cause?: unknown
}

/** The vendor does not accept our key: that says nothing of what was asked for, and is over when the key is mended. */
export const refusesOurKey = (error: unknown): boolean =>
  error instanceof ProviderError && (error.status === 401 || error.status === 403)

/** A vendor call that failed, already translated by its adapter. The message is logged: it never carries what was said. */
export class ProviderError extends Error {
  readonly provider: string
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly providerCode: string | undefined
  readonly timedOut: boolean
  readonly quote: string | undefined

  constructor(provider: string, kind: FailureKind, message: string, options: ProviderErrorOptions = {}) {
    super(`${provider}: ${message}`, { cause: options.cause })
    this.name = 'ProviderError'
    this.provider = provider
    this.kind = kind
    this.status = options.status
    this.providerCode = options.providerCode
    this.timedOut = options.timedOut ?? false
    this.quote = options.quote
  }
}
