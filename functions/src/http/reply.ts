import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Log } from '../lib/ports.ts'

interface Beside {
  headers?: Record<string, string> | undefined
  about?: Readonly<Record<string, string>> | undefined
}

export class Reply {
  readonly status: number
  /** Text, bytes to stream, or else JSON. */
  readonly body: unknown
  readonly headers: Beside['headers']
  readonly about: Beside['about']

  constructor(status: number, body?: unknown, { headers, about }: Beside = {}) {
    this.status = status
    this.body = body
    this.headers = headers
    this.about = about
  }
}

interface Page {
  /** Without its ending. */
  name: string
  path: string
  query: Readonly<Record<string, string | undefined>>
  nextCursor: string | null
}

export function tableReply(csv: string, { name, path, query, nextCursor }: Page): Reply {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  }
  if (nextCursor === null) return new Reply(200, csv, { headers })
  const words = new URLSearchParams()
  for (const [field, value] of Object.entries({ ...query, cursor: nextCursor }))
    if (value !== undefined) words.set(field, value)
  return new Reply(200, csv, { headers: { ...headers, Link: `<${path}?${words}>; rel="next"` } })
}

interface Sending {
  log: Log
  /** May refuse by throwing. */
  countAnswer(bytes: number): void
  countStream(bytes: number): void
}

export async function sendReply(
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: Reply,
  { log, countAnswer, countStream }: Sending,
): Promise<void> {
  const head = { status, headers: { ...headersOf(requestId), ...headers } }
  if (!isStream(body)) return send(response, head, body, countAnswer)
  const bytes = await stream(response, head, body, log)
  if (headers?.['Content-Length'] === undefined) countStream(bytes)
}

export const headersOf = (requestId: string) => ({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' })

type Head = Required<Pick<Reply, 'status' | 'headers'>>

export function send(
  response: ServerResponse,
  { status, headers }: Head,
  body: unknown,
  countAnswer: Sending['countAnswer'] = () => {},
): void {
  if (body === undefined) {
    const told = status === 204 ? {} : { 'Content-Length': 0 }
    response.writeHead(status, { ...told, ...headers }).end()
    return
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const length = Buffer.byteLength(text)
  countAnswer(length)
  const told = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': length }
  response.writeHead(status, { ...told, ...headers }).end(text)
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** Returns the bytes. A late failure ends the connection. */
async function stream(
  response: ServerResponse,
  { status, headers }: Head,
  bytes: AsyncIterable<Uint8Array>,
  log: Log,
): Promise<number> {
  let sent = 0
  async function* counted() {
    for await (const piece of bytes) {
      sent += piece.length
      yield piece
    }
  }
  response.writeHead(status, headers)
  await pipeline(Readable.from(counted()), response).catch((error: unknown) =>
    log.warn('a reply broke off', { error }),
  )
  return sent
}
