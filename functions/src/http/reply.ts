import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Log } from '../lib/ports.ts'
import type { Reply } from './handler.ts'

interface Sending {
  log: Log
  /** Called before a text is sent, which it may refuse by throwing. */
  answers(bytes: number): void
  /** Called after bytes were sent whose number nobody could know. */
  streamed(bytes: number): void
}

/** Answers with text or JSON, or streams bytes. */
export async function sendReply(
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: Reply,
  { log, answers, streamed }: Sending,
): Promise<void> {
  const head = { status, headers: { ...headersOf(requestId), ...headers } }
  if (!isStream(body)) return send(response, head, body, answers)
  const bytes = await stream(response, head, body, log)
  if (headers?.['Content-Length'] === undefined) streamed(bytes)
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

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** Answers how many bytes were sent. What breaks off in the middle cannot become a problem: the connection ends. */
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
