import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Actor } from '../lib/actor.ts'
import type { Context } from '../lib/context.ts'
import { DomainError } from '../lib/errors.ts'
import { countBytes, countRequest } from '../lib/request-limit.ts'
import { authenticate, checkRole } from './auth.ts'
import { isJson, withLazyBody } from './body.ts'
import type { HttpRequest, Reply } from './handler.ts'
import { renderProblem, sendProblem } from './problem.ts'
import { sendReply } from './reply.ts'
import { findRoute, type Match, nameOf, type Route } from './route.ts'

/**
 * A function's HTTP side: method and path, caller, size, role, handler, reply, one line in the log. The only try/catch
 * of the HTTP side.
 */
export const endpoint =
  (routes: readonly Route[], context: Context) =>
  async (request: HttpRequest, response: ServerResponse): Promise<void> => {
    const [requestId, startedAt] = [randomUUID(), context.clock.now().getTime()]
    // Never the path that was asked for: it may hold anything.
    let route = 'unknown'
    const line = (status: number) => {
      const ms = context.clock.now().getTime() - startedAt
      return { requestId, route, status, ms }
    }
    try {
      const match = findRoute(routes, request.method, request.path)
      route = nameOf(match.route)
      const { caller, reply } = await run(match, context, request)
      const answers = (bytes: number) => caller && countBytes(context, caller, match.route.method, bytes)
      const streamed = (bytes: number) => {
        try {
          answers(bytes)
        } catch {
          // The answer has been sent; the caller's next request is refused.
        }
      }
      await sendReply(response, requestId, reply, { log: context.log, answers, streamed })
      context.log.info('request answered', { ...line(reply.status), outcome: 'answered', ...reply.about })
    } catch (error) {
      const rendered = renderProblem(error, requestId)
      const { code, status } = rendered.problem
      if (status >= 500)
        context.log.error('request failed', { ...line(status), outcome: 'failed', code, error })
      else context.log.info('request refused', { ...line(status), outcome: 'refused', code })
      sendProblem(response, rendered)
    }
  }

interface Answered {
  reply: Reply
  caller: Actor | undefined
}

async function run({ route, params }: Match, context: Context, sent: HttpRequest): Promise<Answered> {
  const request = withLazyBody(sent)
  const call = { context, params, request }
  if (route.access === 'webhook' || route.access === 'public') {
    checkSize(context, request, route.maxBytes)
    return { caller: undefined, reply: await (await route.handler())({ ...call, caller: undefined }) }
  }
  const [caller, handle] = await Promise.all([authenticate(context, request), route.handler()])
  checkSize(context, request, route.maxBytes)
  if (!route.takesBytes) checkBody(request)
  checkRole(route.access, caller)
  countRequest(context, caller, route.method)
  return { caller, reply: await handle({ ...call, caller }) }
}

function checkSize(context: Context, request: HttpRequest, maxBytes = 0): void {
  const limit = Math.max(context.rules.maxRequestBytes(), maxBytes)
  if ((request.rawBody?.length ?? 0) <= limit) return
  throw new DomainError('payload-too-large', `A body may have ${limit} bytes.`, {
    nextAction: 'Send less, or send files as attachments by reference.',
  })
}

/** Also where nobody reads it. A form would be parsed into an object too, with every value a string. */
function checkBody(request: HttpRequest): void {
  if (!request.rawBody?.length) return
  if (isJson(request) && request.body !== undefined) return
  throw new DomainError('validation-failed', 'The body must be JSON, with Content-Type: application/json.')
}
