import { quoted } from './quote.ts'

interface Rendering {
  status: number
  retryable: boolean
}

const final = (status: number): Rendering => ({ status, retryable: false })
const retryable = (status: number): Rendering => ({ status, retryable: true })

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
  'payload-too-large': final(413),
  'rate-limited': retryable(429),
  'thread-busy': retryable(503),
  internal: retryable(500),
} satisfies Record<string, Rendering>
export type ErrorCode = keyof typeof renderings

export interface FieldError {
  path: string
  message: string
}

interface DomainErrorOptions {
  nextAction?: string
  errors?: FieldError[]
  retryAfterSeconds?: number
  /** Not in the log: it may hold anything. */
  quote?: string | undefined
  answer?: OtherAnswer
  cause?: unknown
}

export interface OtherAnswer {
  messageId: string
  authorId: string
  createdAt: Date
}

/** `summary`: without the quote. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  readonly detail: string
  readonly summary: string
  readonly quote: string | undefined
  readonly nextAction: string | undefined
  readonly answer: OtherAnswer | undefined
  readonly errors: FieldError[] = []
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, summary: string, { cause, ...options }: DomainErrorOptions = {}) {
    super(`${code}: ${summary}`, { cause })
    this.code = code
    this.summary = summary
    this.detail = quoted(summary, options.quote)
    Object.assign(this, options)
  }
}

export const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && renderings[error.code].status < 500

export class UnreadableError extends Error {
  override readonly name: string = 'UnreadableError'
}

/** `retryable`: not processed. `permanent`: refused. `unknown`: perhaps processed, so look before repeating. */
export type FailureKind = 'retryable' | 'permanent' | 'unknown'

interface ProviderErrorOptions {
  status?: number
  providerCode?: string
  timedOut?: boolean
  /** Not about our key. */
  isForbidden?: boolean
  isUnasked?: boolean
  quote?: string | undefined
  cause?: unknown
}

export const refusesOurKey = (error: unknown): boolean =>
  error instanceof ProviderError && (error.status === 401 || (error.status === 403 && !error.isForbidden))

export const isRetryable = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'retryable'

/** A refused key says nothing of the request. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'permanent' && !refusesOurKey(error)

/** The message is logged, so it never quotes the vendor. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly provider: string
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly providerCode: string | undefined
  readonly timedOut: boolean = false
  readonly isForbidden: boolean = false
  readonly isUnasked: boolean = false
  readonly quote: string | undefined

  constructor(
    provider: string,
    kind: FailureKind,
    message: string,
    { cause, ...options }: ProviderErrorOptions = {},
  ) {
    super(`${provider}: ${message}`, { cause })
    this.provider = provider
    this.kind = kind
    Object.assign(this, options)
  }
}

/** An unreadable or foreign answer is no outage. */
export class OddAnswerError extends ProviderError {}
