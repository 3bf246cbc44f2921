import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Log } from '../lib/ports.ts'
import type { Reply } from './handler.ts'

interface Sending {
  log: Log
  /** Told of the bytes that are sent. */
  answered(bytes: number): void
}

/** Answers with text or JSON, or streams bytes. */
export async function sendReply(
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: Reply,
  { log, answered }: Sending,
): Promise<void> {
  const head = { status, headers: { ...headersOf(requestId), ...headers } }
  if (isStream(body)) await stream(response, head, counted(body, answered), log)
  else answered(send(response, head, body))
}

/** Of every answer. */
export const headersOf = (requestId: string) => ({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' })

type Head = Required<Pick<Reply, 'status' | 'headers'>>

/** Answers the bytes of the body. */
export function send(response: ServerResponse, { status, headers }: Head, body: unknown): number {
  if (body === undefined) {
    const told = status === 204 ? {} : { 'Content-Length': 0 }
    response.writeHead(status, { ...told, ...headers }).end()
    return 0
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const length = Buffer.byteLength(text)
  const told = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': length }
  response.writeHead(status, { ...told, ...headers }).end(text)
  return length
}

async function* counted(bytes: AsyncIterable<Uint8Array>, answered: Sending['answered']) {
  for await (const piece of bytes) {
    answered(piece.length)
    yield piece
  }
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** What breaks off in the middle can no longer be told as a problem: the connection ends. */
async function stream(
  response: ServerResponse,
  { status, headers }: Head,
  bytes: AsyncIterable<Uint8Array>,
  log: Log,
): Promise<void> {
  response.writeHead(status, headers)
  await pipeline(Readable.from(bytes), response).catch((error: unknown) =>
    log.warn('a reply broke off', { error }),
  )
}
