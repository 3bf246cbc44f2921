import type { Problem } from '@functions/http/problem.ts'
import type { Json } from './json.ts'

/** The API's own words about a failed request, or that it could not be reached. */
export interface Failure {
  status: number
  code: Problem['code'] | 'offline' | 'malformed'
  detail: string
  nextAction?: string | undefined
  errors: Problem['errors']
  /** The same request may work later. */
  retryable: boolean
  retryAfterSeconds?: number | undefined
  requestId?: string | undefined
  /** Of `answered-meanwhile`: the answer of somebody else. */
  answer?: Json<Problem>['answer'] | undefined
}

export class ApiError extends Error {
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(`${failure.code}: ${failure.detail}`, options)
    this.name = 'ApiError'
    this.failure = failure
  }
}

export const isCode = (error: unknown, ...codes: Failure['code'][]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.failure.code)

/** Nothing came back: no connection, or the answer broke off. */
export const offline = (cause: unknown): ApiError =>
  new ApiError(
    { status: 0, code: 'offline', detail: 'The server could not be reached.', errors: [], retryable: true },
    { cause },
  )

/** The failure in an answer. A proxy in between may answer in its own words. */
export async function failureOf(response: Response): Promise<Failure> {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {}
  const body: unknown = await response.json().catch(() => undefined)
  if (isProblem(body)) return { ...body, status: response.status, ...retryAfter }
  return {
    status: response.status,
    code: 'malformed',
    detail: `The server answered ${response.status} without saying why.`,
    errors: [],
    retryable: response.status >= 500 || response.status === 429,
    ...retryAfter,
  }
}

const isProblem = (body: unknown): body is Json<Problem> =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'errors' in body
