import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request } from 'firebase-functions/https'
import { DomainError } from '../lib/errors.ts'
import type { Services } from '../lib/services.ts'
import { authenticate, checkRole } from './auth.ts'
import type { Reply } from './handler.ts'
import { renderProblem } from './problem.ts'
import { findRoute, type Match, type Route } from './route.ts'
import { toldBy } from './webhooks/routes.ts'

/** The part of Express's response that a reply needs. */
interface Response extends NodeJS.WritableStream {
  readonly headersSent: boolean
  status(code: number): Response
  set(headers: Record<string, string>): Response
  send(body: string): unknown
}

/**
 * A function's HTTP side: method and path, caller, size, role, handler, reply, one line in the log. The only try/catch of
 * the HTTP side.
 */
export const endpoint =
  (routes: readonly Route[], services: Services) =>
  async (request: Request, response: Response): Promise<void> => {
    const [requestId, startedAt] = [randomUUID(), services.clock.now().getTime()]
    response.set({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' })
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
      if (isStream(reply.body)) await stream(response, reply, reply.body, services)
      else write(response, reply)
      services.log.info('request answered', { ...line(reply.status), outcome: 'answered', ...reply.about })
    } catch (error) {
      const { problem, headers } = renderProblem(error, requestId)
      const { code, status } = problem
      if (status >= 500)
        services.log.error('request failed', { ...line(status), outcome: 'failed', code, error })
      else services.log.info('request refused', { ...line(status), outcome: 'refused', code })
      response.status(status).set({ ...headers, 'Content-Type': 'application/problem+json' })
      response.send(JSON.stringify(problem))
    }
  }

async function run({ route, params }: Match, services: Services, request: Request): Promise<Reply> {
  const [access, load, maxBytes] = route.row
  const call = { services, params, request }
  if (access === 'webhook' || access === 'public') {
    checkSize(services, request, maxBytes)
    return (await load()).handle({ ...call, caller: undefined })
  }
  const [caller, { handle }] = await Promise.all([authenticate(services, request), load()])
  checkSize(services, request, maxBytes)
  checkContentType(request)
  checkRole(access, caller)
  return handle({ ...call, caller })
}

function checkSize(services: Services, request: Request, maxBytes = 0): void {
  const limit = Math.max(services.maxRequestBytes(), maxBytes)
  if ((request.rawBody?.length ?? 0) <= limit) return
  throw new DomainError('payload-too-large', `A body may have ${limit} bytes.`, {
    nextAction: 'Send less, or send files as attachments by reference.',
  })
}

/** A form would be parsed into an object too, with every value a string. */
function checkContentType(request: Request): void {
  if (!request.rawBody?.length || request.is('json')) return
  throw new DomainError('validation-failed', 'The body must be JSON, with Content-Type: application/json.')
}

function write(response: Response, { status, body, headers = {} }: Reply): void {
  response.status(status).set(headers)
  if (body === undefined) response.end()
  else if (typeof body === 'string') response.send(body)
  else {
    // Express would hash it for a cache, and nothing here is kept by one.
    response.set({ 'Content-Type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(body))
  }
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** What breaks off in the middle can no longer be told as a problem: the connection ends. */
async function stream(
  response: Response,
  { status, headers = {} }: Reply,
  bytes: AsyncIterable<Uint8Array>,
  { log }: Services,
): Promise<void> {
  response.status(status).set(headers)
  await pipeline(Readable.from(bytes), response).catch((error: unknown) =>
    log.warn('a reply broke off', { error }),
  )
}
