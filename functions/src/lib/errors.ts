/** Every code an HTTP caller can meet. `http/problem.ts` gives each its status, so a new one does not compile until it has one. */
export type ErrorCode =
  | 'validation-failed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'property-not-found'
  | 'thread-not-found'
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
  | 'not-retryable'
  | 'participant-limit'
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
  cause?: unknown
}

/** The one error family of the domain. `detail` is a sentence for the caller and never holds personal data. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly detail: string
  readonly nextAction: string | undefined
  readonly errors: FieldError[]
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, detail: string, options: DomainErrorOptions = {}) {
    super(`${code}: ${detail}`, { cause: options.cause })
    this.name = 'DomainError'
    this.code = code
    this.detail = detail
    this.nextAction = options.nextAction
    this.errors = options.errors ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
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
  cause?: unknown
}

/** A vendor call that failed, already translated by its adapter. The message never carries addresses or bodies. */
export class ProviderError extends Error {
  readonly provider: string
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly providerCode: string | undefined
  readonly timedOut: boolean

  constructor(provider: string, kind: FailureKind, message: string, options: ProviderErrorOptions = {}) {
    super(`${provider}: ${message}`, { cause: options.cause })
    this.name = 'ProviderError'
    this.provider = provider
    this.kind = kind
    this.status = options.status
    this.providerCode = options.providerCode
    this.timedOut = options.timedOut ?? false
  }
}
