import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { DomainError } from '../lib/errors.ts'

export interface Guard {
  /** Absent for events, which only the platform sends. */
  limitOf?: ((path: string) => number) | undefined
  /** Answers a request that the platform's layers fail at, before a function begins. */
  answerUnreadable(request: IncomingMessage, response: ServerResponse): void
}

interface Started {
  request: IncomingMessage
  server: Server
}
const isStarted = (message: unknown): message is Started =>
  typeof message === 'object' && message !== null && 'request' in message && 'server' in message

/** A refused caller stops sending and reads the answer. */
const partingMs = 5_000
/** The rest of a refused body comes in pieces of 64 KiB, as slowly as V8 frees them. */
const paceMs = 5
const isType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+ *(;|$)/

const refusals = new WeakMap<object, DomainError>()
const bodyTypes = new WeakMap<object, string>()

export const refusalOf = (request: object): DomainError | undefined => refusals.get(request)

export const typeOfBody = (request: Pick<IncomingMessage, 'headers'>): string =>
  bodyTypes.get(request) ?? request.headers['content-type'] ?? ''

/**
 * Precedes the body parsers of platform and emulator, which take a gigabyte, unpack and parse it unread (16 MiB of
 * `[{},{},…]` take 700 MiB) and print unreadable bodies. The platform handles slow bodies. The result ends the guard.
 */
export function guard({ limitOf, answerUnreadable }: Guard): () => void {
  const servers = new WeakSet<Server>()
  const onStart = (message: unknown): void => {
    if (!isStarted(message)) return
    const { request, server } = message
    if (!servers.has(server)) {
      servers.add(server)
      for (const app of server.listeners('request')) if (isExpress(app)) app.use(unreadable)
    }
    if (limitOf) look(request, limitOf)
  }
  // Express knows an error handler by its four parameters, and prints an error that has none.
  const unreadable: ErrorHandler = (_error, request, response, _next) => answerUnreadable(request, response)
  subscribe('http.server.request.start', onStart)
  return () => void unsubscribe('http.server.request.start', onStart)
}

type ErrorHandler = (
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  next: unknown,
) => void
const isExpress = (app: object): app is { use(handler: ErrorHandler): unknown } =>
  'use' in app && typeof app.use === 'function'

function look(request: IncomingMessage, limitOf: NonNullable<Guard['limitOf']>): void {
  const { headers, url = '' } = request
  if (!Number(headers['content-length'] ?? 0) && headers['transfer-encoding'] === undefined) return
  bodyTypes.set(request, headers['content-type'] ?? '')
  // No parser takes it; `http/request.ts` parses after the proof.
  headers['content-type'] = 'application/octet-stream'
  const limit = limitOf(url.split('?')[0] ?? '')
  const refusal = refusalOfHeaders(request, limit)
  if (refusal) hide(request, refusal)
  let seen = 0
  request.on('data', (piece: Uint8Array) => {
    seen += piece.length
    if (refusals.has(request)) {
      request.pause()
      setTimeout(() => request.resume(), paceMs)
    } else if (seen > limit) {
      hide(request, tooLarge(limit))
      // Ends a parser under way.
      request.emit('end')
    }
  })
}

function refusalOfHeaders(request: IncomingMessage, limit: number): DomainError | undefined {
  const { 'content-length': length = 0, 'content-encoding': encoding = 'identity' } = request.headers
  if (Number(length) > limit) return tooLarge(limit)
  if (encoding.toLowerCase() !== 'identity') return packed
  return isType.test(typeOfBody(request)) ? undefined : untyped
}

/** Parsers then find no body. */
function hide(request: IncomingMessage, refusal: DomainError): void {
  refusals.set(request, refusal)
  delete request.headers['content-length']
  delete request.headers['transfer-encoding']
  delete request.headers['content-encoding']
  setTimeout(() => request.complete || request.destroy(), partingMs).unref()
}

const tooLarge = (limit: number): DomainError =>
  new DomainError('payload-too-large', `A body may have ${limit} bytes.`, {
    nextAction: 'Send less, or send files as attachments by reference.',
  })
const untyped = new DomainError('validation-failed', 'A body needs a Content-Type.', {
  nextAction: 'Send JSON with Content-Type: application/json.',
})
const packed = new DomainError('validation-failed', 'A body must not be compressed.', {
  nextAction: 'Send it as it is, without Content-Encoding.',
})
