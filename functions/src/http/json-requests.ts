import type { IncomingMessage, RequestListener } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { DomainError } from '../lib/errors.ts'
import type { Services } from '../lib/services.ts'
import { failed, type Serve } from './contained.ts'
import type { HttpRequest } from './handler.ts'
import { inRequest } from './without-domains.ts'

/**
 * The platform takes every request through a dozen layers of its own, which costs a sixth of a post. One that brings JSON
 * of a told length is read here and served at once; every other one is the platform's.
 */
export const servingJson =
  (serve: Serve, services: Pick<Services, 'log'>, platform: RequestListener): RequestListener =>
  (request, response) => {
    if (!isPlainJson(request)) return platform(request, response)
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const asked = new JsonRequest(request, Buffer.concat(pieces))
      inRequest(
        error => failed(services, response, error),
        () => void serve(asked, response),
      )
    })
  }

const isPlainJson = ({ url, headers }: IncomingMessage): boolean =>
  url?.startsWith('/') === true &&
  Number(headers['content-length']) > 0 &&
  /^application\/json(; ?charset=utf-8)?$/i.test(headers['content-type'] ?? '')

class JsonRequest implements HttpRequest {
  readonly rawBody: Buffer
  readonly method: string
  readonly path: string
  readonly originalUrl: string
  readonly headers: IncomingMessage['headers']
  readonly socket: IncomingMessage['socket']
  readonly #search: string
  #body: object | undefined

  constructor({ method = '', url = '/', headers, socket }: IncomingMessage, rawBody: Buffer) {
    const [path = '', ...search] = url.split('?')
    this.rawBody = rawBody
    this.method = method
    this.path = path
    this.originalUrl = url
    this.headers = headers
    this.socket = socket
    this.#search = search.join('?')
  }

  get query(): unknown {
    return parseQuery(this.#search)
  }

  get body(): unknown {
    this.#body ??= objectIn(this.rawBody)
    if (this.#body) return this.#body
    throw new DomainError('validation-failed', 'The body is no JSON object.', {
      nextAction: 'Send an object, as JSON in UTF-8.',
    })
  }

  get(header: string): string | undefined {
    const value = this.headers[header.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : value
  }
}

const utf8 = new TextDecoder()

/** As the platform reads it, without a byte order mark. */
function objectIn(bytes: Buffer): object | undefined {
  try {
    const json: unknown = JSON.parse(utf8.decode(bytes))
    return typeof json === 'object' && json !== null ? json : undefined
  } catch {
    return undefined
  }
}
