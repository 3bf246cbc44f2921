import type { IncomingMessage } from 'node:http'
import { DomainError } from '../lib/errors.ts'
import { atRequestStart } from './request-start.ts'

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
export const guard = (limitOf: (path: string) => number): (() => void) =>
  atRequestStart(({ request }) => look(request, limitOf))

function look(request: IncomingMessage, limitOf: (path: string) => number): void {
  const { headers, url = '' } = request
  if (!Number(headers['content-length'] ?? 0) && headers['transfer-encoding'] === undefined) return
  bodyTypes.set(request, headers['content-type'] ?? '')
  // No parser takes it; `http/request.ts` parses after the proof.
  headers['content-type'] = 'application/octet-stream'
  const limit = limitOf(url.split('?')[0] ?? '')
  const refusal = refusalOfHeaders(request, limit)
  if (refusal) hide(request, refusal)
  // Node ends a body at its length.
  else if (headers['transfer-encoding'] === undefined) return
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
