import { randomUUID } from 'node:crypto'
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { DomainError } from '../lib/errors.ts'
import type { Log } from '../lib/ports.ts'
import { renderProblem } from './problem.ts'

/** How long whoever sends too much may take to read why. Milliseconds. */
const partingMs = 1000

/** Each piece that is kept costs some hundred bytes beside its own: so long they are on average, but for the first ones. */
const [leastPiece, sparePieces] = [64, 100]

/** Those of a server that reads a request. */
const readers = ['data', 'end', 'error', 'aborted', 'close'] as const

/**
 * The platform reads a whole body into memory, up to a gigabyte and unpacked, before our code runs. From now on a server
 * that is made here refuses a body by the length it declares and a packed one by being packed, and cuts one where it passes the limit or
 * comes in crumbs, so that no more than some times the limit is ever kept. What is small enough is handed to what `serving` makes of
 * the server's own listener.
 */
export function boundBodies(
  limit: () => number,
  log: Log,
  serving: (platform: RequestListener) => RequestListener,
): void {
  http.createServer = new Proxy(http.createServer, {
    apply: (create, self, given: unknown[]) => {
      const listener = given.at(-1)
      if (!isListener(listener)) return Reflect.apply(create, self, given)
      return Reflect.apply(create, self, [...given.slice(0, -1), bounded(serving(listener), limit, log)])
    },
  })
}

const isListener = (given: unknown): given is RequestListener => typeof given === 'function'

/** The same listener, for requests whose bodies are small enough. */
export const bounded =
  (listener: RequestListener, limit: () => number, log: Log): RequestListener =>
  (request, response) => {
    const { 'content-length': length, 'content-encoding': encoding = 'identity' } = request.headers
    const most = limit()
    if (Number(length ?? 0) > most) return refuse(request, response, tooLarge(most), log)
    if (encoding.toLowerCase() !== 'identity') return refuse(request, response, packed, log)
    const isInPieces = request.headers['transfer-encoding'] !== undefined
    // Nobody would read it, and the handler would not wait for its end.
    if (isInPieces && !request.headers['content-type']) return refuse(request, response, untyped, log)
    let [seen, pieces] = [0, 0]
    // Beside whoever reads the body: this only counts.
    request.on('data', (piece: Uint8Array) => {
      seen += piece.length
      pieces += 1
      if (seen > most) refuse(request, response, tooLarge(most), log)
      else if (pieces > sparePieces + most / leastPiece) refuse(request, response, crumbs, log)
    })
    listener(request, response)
  }

const tooLarge = (most: number): DomainError =>
  new DomainError('payload-too-large', `A body may have ${most} bytes.`, {
    nextAction: 'Send less, or send files as attachments by reference.',
  })

const crumbs = new DomainError('payload-too-large', 'The body comes in too many pieces.', {
  nextAction: 'Send it in fewer, larger ones.',
})

const untyped = new DomainError('validation-failed', 'A body needs a Content-Type.')

const packed = new DomainError('validation-failed', 'A body must not be compressed.', {
  nextAction: 'Send it as it is, without Content-Encoding.',
})

/** What is still on its way is kept by nobody; whoever goes on sending is cut off. */
function refuse(request: IncomingMessage, response: ServerResponse, refusal: DomainError, log: Log): void {
  for (const event of readers) request.removeAllListeners(event)
  const cut = setTimeout(() => request.destroy(), partingMs).unref()
  request
    .on('error', () => {})
    .once('end', () => clearTimeout(cut))
    .resume()
  if (response.headersSent) return
  const requestId = randomUUID()
  const { problem } = renderProblem(refusal, requestId)
  log.info('request refused', { requestId, code: problem.code, path: 'unread' })
  response.writeHead(problem.status, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
  })
  response.end(JSON.stringify(problem))
}
