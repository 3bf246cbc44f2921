import { randomUUID } from 'node:crypto'
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { DomainError } from '../lib/errors.ts'
import type { Log } from '../lib/ports.ts'
import { allowOrigin } from './origins.ts'
import { renderProblem, sendProblem } from './problem.ts'

/**
 * The one place where something of Node's is replaced: `http.createServer`, until the platform has made its server.
 *
 * The platform reads a whole body into memory, up to a gigabyte and unpacked, before our code runs, waits for it as long
 * as it takes, and prints what it cannot parse. So a body is refused by the length it declares, for being packed, and as
 * soon as it is longer than its path allows, comes in crumbs, or is not there in time; and a path that the
 * platform cannot decode is answered as a problem and logged without what it says.
 */
export function guardServer(guard: Guard): void {
  const { createServer } = http
  http.createServer = new Proxy(createServer, {
    apply: (create, self, given: unknown[]) => {
      const app = given.at(-1)
      if (!isListener(app)) return Reflect.apply(create, self, given)
      http.createServer = createServer
      // The platform's listener is an Express application; an error handler of four parameters is its own way.
      if (isExpress(app)) app.use(unreadable(guard))
      return Reflect.apply(create, self, [...given.slice(0, -1), guarded(app, guard)])
    },
  })
}

export interface Guard {
  log: Log
  /** How many bytes a body at this URL may have; without it, as in the container of an event, as many as there are. */
  limitOf?: (url: string) => number
  /** How long a body may take after its headers. Milliseconds. */
  withinMs?: () => number
  /** How many requests are taken in a second; the others wait for their turn. */
  perSecond?: () => number
  /** Whose pages may read the answers. */
  origins?: readonly string[]
}

type Unreadable = (error: unknown, request: IncomingMessage, response: ServerResponse, next: unknown) => void

const isListener = (given: unknown): given is RequestListener => typeof given === 'function'
const isExpress = (app: RequestListener): app is RequestListener & { use(handler: Unreadable): unknown } =>
  'use' in app && typeof app.use === 'function'

/** How long whoever is refused may take to end what is on its way, so that a slow one still reads why. Milliseconds. */
const partingMs = 5_000

/** Each piece that is kept costs some hundred bytes beside its own, so they must have this length on average. */
const [minPieceBytes, sparePieces] = [64, 100]

const isType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+ *(;|$)/

/**
 * The same listener, for so many requests a second. Who is refused costs next to no CPU, so without it one caller could
 * have an instance take, and us pay for, ten times as many. As few wait as an instance takes at once, so none waits long.
 */
function paced(listener: RequestListener, { perSecond }: Guard): RequestListener {
  if (!perSecond) return listener
  let free = 0
  return (request, response) => {
    const now = performance.now()
    const begins = Math.max(free, now)
    free = begins + 1000 / perSecond()
    if (begins - now < 1) listener(request, response)
    else setTimeout(() => listener(request, response), begins - now)
  }
}

/** The same listener, for requests whose bodies are small enough and come in time. */
export const guarded = (listener: RequestListener, guard: Guard): RequestListener =>
  paced(sized(listener, guard), guard)

const sized =
  (
    listener: RequestListener,
    { limitOf, log, withinMs = () => 5_000, origins = [] }: Guard,
  ): RequestListener =>
  (request, response) => {
    if (allowOrigin(origins, request, response)) return
    const { headers, url = '' } = request
    const isChunked = headers['transfer-encoding'] !== undefined
    const length = Number(headers['content-length'] ?? 0)
    if (!limitOf || (length === 0 && !isChunked)) return listener(request, response)
    takeAsBytes(request)
    const [limit, encoding] = [limitOf(url), headers['content-encoding'] ?? 'identity']
    const refuse = (refusal: DomainError) => refuseRequest(request, response, refusal, log)
    if (length > limit) return refuse(tooLarge(limit))
    if (encoding.toLowerCase() !== 'identity') return refuse(packed)
    // Without a parser nobody would drain the body; refuse it.
    if (!isType.test(typeOfBody(request))) return refuse(untyped)
    // Pieces that came while this process was busy are read before it is called late.
    const late = setTimeout(() => setImmediate(() => request.complete || refuse(tooSlow)), withinMs()).unref()
    let [seen, pieces] = [0, 0]
    // Beside whoever reads the body: this only counts.
    request.on('data', (piece: Uint8Array) => {
      seen += piece.length
      pieces += 1
      if (seen > limit) refuse(tooLarge(limit))
      else if (pieces > sparePieces + limit / minPieceBytes) refuse(crumbs)
    })
    response.once('close', () => clearTimeout(late))
    listener(request, response)
  }

const bodyTypes = new WeakMap<object, string>()

/** The `Content-Type` that a request came with. */
export const typeOfBody = (request: Pick<IncomingMessage, 'headers'>): string =>
  bodyTypes.get(request) ?? request.headers['content-type'] ?? ''

/**
 * The platform would parse a body by its type before the caller is known: 16 MiB of `[{},{},…]` take 700 MiB. It keeps
 * bytes as they are; `http/body.ts` parses them after the caller is known.
 */
function takeAsBytes(request: IncomingMessage): void {
  bodyTypes.set(request, request.headers['content-type'] ?? '')
  if (request.headers['content-type']) request.headers['content-type'] = 'application/octet-stream'
}

const tooLarge = (limit: number): DomainError =>
  new DomainError('payload-too-large', `A body may have ${limit} bytes.`, {
    nextAction: 'Send less, or send files as attachments by reference.',
  })
const crumbs = new DomainError('payload-too-large', 'The body comes in too many pieces.', {
  nextAction: 'Send it in fewer, larger ones.',
})
const untyped = new DomainError('validation-failed', 'A body needs a Content-Type.', {
  nextAction: 'Send JSON with Content-Type: application/json.',
})
const packed = new DomainError('validation-failed', 'A body must not be compressed.', {
  nextAction: 'Send it as it is, without Content-Encoding.',
})
const tooSlow = new DomainError('request-timeout', 'The body did not arrive in time.', {
  nextAction: 'Send it again, whole and at once.',
})
const malformed = new DomainError('validation-failed', 'The path cannot be decoded.', {
  nextAction: 'Send a path that is encoded as in a browser.',
})

/** What the platform's layers fail at before a function begins. Express wants four parameters. */
const unreadable =
  ({ log }: Guard): Unreadable =>
  (_error, request, response, _next) =>
    refuseRequest(request, response, malformed, log)

/** What is still on its way is kept by nobody; whoever goes on sending is cut off. */
function refuseRequest(request: IncomingMessage, response: ServerResponse, refusal: DomainError, log: Log) {
  for (const event of ['data', 'end', 'error', 'aborted', 'close']) request.removeAllListeners(event)
  request.on('error', () => {}).resume()
  if (!request.complete) {
    const cut = setTimeout(() => request.destroy(), partingMs).unref()
    request.once('end', () => clearTimeout(cut))
  }
  if (response.headersSent) return
  const requestId = randomUUID()
  log.info('request refused', { requestId, code: refusal.code, path: 'unread' })
  sendProblem(response, renderProblem(refusal, requestId))
}
