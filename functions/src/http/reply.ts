import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Log } from '../lib/ports.ts'
import type { Reply } from './handler.ts'

/** Answers with text or JSON, or streams bytes. */
export async function sendReply(
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: Reply,
  log: Log,
): Promise<void> {
  const head = { status, headers: { ...headersOf(requestId), ...headers } }
  if (isStream(body)) await stream(response, head, body, log)
  else send(response, head, body)
}

/** Of every answer. */
export const headersOf = (requestId: string) => ({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' })

type Head = Required<Pick<Reply, 'status' | 'headers'>>

export function send(response: ServerResponse, { status, headers }: Head, body: unknown): void {
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
  log: Log,
): Promise<void> {
  response.writeHead(status, headers)
  await pipeline(Readable.from(bytes), response).catch((error: unknown) =>
    log.warn('a reply broke off', { error }),
  )
}
