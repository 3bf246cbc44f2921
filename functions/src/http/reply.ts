import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Log } from '../lib/ports.ts'
import { bytesOfRequest } from '../lib/request-limit.ts'
import type { Reply } from './handler.ts'

interface Sending {
  log: Log
  /** Called before bytes are sent; nothing more is sent once it throws. */
  answers(bytes: number): void
}

/** Answers with text or JSON, or streams bytes. */
export async function sendReply(
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: Reply,
  { log, answers }: Sending,
): Promise<void> {
  const head = { status, headers: { ...headersOf(requestId), ...headers } }
  if (isStream(body)) await stream(response, head, counted(body, answers), log)
  else send(response, head, body, answers)
}

/** Of every answer. */
export const headersOf = (requestId: string) => ({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' })

type Head = Required<Pick<Reply, 'status' | 'headers'>>

export function send(
  response: ServerResponse,
  { status, headers }: Head,
  body: unknown,
  answers: Sending['answers'] = () => {},
): void {
  if (body === undefined) {
    const told = status === 204 ? {} : { 'Content-Length': 0 }
    response.writeHead(status, { ...told, ...headers }).end()
    return
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const length = Buffer.byteLength(text)
  answers(length)
  const told = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': length }
  response.writeHead(status, { ...told, ...headers }).end(text)
}

async function* counted(bytes: AsyncIterable<Uint8Array>, answers: Sending['answers']) {
  let uncounted = 0
  for await (const piece of bytes) {
    uncounted += piece.length
    if (uncounted >= bytesOfRequest) {
      answers(uncounted)
      uncounted %= bytesOfRequest
    }
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
