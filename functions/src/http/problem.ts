import { type ServerResponse, STATUS_CODES } from 'node:http'
import { DomainError, type ErrorCode, type OtherAnswer, renderings } from '../lib/errors.ts'
import { headersOf as commonHeaders, send } from './reply.ts'

export class MethodNotAllowed extends DomainError {
  readonly allow: string

  constructor(methods: readonly string[]) {
    const allow = methods.join(', ')
    super('method-not-allowed', `This path takes ${allow}.`)
    this.allow = allow
  }
}

/** RFC 9457. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  detail: string
  requestId: string
  retryable: boolean
  errors: { path: string; message: string }[]
  nextAction?: string
  answer?: OtherAnswer
}

export function renderProblem(error: unknown, requestId: string) {
  const known = error instanceof DomainError ? error : opaque
  const { status, retryable } = renderings[known.code]
  const { code, detail, errors, nextAction, answer } = known
  const [type, title] = [`urn:problem:${code}`, STATUS_CODES[status] ?? 'Error']
  const problem: Problem = {
    type,
    title,
    status,
    code,
    detail,
    requestId,
    retryable,
    errors,
    ...(nextAction !== undefined && { nextAction }),
    ...(answer && { answer }),
  }
  return { problem, headers: headersOf(known) }
}

/** The guard may have answered. */
export function sendProblem(
  response: ServerResponse,
  { problem, headers }: ReturnType<typeof renderProblem>,
): void {
  if (response.headersSent) return
  const type = { 'Content-Type': 'application/problem+json; charset=utf-8' }
  const all = { ...commonHeaders(problem.requestId), ...headers, ...type }
  send(response, { status: problem.status, headers: all }, problem)
}

function headersOf(error: DomainError): Record<string, string> {
  if (error.retryAfterSeconds !== undefined) return { 'Retry-After': String(error.retryAfterSeconds) }
  if (error instanceof MethodNotAllowed) return { Allow: error.allow }
  return error.code === 'unauthenticated' ? { 'WWW-Authenticate': 'Bearer' } : {}
}

const opaque = new DomainError('internal', 'Something went wrong on our side.', {
  nextAction: 'Try again; if it stays so, tell engineering the request id.',
})
