import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../lib/context.ts'
import { DomainError } from '../lib/errors.ts'
import { allowOrigin } from './origins.ts'
import { renderProblem, sendProblem } from './problem.ts'
import { atRequestStart } from './request-start.ts'

const malformed = new DomainError('validation-failed', 'The path cannot be decoded.', {
  nextAction: 'Send a path that is encoded as in a browser.',
})

/**
 * The platform's router fails at such a path before a function begins. Pages of other origins can read the answer. The
 * result ends it.
 */
export function answerUndecodable({ log, rules }: Pick<Context, 'log' | 'rules'>): () => void {
  // Express knows an error handler by its four parameters, and prints an error that has none.
  const answer: ErrorHandler = (_error, request, response, _next) => {
    if (allowOrigin(rules.allowedOrigins(), request, response)) return
    const requestId = randomUUID()
    log.info('request refused', { requestId, code: malformed.code, path: 'unread' })
    sendProblem(response, renderProblem(malformed, requestId))
  }
  const servers = new WeakSet<object>()
  return atRequestStart(({ server }) => {
    if (servers.has(server)) return
    servers.add(server)
    for (const app of server.listeners('request')) if (isExpress(app)) app.use(answer)
  })
}

type ErrorHandler = (
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  next: unknown,
) => void
const isExpress = (app: object): app is { use(handler: ErrorHandler): unknown } =>
  'use' in app && typeof app.use === 'function'
