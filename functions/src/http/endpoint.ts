import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '../lib/errors.ts'
import type { Services } from '../lib/services.ts'
import { authenticate, checkRole } from './auth.ts'
import type { HttpRequest, Reply } from './handler.ts'
import { type RenderedProblem, renderProblem } from './problem.ts'
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
      const head = { ...reply, headers: { ...headersOf(requestId), ...reply.headers } }
      if (isStream(reply.body)) await stream(response, head, reply.body, services)
      else send(response, head, reply.body)
      services.log.info('request answered', { ...line(reply.status), outcome: 'answered', ...reply.about })
    } catch (error) {
      const { problem, headers } = renderProblem(error, requestId)
      const { code, status } = problem
      if (status >= 500)
        services.log.error('request failed', { ...line(status), outcome: 'failed', code, error })
      else services.log.info('request refused', { ...line(status), outcome: 'refused', code })
      sendProblem(response, { problem, headers })
    }
  }

/** Answers with what is the matter. */
export function sendProblem(response: ServerResponse, { problem, headers }: RenderedProblem): void {
  const type = { 'Content-Type': 'application/problem+json; charset=utf-8' }
  const head = { status: problem.status, headers: { ...headersOf(problem.requestId), ...headers, ...type } }
  send(response, head, problem)
}

const headersOf = (requestId: string) => ({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' })

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
  // Reading it throws where it is none.
  if (/^application\/json\s*(;|$)/i.test(request.get('content-type') ?? '')) return void request.body
  throw new DomainError('validation-failed', 'The body must be JSON, with Content-Type: application/json.')
}

type Head = Required<Pick<Reply, 'status' | 'headers'>>

function send(response: ServerResponse, { status, headers }: Head, body: unknown): void {
  if (body === undefined) {
    const told = status === 204 ? {} : { 'Content-Length': 0 }
    return void response.writeHead(status, { ...told, ...headers }).end()
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const told = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  }
  response.writeHead(status, { ...told, ...headers }).end(text)
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** What breaks off in the middle can no longer be told as a problem: the connection ends. */
async function stream(
  response: ServerResponse,
  { status, headers }: Head,
  bytes: AsyncIterable<Uint8Array>,
  { log }: Services,
): Promise<void> {
  response.writeHead(status, headers)
  await pipeline(Readable.from(bytes), response).catch((error: unknown) =>
    log.warn('a reply broke off', { error }),
  )
}
