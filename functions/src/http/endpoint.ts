import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { DomainError } from '../lib/errors.ts'
import type { Services } from '../lib/services.ts'
import { authenticate, checkRole } from './auth.ts'
import type { HttpRequest, Reply } from './handler.ts'
import { renderProblem, sendProblem } from './problem.ts'
import { sendReply } from './reply.ts'
import { findRoute, type Match, type Route } from './route.ts'
import { toldBy } from './webhooks/routes.ts'

/**
 * A function's HTTP side: method and path, caller, size, role, handler, reply, one line in the log. The only try/catch of
 * the HTTP side.
 */
export const endpoint =
  (routes: readonly Route[], services: Services) =>
  async (request: HttpRequest, response: ServerResponse): Promise<void> => {
    const [requestId, startedAt] = [randomUUID(), services.clock.now().getTime()]
    // Never the path that was asked for: it may hold anything.
    let [route, path] = ['unknown', '']
    const line = (status: number) => {
      const ms = services.clock.now().getTime() - startedAt
      return { requestId, route, status, ms }
    }
    try {
      const match = findRoute(routes, request.method, request.path)
      path = match.route.path
      route = `${match.route.method} ${path}`
      const reply = await run(match, services, request)
      const told = toldBy[path]
      if (told) await services.beats.taken(told)
      await sendReply(response, requestId, reply, services.log)
      services.log.info('request answered', { ...line(reply.status), outcome: 'answered', ...reply.about })
    } catch (error) {
      const rendered = renderProblem(error, requestId)
      const { code, status } = rendered.problem
      if (status >= 500)
        services.log.error('request failed', { ...line(status), outcome: 'failed', code, error })
      else services.log.info('request refused', { ...line(status), outcome: 'refused', code })
      sendProblem(response, rendered)
    }
  }

async function run({ route, params }: Match, services: Services, request: HttpRequest): Promise<Reply> {
  const [access, load, maxBytes] = route.row
  const call = { services, params, request }
  if (access === 'webhook' || access === 'public') {
    checkSize(services, request, maxBytes)
    return (await load()).handle({ ...call, caller: undefined })
  }
  const [caller, { handle }] = await Promise.all([authenticate(services, request), load()])
  checkSize(services, request, maxBytes)
  checkBody(request)
  checkRole(access, caller)
  return handle({ ...call, caller })
}

function checkSize(services: Services, request: HttpRequest, maxBytes = 0): void {
  const limit = Math.max(services.maxRequestBytes(), maxBytes)
  if ((request.rawBody?.length ?? 0) <= limit) return
  throw new DomainError('payload-too-large', `A body may have ${limit} bytes.`, {
    nextAction: 'Send less, or send files as attachments by reference.',
  })
}

/** Also where nobody reads it. A form would be parsed into an object too, with every value a string. */
function checkBody(request: HttpRequest): void {
  if (!request.rawBody?.length) return
  if (/^application\/json\s*(;|$)/i.test(request.get('content-type') ?? '')) return
  throw new DomainError('validation-failed', 'The body must be JSON, with Content-Type: application/json.')
}
