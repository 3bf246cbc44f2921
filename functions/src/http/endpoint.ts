import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Actor } from '../lib/actor.ts'
import type { Context } from '../lib/context.ts'
import { DomainError } from '../lib/errors.ts'
import { parse } from '../lib/parse.ts'
import { countBytes, countRequest } from '../lib/request-limit.ts'
import { authenticate, checkRole } from './auth.ts'
import { refusalOf } from './guard.ts'
import { maxBytesOf } from './limits.ts'
import { renderProblem, sendProblem } from './problem.ts'
import { Reply, sendReply } from './reply.ts'
import { bodyIn, type HttpRequest, isForm, isJson } from './request.ts'
import { findRoute, idPath, type Match, nameOf, type Route, type Routes } from './route.ts'

export const endpoint =
  (routes: Routes, context: Context) =>
  async (request: HttpRequest, response: ServerResponse): Promise<void> => {
    const [requestId, startedAt] = [randomUUID(), context.clock.now().getTime()]
    // Only a route's name is logged: a path may hold anything.
    let route = 'unknown'
    const line = (status: number) => {
      const ms = context.clock.now().getTime() - startedAt
      return { requestId, route, status, ms }
    }
    try {
      const refusal = refusalOf(request)
      if (refusal) throw refusal
      const match = findRoute(await routes(), request.method, request.path)
      route = nameOf(match.route)
      const { caller, reply } = await run(match, context, request)
      const countAnswer = (bytes: number) => caller && countBytes(context, caller, match.route.method, bytes)
      const countStream = (bytes: number) => {
        try {
          countAnswer(bytes)
        } catch {
          // The answer has been sent; the next request is refused.
        }
      }
      await sendReply(response, requestId, reply, { log: context.log, countAnswer, countStream })
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

async function run({ route, params }: Match, context: Context, request: HttpRequest): Promise<Answered> {
  const { caller, sent } = await admitted(route, context, request)
  const body = typeof route.body === 'function' ? route.body(context.rules) : route.body
  const result = await route.handle({
    caller,
    context,
    request,
    params: route.path.includes(':') ? parse(route.params ?? idPath, params) : {},
    query: route.query && parse(route.query, request.query),
    body:
      body && !route.bodyType?.startsWith('*')
        ? parse(body, route.mayLackBody ? (sent ?? {}) : sent)
        : undefined,
  })
  return { caller, reply: replyOf(route, result) }
}

function replyOf({ answers }: Route, result: unknown): Reply {
  if (result instanceof Reply) return result
  return new Reply(answers[0]?.status ?? 204, result)
}

async function admitted(route: Route, context: Context, request: HttpRequest) {
  const { access } = route
  if (access === 'webhook' || access === 'public') {
    checkSize(route, context, request)
    await route.proof?.(context, request)
    const isRead = route.body && (route.bodyType ? isForm(request) : isJson(request))
    return { caller: undefined, sent: isRead ? (bodyIn(request) ?? {}) : {} }
  }
  const caller = await authenticate(context, request)
  checkSize(route, context, request)
  const sent = route.bodyType ? undefined : json(request)
  checkRole(access, caller)
  countRequest(context, caller, route.method)
  return { caller, sent }
}

function checkSize(route: Route, context: Context, request: HttpRequest): void {
  const limit = Math.max(context.rules.maxRequestBytes(), maxBytesOf(route))
  if ((request.rawBody?.length ?? 0) <= limit) return
  throw new DomainError('payload-too-large', `A body may have ${limit} bytes.`, {
    nextAction: 'Send less, or send files as attachments by reference.',
  })
}

/** JSON only: `bodyIn` would also read a form, whose fields are strings. */
function json(request: HttpRequest): unknown {
  const body = bodyIn(request)
  if (body !== undefined && (!request.rawBody?.length || isJson(request))) return body
  throw new DomainError('validation-failed', 'The body must be JSON, with Content-Type: application/json.')
}
